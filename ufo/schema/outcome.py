"""How a step and a run end (design.md §4)."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from ufo.schema.evaluation import Evaluation
from ufo.schema.exit_codes import EXIT_CANCELLED, EXIT_FAILED
from ufo.schema.predicate import Finding
from ufo.schema.reading import Account


class RunOutcome(StrEnum):
    VERIFIED = "VERIFIED"
    COMPLETED_UNVERIFIED = "COMPLETED_UNVERIFIED"
    FAILED = "FAILED"
    NEEDS_HELP = "NEEDS_HELP"
    LIMIT = "LIMIT"
    CANCELLED = "CANCELLED"

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
}


class Usage(BaseModel):
    """What one model call used, or the sum of several. `cost` is in USD, None where the price of a part is not known;
    `known_cost` is what the other parts cost.

    `cached_tokens`: input tokens that the endpoint had in its cache; `cache_written_tokens`: input tokens that it put there.
    Both are a part of `input_tokens`. `local_decisions`: turns that were decided without asking the model. `format_errors`:
    answers that did not fit their schema. `mended_answers`: answers that were written with slips and meant one thing, so that
    they were mended and not asked for again.
    """

    model_config = ConfigDict(frozen=True)

    model_calls: int = 0
    local_decisions: int = 0
    format_errors: int = 0
    mended_answers: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    cache_written_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0
    known_cost: float = 0.0

    @property
    def least_cost(self) -> float:
        """What is certain to have been spent, in USD."""
        return self.known_cost if self.cost is None else self.cost

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    def __add__(self, other: Usage) -> Usage:
        least = self.least_cost + other.least_cost
        known = self.cost is not None and other.cost is not None
        return Usage(
            model_calls=self.model_calls + other.model_calls,
            local_decisions=self.local_decisions + other.local_decisions,
            format_errors=self.format_errors + other.format_errors,
            mended_answers=self.mended_answers + other.mended_answers,
            input_tokens=self.input_tokens + other.input_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            cache_written_tokens=self.cache_written_tokens + other.cache_written_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost=least if known else None,
            known_cost=0.0 if known else least,
        )


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
