"""A command to a tool, and its result (facts/described_system.md §1.6; design.md §4)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field

from ufo.schema.form import Form
from ufo.schema.selector import Selector

ToolType = Literal["data_collection", "action"]


NEEDS_CONSENT = "it needs the person's consent first"
"""The beginning of the error of a command that the person was not asked about, because its control was not there when the others
were asked about."""


class ResultStatus(StrEnum):
    SUCCESS = "success"
    FAILURE = "failure"
    SKIPPED = "skipped"
    NONE = "none"


class Effect(StrEnum):
    """How sure it is that an action did what it says. Only a read-back or an observed change makes it CONFIRMED."""

    CONFIRMED = "confirmed"
    PARTIAL = "partial"
    UNVERIFIABLE = "unverifiable"
    SUSPECTED_NOOP = "suspected_noop"
    REFUSED = "refused"


class Route(StrEnum):
    """The way by which an action reached the application, narrowest first (design.md §5)."""

    NATIVE = "native"
    ACCESSIBILITY = "accessibility"
    POINTER = "pointer"
    KEYBOARD = "keyboard"
    COORDINATES = "coordinates"


class Command(BaseModel):
    """A call of a tool. `selectors` holds, by the ids in the parameters, the controls that are found again in a fresh look
    right before the command runs.
    """

    model_config = ConfigDict(frozen=True)

    tool_name: str
    parameters: dict[str, Any] = Field(default_factory=dict)
    tool_type: ToolType = "action"
    call_id: str = Field(default_factory=lambda: uuid4().hex)
    selectors: dict[str, Selector] = Field(default_factory=dict)

    def __str__(self) -> str:
        arguments = ", ".join(f"{key}={value!r}" for key, value in self.parameters.items())
        return f"{self.tool_name}({arguments})"


PROFILE = "browser_profile"
"""The key in the value of an opened or chosen window that says whose profile its browser works in."""


class Result(BaseModel):
    """The result of one command. `error` says what went wrong and the next move; `evidence` is what `effect` rests on.

    `change`: one line of what was seen to change meanwhile, whether or not the action did it; "" where no look was taken.
    `form`: what the form around a pressed control held right before the press.
    `unfinished`: why it ended in its middle, with a part done; "" where it did not. `action_class`, `deed`: the class that the
    policy judged the command to be of, and what it is in words ("press 'Send' in 'Mail'"); "" where it was not judged.
    `span`: when it ran, in seconds since 1970. `place`: where what it tells stood, such as title and address of a page; "" where
    the call says it. `read_back`: the evidence is what the host told that was acted on, when it was asked again.
    """

    model_config = ConfigDict(frozen=True)

    status: ResultStatus
    result: Any = None
    error: str | None = None
    namespace: str | None = None
    call_id: str | None = None
    effect: Effect | None = None
    route: Route | None = None
    evidence: tuple[str, ...] = ()
    change: str = ""
    form: Form | None = None
    unfinished: str = ""
    place: str = ""
    read_back: bool = False
    action_class: str = ""
    deed: str = ""
    span: tuple[float, float] | None = None

    @property
    def ok(self) -> bool:
        return self.status is ResultStatus.SUCCESS


class ActionReport(BaseModel):
    """What an action tool returns: its value for the model, and how sure its effect is. The dispatcher turns it into a
    `Result`.
    """

    model_config = ConfigDict(frozen=True)

    value: Any = None
    effect: Effect = Effect.UNVERIFIABLE
    route: Route | None = None
    evidence: tuple[str, ...] = ()
    change: str = ""
    form: Form | None = None
    unfinished: str = ""
    place: str = ""
    read_back: bool = False

    @classmethod
    def of(cls, effect: Effect, said: str, route: Route | None = None, value: Any = None) -> ActionReport:
        """Return a report whose evidence is one sentence."""
        return cls(value=value, effect=effect, route=route, evidence=(said,))
