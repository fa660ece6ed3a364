"""What an operator agent and its model tell each other: pictures of the window one way, answers with calls the other way."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from ufo.schema.inputs import AppInputs
from ufo.schema.picture import Picture
from ufo.schema.response import AppAgentResponse

OUT_OF_PICTURE = "lies outside of the picture"


class SafetyCheck(BaseModel):
    """A doubt that the model's provider raises about a call. Only a person may acknowledge it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    code: str = ""
    message: str = ""


class OperatorResponse(AppAgentResponse):
    """An answer of a model that works by sight, in the terms of an AppAgent: its calls are actions of ours.

    `items` is the answer as it came, which the next request repeats; "" in `objection`, or what is wrong with it, in words
    for the model. `zoom`: left, top, right and bottom of the part that it wants to see closely, as shares of the picture.
    """

    items: list[dict[str, Any]] = Field(default_factory=list)
    safety_checks: list[SafetyCheck] = Field(default_factory=list)
    objection: str = ""
    zoom: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What the model is shown: the window, scaled to `width` and `height` pixels, of which `picture.rect` is the place on the
    screen. `said`: what it is told besides; `failed`: whether its last calls failed. `acknowledged`: the safety checks of its
    last answer, where a person acknowledged them. `detail`: the part that it asked to see closely.
    """

    picture: Picture
    width: int
    height: int
    said: str = ""
    failed: bool = False
    acknowledged: tuple[SafetyCheck, ...] = ()
    detail: Picture | None = None


@dataclass(frozen=True, slots=True)
class OperatorInputs(AppInputs):
    """What an operator agent knows. `instruction` is the text that its conversation begins with. `views` are what the model was
    shown, oldest first, and `answers` what it answered to each but the last.
    """

    instruction: str = ""
    views: tuple[View, ...] = ()
    answers: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, known: AppInputs, instruction: str, views: tuple[View, ...], answers: tuple[str, ...]
    ) -> OperatorInputs:
        values = {field.name: getattr(known, field.name) for field in fields(AppInputs)}
        return cls(**values, instruction=instruction, views=views, answers=answers)
