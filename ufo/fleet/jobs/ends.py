"""How an attempt ended, and in which state its task is then."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from ufo.errors import ConfigError
from ufo.schema.outcome import RunOutcome

END_FILE = "end.json"
"""In an attempt's folder, while it is played: how its run has ended, at the moment at which it did."""


class AttemptOutcome(StrEnum):
    """The outcomes of a run, and three of attempts alone. INTERRUPTED: it was cut in mid-act. NOT_DONE: its process ended, or
    could not begin, without a result. POSTPONED: nothing was done yet, and another attempt does it.
    """

    VERIFIED = RunOutcome.VERIFIED.value
    COMPLETED_UNVERIFIED = RunOutcome.COMPLETED_UNVERIFIED.value
    FAILED = RunOutcome.FAILED.value
    NEEDS_HELP = RunOutcome.NEEDS_HELP.value
    LIMIT = RunOutcome.LIMIT.value
    CANCELLED = RunOutcome.CANCELLED.value
    DRY_RUN = RunOutcome.DRY_RUN.value
    INTERRUPTED = "INTERRUPTED"
    NOT_DONE = "NOT_DONE"
    POSTPONED = "POSTPONED"


class TaskState(StrEnum):
    """QUEUED: it waits for a desktop, its time, or its next try. WAITING: for a person's answer, without a desktop. INTERRUPTED:
    for a person's decision. FAILED: no tries are left (a dead letter).
    """

    QUEUED = "queued"
    RUNNING = "running"
    WAITING = "waiting"
    INTERRUPTED = "interrupted"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        return self in (TaskState.DONE, TaskState.FAILED, TaskState.CANCELLED)


_STATES = {
    AttemptOutcome.VERIFIED: TaskState.DONE,
    AttemptOutcome.COMPLETED_UNVERIFIED: TaskState.DONE,
    AttemptOutcome.DRY_RUN: TaskState.DONE,
    AttemptOutcome.FAILED: TaskState.FAILED,
    AttemptOutcome.LIMIT: TaskState.FAILED,
    AttemptOutcome.NOT_DONE: TaskState.FAILED,
    AttemptOutcome.NEEDS_HELP: TaskState.WAITING,
    AttemptOutcome.INTERRUPTED: TaskState.INTERRUPTED,
    AttemptOutcome.CANCELLED: TaskState.CANCELLED,
    AttemptOutcome.POSTPONED: TaskState.QUEUED,
}


class AttemptEnd(BaseModel):
    """`summary`: the run's summary as `ufo run --json` prints it, masked; empty where there is none. `why`: one short line for a
    person, masked. `question`: what a person has to answer, with NEEDS_HELP.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    outcome: AttemptOutcome
    summary: dict[str, JsonValue] = Field(default_factory=dict)
    why: str = ""
    question: str = ""

    @property
    def state(self) -> TaskState:
        """The state of the task where no try is left."""
        return _STATES[self.outcome]

    @property
    def cost(self) -> float:
        """What the attempt cost in USD, 0 where that is unknown."""
        cost = self.summary.get("cost")
        return float(cost) if isinstance(cost, int | float) else 0.0

    @property
    def seconds(self) -> float:
        seconds = self.summary.get("seconds")
        return float(seconds) if isinstance(seconds, int | float) else 0.0

    @staticmethod
    def parse(text: str | bytes) -> AttemptEnd:
        """Return the end that was written as JSON. Raises ConfigError."""
        try:
            return AttemptEnd.model_validate_json(text)
        except ValidationError as error:
            first = error.errors()[0]
            raise ConfigError(
                f"the result of an attempt cannot be read ({first['msg']}); it is damaged, or another release of ufo wrote it: "
                "ufo jobs retry does the task again"
            ) from None
