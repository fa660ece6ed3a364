"""The events of a run: the versioned schema of `events.jsonl`. It depends on nothing but `schema`.

Raise `VERSION` with every change that an older reader would misread.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ufo.schema.action import ActionCommandInfo
from ufo.schema.outcome import RunSummary, SubtaskRecord, Usage
from ufo.schema.predicate import Finding, Predicate
from ufo.schema.selector import Teller

VERSION = 1


class _Event(BaseModel):
    """`at`: seconds since the run began. `step`: the session step that it belongs to, counted from 1; 0 outside of steps."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    at: float = 0.0
    step: int = 0


class RunStarted(_Event):
    kind: Literal["run_started"] = "run_started"
    version: int = VERSION
    run_id: str
    request: str
    model: str
    desktop: str
    started: str
    working_folder: str = ""


class RoundStarted(_Event):
    kind: Literal["round_started"] = "round_started"
    round_id: int
    request: str


class StateEntered(_Event):
    kind: Literal["state_entered"] = "state_entered"
    agent: str
    state: str


class PhaseEnded(_Event):
    kind: Literal["phase_ended"] = "phase_ended"
    agent: str
    phase: str
    seconds: float
    error: str | None = None


class PictureSaved(_Event):
    """A picture in the log. `path` is relative to the run's folder; `role` is clean, annotated, concat, selected_controls or
    desktop.
    """

    kind: Literal["picture_saved"] = "picture_saved"
    role: str
    path: str


class ModelAnswered(_Event):
    kind: Literal["model_answered"] = "model_answered"
    agent: str
    model: str
    usage: Usage
    seconds: float
    attempts: int = 1
    error: str | None = None


class StepEnded(_Event):
    """One whole turn of one agent. `response` is the parsed answer; `status` the agent's status after the turn.

    `consented`: not a turn of its own, but the actions that the agent's last step decided on and that the person consented
    to. `told_by`: the controls that showed the answer.
    """

    kind: Literal["step_ended"] = "step_ended"
    agent: str
    state: str
    status: str
    subtask: str = ""
    application: str = ""
    response: dict[str, Any] = Field(default_factory=dict)
    actions: tuple[ActionCommandInfo, ...] = ()
    findings: tuple[Finding, ...] = ()
    told_by: tuple[Teller, ...] = ()
    phase_seconds: dict[str, float] = Field(default_factory=dict)
    usage: Usage = Usage()
    seconds: float = 0.0
    error: str | None = None
    consented: bool = False


class SubtaskEnded(_Event):
    kind: Literal["subtask_ended"] = "subtask_ended"
    record: SubtaskRecord


class EndStated(_Event):
    """The conditions for the end of a request, stated before anything is done for it.

    `derived`: conditions taken from its words, of which those in `held` hold already; `stated`: the findings on the model's
    conditions at that time; `withdrawn`: the findings on those that were taken back or stated anew.
    """

    kind: Literal["end_stated"] = "end_stated"
    derived: tuple[Predicate, ...] = ()
    held: tuple[Predicate, ...] = ()
    stated: tuple[Finding, ...] = ()
    withdrawn: tuple[Finding, ...] = ()


class Asked(_Event):
    """A question or a confirmation, and the person's answer (None: no answer)."""

    kind: Literal["asked"] = "asked"
    agent: str
    question: str
    answer: str | None
    confirmation: bool = False


class Noticed(_Event):
    """A notice for a person: a retry, a degraded tree, a warning."""

    kind: Literal["noticed"] = "noticed"
    level: Literal["info", "warning", "error"] = "warning"
    text: str


class RunEnded(_Event):
    kind: Literal["run_ended"] = "run_ended"
    summary: RunSummary


Event = Annotated[
    RunStarted
    | RoundStarted
    | StateEntered
    | PhaseEnded
    | PictureSaved
    | ModelAnswered
    | StepEnded
    | SubtaskEnded
    | EndStated
    | Asked
    | Noticed
    | RunEnded,
    Field(discriminator="kind"),
]
