"""What the time of a run is spent on, and how a part of it is measured."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class Spent(StrEnum):
    """What time is spent on. The first four are the phases of a turn, less what is told apart inside of them."""

    COLLECTING = "collecting"
    PROMPT = "prompt"
    EXECUTING = "executing"
    REMEMBERING = "remembering"
    MODEL = "model"
    READER = "reader"
    TOOL = "tool"
    CONSENT = "consent"
    HOLDING = "holding"
    OPENING = "opening"
    LOOK = "look"
    PICTURE = "picture"
    WINDOWS = "windows"
    AIMING = "aiming"
    INPUT = "input"
    STABLE = "stable"
    CHANGE = "change"
    BEGINNING = "beginning"
    CHECKS = "checks"
    FACTS = "facts"
    LEARNING = "learning"


class Span(BaseModel):
    """A time that was spent. `name`: the tool, the program or the question; `began` and `seconds`: seconds of the run."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    on: Spent
    name: str = ""
    began: float
    seconds: float

    @property
    def ended(self) -> float:
        return self.began + self.seconds


Spending = Callable[[Spent, str], AbstractContextManager[None]]
"""Measures the block that it stands around."""


def unmeasured(on: Spent, name: str = "") -> AbstractContextManager[None]:
    """Measure nothing."""
    del on, name
    return nullcontext()
