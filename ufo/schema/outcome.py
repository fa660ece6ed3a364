"""How a step and a run end (design.md §4)."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from ufo.schema.evaluation import Evaluation
from ufo.schema.exit_codes import EXIT_CANCELLED, EXIT_FAILED
from ufo.schema.predicate import Finding
from ufo.schema.reading import Account
from ufo.schema.usage import Usage


class RunOutcome(StrEnum):
    VERIFIED = "VERIFIED"
    COMPLETED_UNVERIFIED = "COMPLETED_UNVERIFIED"
    FAILED = "FAILED"
    NEEDS_HELP = "NEEDS_HELP"
    LIMIT = "LIMIT"
    CANCELLED = "CANCELLED"
    DRY_RUN = "DRY_RUN"

    @property
    def exit_code(self) -> int:
        return _EXIT_CODES[self]


_EXIT_CODES = {
    RunOutcome.VERIFIED: 0,
    RunOutcome.COMPLETED_UNVERIFIED: 10,
    RunOutcome.FAILED: EXIT_FAILED,
    RunOutcome.NEEDS_HELP: 12,
    RunOutcome.LIMIT: 13,
    RunOutcome.CANCELLED: EXIT_CANCELLED,
    RunOutcome.DRY_RUN: 15,
}


class SubtaskRecord(BaseModel):
    """A finished sub-task, as the HostAgent sees it in its next prompt. `course` identifies everything that was seen and done
    in it, `node` the sub-task in the request's graph; `planned_after`: how many had ended when it was planned. `unsaid`: nobody
    said `result`: it is what tools returned, in a sub-task that did not only read, and so may be no more than a look at its own
    work. `only_said`: no act was carried out in it, and no control in sight tells `result`.
    """

    model_config = ConfigDict(frozen=True)

    subtask: str
    status: str
    result: str = ""
    unsaid: bool = False
    only_said: bool = False
    reason: str = ""
    agent: str = ""
    findings: tuple[Finding, ...] = ()
    course: str = ""
    node: str = ""
    planned_after: int | None = None


class CarriedOut(BaseModel):
    """What was carried out for a request. `acts`: the names of the acts, without looks, in order; `changed`: whether one of them
    may have changed something, and did not only move around; `only_said`: not even a look stands behind what was said; `unseen`:
    an agent took part whose acts are not seen here; `profiles`: whose profile each browser works in that was opened or chosen.
    """

    model_config = ConfigDict(frozen=True)

    acts: tuple[str, ...] = ()
    changed: bool = False
    only_said: bool = False
    unseen: bool = False
    profiles: tuple[str, ...] = ()


class RunSummary(BaseModel):
    """The result of a run; `ufo run --json` prints it as its last line. `faults`: how many faults of ufo's own the run
    survived, each with its traceback in the run's `ufo.log`. `evaluation`: the judgement of a model of its own, None where the
    settings name none (`agents.evaluation`) or nothing was done that it could judge. `account`: what became of each part of the
    request and who asked for each change; None where the request did not get as far as being read. `comment`: what whoever ended
    the work said to the person besides the answer and the reason; nothing checks it. `carried_out`: None where the request was
    broken off from outside.
    """

    model_config = ConfigDict(frozen=True)

    outcome: RunOutcome
    reason: str
    answer: str
    evidence: tuple[Finding, ...]
    steps: int
    usage: Usage
    seconds: float
    log_path: str
    files: tuple[str, ...] = ()
    faults: int = 0
    evaluation: Evaluation | None = None
    account: Account | None = None
    comment: str = ""
    carried_out: CarriedOut | None = None

    @property
    def answer_is_shown(self) -> bool:
        """Whether facts show the answer. Otherwise it is no more than the agents' words."""
        only_said = self.carried_out is not None and self.carried_out.only_said
        return self.outcome is RunOutcome.VERIFIED and not only_said
