"""Counts what a run cost and what its turns were wasted on, from its events."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, ResultStatus
from ufo.schema.usage import Usage
from ufo.trace.events import ModelAnswered, StepEnded
from ufo.trace.reader import RunRecord, read_run

ANSWER_REJECTED = "answer rejected"
REFUSED = "all refused"
FAILED = "all failed"
UNCHANGED = "nothing changed"
ASKED_TWICE = "asked twice"
NOTHING_DONE = "nothing done"
SENT_BACK = "end sent back"
GIVEN_UP = "sub-task given up"
BROKEN_OFF = "broken off"


@dataclass(frozen=True, slots=True)
class TurnCount:
    """One turn of an agent. `calls`: how often the model was asked in it; `wasted`: what each wasted one of them was wasted on,
    one reason each. `left_out`: actions that were skipped. `local`: it was decided without the model.
    """

    step: int
    agent: str
    status: str
    calls: int
    actions: int
    refusals: int
    left_out: int
    wasted: tuple[str, ...]
    why: str = ""
    local: bool = False


@dataclass(frozen=True, slots=True)
class RunCount:
    """`own_seconds`: outside of the model; an App turn's and an action's own seconds are in `turn_seconds`. `outcome` is "" where
    the run did not end.
    """

    outcome: str
    reason: str
    answer: str
    calls: int
    tokens_a_call: int
    seconds: float
    own_seconds: float
    turn_seconds: tuple[float, ...]
    refusals: int
    left_out: int
    wasted: int
    turns: tuple[TurnCount, ...]

    def as_object(self) -> dict[str, Any]:
        """Return it as JSON would give it back."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain


def count(folder: Path) -> RunCount:
    """Count one run, also one that was broken off. Raises TraceError where there is none in `folder`."""
    record = read_run(folder)
    turns = tuple(_turns(record.of(StepEnded)))
    answered = record.of(ModelAnswered)
    used = (
        sum((model_answered.usage for model_answered in answered), Usage())
        if record.summary is None
        else record.summary.usage
    )
    seconds = max((event.at for event in record.events), default=0.0)
    summary = record.summary
    return RunCount(
        outcome="" if summary is None else summary.outcome.value,
        reason="" if summary is None else summary.reason,
        answer="" if summary is None else summary.answer,
        calls=used.model_calls,
        tokens_a_call=round(used.input_tokens / used.model_calls) if used.model_calls else 0,
        seconds=round(seconds, 1),
        own_seconds=round(max(0.0, seconds - sum(model_answered.seconds for model_answered in answered)), 1),
        turn_seconds=tuple(_own_seconds(record)),
        refusals=sum(turn.refusals for turn in turns),
        left_out=sum(turn.left_out for turn in turns),
        wasted=sum(len(turn.wasted) for turn in turns),
        turns=turns,
    )


def _own_seconds(record: RunRecord) -> Iterator[float]:
    """Yield the seconds outside the model of each turn of an AppAgent."""
    thought = 0.0
    for event in record.events:
        if isinstance(event, ModelAnswered):
            thought += event.seconds
        elif isinstance(event, StepEnded) and not event.consented:
            if event.agent.startswith("AppAgent"):
                yield round(max(0.0, event.seconds - thought), 2)
            thought = 0.0


def _turns(steps: Sequence[StepEnded]) -> Iterator[TurnCount]:
    before: StepEnded | None = None
    for step in _with_consented(steps):
        wasted = [ANSWER_REJECTED] * step.usage.format_errors
        rest = _wasted_on(step, before)
        if step.usage.model_calls > len(wasted) and rest:
            wasted.append(rest)
        yield TurnCount(
            step=step.step,
            agent=step.agent.partition("/")[0],
            status=step.status,
            calls=step.usage.model_calls,
            actions=len(step.actions),
            refusals=sum(_is_refused(action) for action in step.actions),
            left_out=sum(action.result.status is ResultStatus.SKIPPED for action in step.actions),
            wasted=tuple(wasted),
            why=_why(step),
            local=step.usage.local_decisions > 0,
        )
        before = step


def _with_consented(steps: Sequence[StepEnded]) -> Iterator[StepEnded]:
    """Yield the turns. What was consented to later has its result in a step of its own, which is put into its turn."""
    for step, following in zip_longest(steps, steps[1:]):
        if step.consented:
            continue
        if following is not None and following.consented:
            yield step.model_copy(update={"actions": following.actions, "error": following.error})
        else:
            yield step


def _wasted_on(step: StepEnded, before: StepEnded | None) -> str:
    """Return what a turn was wasted on: nothing of it brought the task on. "" for a turn that did."""
    acted = [action for action in step.actions if action.function and action.result.status is not ResultStatus.NONE]
    if not acted:
        return _idle(step)
    if before is not None and _same(step, before):
        return ASKED_TWICE
    if any(_brought_on(action_command) for action_command in acted):
        return ""
    if any(_is_refused(action_command) for action_command in acted):
        return REFUSED
    return UNCHANGED if any(action_command.result.ok for action_command in acted) else FAILED


def _idle(step: StepEnded) -> str:
    if step.error:
        return BROKEN_OFF
    if step.status == "CONTINUE" and step.response.get("status") == "FINISH":
        return SENT_BACK
    if not step.agent.startswith("AppAgent"):
        return ""
    # A word of the end or a question needs no action.
    return {"CONTINUE": NOTHING_DONE, "FAIL": GIVEN_UP}.get(step.status, "")


def _same(step: StepEnded, before: StepEnded) -> bool:
    return (
        step.agent == before.agent
        and len(step.actions) == len(before.actions)
        and all(now.is_same_action(then) for now, then in zip(step.actions, before.actions, strict=True))
        and not any(action.result.ok for action in before.actions)
    )


def _brought_on(action: ActionCommandInfo) -> bool:
    return action.result.ok and action.result.effect not in (Effect.SUSPECTED_NOOP, Effect.REFUSED)


def _is_refused(action: ActionCommandInfo) -> bool:
    return action.result.effect is Effect.REFUSED


def _why(step: StepEnded) -> str:
    """Return the first thing that went wrong in a turn, in its own words."""
    for action in step.actions:
        if not _brought_on(action) and action.result.status is not ResultStatus.NONE:
            said = action.result.error or "; ".join(action.result.evidence)
            return f"{action.function}: {said}"[:300]
    return (step.error or "")[:300]
