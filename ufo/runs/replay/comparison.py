"""Compares a run that is played again with its recording, turn by turn, as it goes on, and keeps what differs.

What differs each time by itself counts for nothing: ids, places on the screen, process numbers, seconds. How sure an action is of
its effect may differ with the machine's speed, so that only "it did something" and "it did nothing" are told apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ufo.runs.replay.moved import Difference, Moved
from ufo.runs.replay.recorded_turns import RecordedTurn, turns_of
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, ResultStatus
from ufo.schema.predicate import Finding
from ufo.text.fold import shortened
from ufo.trace.events import Event, StepEnded

_BY_ITSELF = frozenset(
    (
        "id",
        "pid",
        "rect",
        "states",
        "call_id",
        "window_id",
        "process_id",
        "seconds",
        "modified",
        "mtime",
        "time",
        "doubt",
    )
)
_WITHOUT_EFFECT = (Effect.SUSPECTED_NOOP, Effect.REFUSED)
_SHOWN = 300


class Comparison:
    """A listener to the run that is played. `differences` grows turn by turn."""

    def __init__(self, move: Moved) -> None:
        self._move = move
        self._expected: RecordedTurn | None = None
        self._steps: list[StepEnded] = []
        self.differences: list[Difference] = []
        self.compared = 0
        self.compared_step = 0

    @property
    def stopped(self) -> Difference | None:
        return next((difference for difference in self.differences if difference.stops), None)

    def add(self, difference: Difference) -> None:
        self.differences.append(difference)

    def expect(self, turn: RecordedTurn) -> None:
        """Compare the turn before, which has ended, and expect this one next."""
        self.end_turn()
        self._expected = turn
        self.compared_step = turn.step

    def end_turn(self) -> None:
        """Compare the turn that has ended with what was expected of it."""
        expected, self._expected = self._expected, None
        steps, self._steps = self._steps, []
        played = turns_of(steps)
        if expected is not None and played:
            self.compared += 1
            self.differences += _differences(expected, played[-1], self._move)

    def on_event(self, event: Event) -> None:
        if isinstance(event, StepEnded):
            self._steps.append(event)


def _differences(then: RecordedTurn, now: RecordedTurn, move: Moved) -> Iterator[Difference]:
    acted = list(_actions(then, now, move))
    yield from acted
    yield from _findings(then, now.ended.findings, move)
    if not acted and then.ended.status != now.ended.status:
        why = f": {now.ended.error}" if now.ended.error else ""
        yield Difference(then.step, f"status {then.ended.status}", f"{now.ended.status}{why}", "status", stops=True)


def _actions(then: RecordedTurn, now: RecordedTurn, move: Moved) -> Iterator[Difference]:
    recorded = [action for action in then.actions if action.function]
    played = [action for action in now.actions if action.function]
    for index, action_command in enumerate(recorded):
        if index >= len(played):
            yield Difference(then.step, _did(action_command), "it was not done", "result", stops=True)
            return
        difference = _action(then.step, action_command, played[index], move)
        if difference is not None:
            yield difference
            if difference.stops:
                return


def _action(step: int, then: ActionCommandInfo, now: ActionCommandInfo, move: Moved) -> Difference | None:
    if then.result.status is not now.result.status:
        found = f"{now.result.status}: {now.result.error}" if now.result.error else str(now.result.status)
        return Difference(step, _did(then), found, "result", stops=then.result.ok)
    if then.result.status is not ResultStatus.SUCCESS:
        return None
    if _had_no_effect(then) != _had_no_effect(now):
        return Difference(step, _did(then), _came_to(now), "effect", stops=not _had_no_effect(then))
    before, after = _lasting(move.value(then.result.result)), _lasting(now.result.result)
    if before == after:
        return None
    return Difference(step, f"{then.action_string}: {_short(before)}", _short(after), "result")


def _had_no_effect(action: ActionCommandInfo) -> bool:
    return action.result.effect in _WITHOUT_EFFECT


def _did(action: ActionCommandInfo) -> str:
    return f"{action.action_string}: {_came_to(action)}"


def _came_to(action: ActionCommandInfo) -> str:
    result = action.result
    said = "; ".join(result.evidence) or result.error or ""
    return f"{result.effect or result.status}{f' ({_short(said)})' if said else ''}"


def _findings(then: RecordedTurn, played: Sequence[Finding], move: Moved) -> Iterator[Difference]:
    found = {finding.predicate: finding for finding in played}
    for finding in then.ended.findings:
        now = found.get(Finding.model_validate(move.value(finding.model_dump(mode="json"))).predicate)
        if now is None:
            yield Difference(then.step, move.text(finding.evidence), "it was not checked", "condition")
        elif now.truth is not finding.truth:
            expected = f"{finding.truth}: {move.text(finding.evidence)}"
            yield Difference(then.step, expected, f"{now.truth}: {now.evidence}", "condition")


def _lasting(value: Any) -> Any:
    """Return a result without what differs each time by itself."""
    if isinstance(value, dict):
        return {key: _lasting(item) for key, item in value.items() if key not in _BY_ITSELF}
    if isinstance(value, list | tuple):
        return [_lasting(item) for item in value]
    return value


def _short(value: Any) -> str:
    return shortened(str(value), _SHOWN)
