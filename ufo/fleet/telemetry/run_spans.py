"""A run as the spans of one trace, made from its own event log: the attempt, its turns, and in these the calls of models and the
acts. The names are those of OpenTelemetry's conventions for generative AI. No text of a request, a prompt, an answer or an act is
among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from ufo.fleet.jobs.ends import AttemptEnd, TaskState
from ufo.fleet.jobs.names import AttemptId
from ufo.llm.vendors import VENDORS
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import ResultStatus
from ufo.trace.events import Event, ModelAnswered, RunStarted, StepEnded

Told = Mapping[str, str | int | float]

_NS = 1_000_000_000
_OPERATION, _AGENT, _MODEL = "gen_ai.operation.name", "gen_ai.agent.name", "gen_ai.request.model"
_UNDONE = (ResultStatus.FAILURE, ResultStatus.SKIPPED)


@dataclass(frozen=True, slots=True)
class RunSpan:
    """A part of a run. `began`, `ended`: nanoseconds since 1970. `parent`: its place among all spans; None for the attempt, which
    is the first. `is_call`: it is a call of a service.
    """

    name: str
    began: int
    ended: int
    told: Told
    parent: int | None = 0
    has_failed: bool = False
    is_call: bool = False


def spans_of(attempt: AttemptId, events: Sequence[Event], end: AttemptEnd | None) -> list[RunSpan]:
    """Return the spans of an attempt, none where its log was not begun. `end`: None where it was cut or cancelled."""
    started = next((event for event in events if isinstance(event, RunStarted)), None)
    if started is None:
        return []
    run = _Run(round(datetime.fromisoformat(started.started).timestamp() * _NS))
    turns = [event for event in events if isinstance(event, StepEnded) and not event.consented]
    places = {turn.step: place for place, turn in enumerate(turns, 1)}
    spans = [_attempt(attempt, started, end, run, max(event.at for event in events))]
    spans += [run.turn(turn) for turn in turns]
    for event in events:
        parent = places.get(event.step, 0)
        if isinstance(event, ModelAnswered) and event.usage.model_calls:
            spans.append(run.call(event, parent))
        elif isinstance(event, StepEnded):
            spans += run.acts(event.actions, parent)
    return spans


def _attempt(attempt: AttemptId, started: RunStarted, end: AttemptEnd | None, run: _Run, last_s: float) -> RunSpan:
    told: Told = {
        _OPERATION: "invoke_agent",
        _AGENT: "ufo",
        "gen_ai.conversation.id": started.run_id,
        "ufo.job": attempt.task.job,
        "ufo.task": str(attempt.task),
        "ufo.attempt": attempt.number,
        "ufo.outcome": end.outcome.value if end else "CANCELLED",
        "ufo.cost_usd": end.cost if end else 0.0,
    }
    has_failed = end is None or end.state is not TaskState.DONE
    return RunSpan("invoke_agent ufo", run.time(0.0), run.time(last_s), told, None, has_failed)


@dataclass(frozen=True, slots=True)
class _Run:
    began: int

    def time(self, at_s: float) -> int:
        return self.began + round(at_s * _NS)

    def turn(self, turn: StepEnded) -> RunSpan:
        where = {"ufo.application": turn.application} if turn.application else {}
        about = {_AGENT: turn.agent, "ufo.status": turn.status, **where}
        told: Told = {_OPERATION: "invoke_agent", "ufo.step": turn.step, **about}
        began = self.time(max(0.0, turn.at - turn.seconds))
        return RunSpan(f"invoke_agent {turn.agent}", began, self.time(turn.at), told, 0, turn.error is not None)

    def call(self, call: ModelAnswered, parent: int) -> RunSpan:
        kind, _, model = (call.asked or call.model).partition(":")
        # Others than those of a provider that ufo knows hold paths or names of programs.
        asked = model if kind in VENDORS else kind
        told: Told = {
            _OPERATION: "chat",
            "gen_ai.provider.name": kind,
            _MODEL: asked,
            "gen_ai.response.model": call.model if kind in VENDORS else asked,
            "gen_ai.usage.input_tokens": call.usage.input_tokens,
            "gen_ai.usage.output_tokens": call.usage.output_tokens,
            "gen_ai.usage.cache_read.input_tokens": call.usage.cached_tokens,
            "gen_ai.usage.cache_creation.input_tokens": call.usage.cache_written_tokens,
            "ufo.calls": call.usage.model_calls,
            "ufo.cost_usd": call.usage.least_cost,
        }
        began = self.time(max(0.0, call.at - call.seconds))
        return RunSpan(
            f"chat {asked}", began, self.time(call.at), told, parent, call.error is not None, is_call=kind in VENDORS
        )

    def acts(self, actions: Iterable[ActionCommandInfo], parent: int) -> Iterable[RunSpan]:
        for action in actions:
            if action.result.span is not None:
                began, ended = (round(second * _NS) for second in action.result.span)
                told = {
                    _OPERATION: "execute_tool",
                    "gen_ai.tool.name": action.function,
                    "ufo.status": action.result.status.value,
                    "ufo.effect": action.result.effect.value if action.result.effect else "",
                }
                has_failed = action.result.status in _UNDONE
                yield RunSpan(f"execute_tool {action.function}", began, ended, told, parent, has_failed)
