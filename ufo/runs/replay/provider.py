"""A provider that gives the answers of a recorded run again, one a turn, with their controls and windows found anew.

A control's id holds for one look only, so that each is looked for by its selector, as a saved skill does. What is not there any
more is a difference, and never something else that is like it.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable
from typing import Any, NoReturn

from ufo.errors import ModelUnavailable
from ufo.llm.provider import Completion, Turn
from ufo.runs.replay.comparison import Comparison
from ufo.runs.replay.moved import Difference, Moved
from ufo.runs.replay.recorded_turns import RecordedTurn, reading_again
from ufo.schema.action import ActionCommandInfo, ids_in, with_ids
from ufo.schema.inputs import AppInputs, HostInputs, OrderInputs, ReadingInputs
from ufo.schema.target import TargetInfo, TargetKind
from ufo.schema.usage import Usage
from ufo.trace.events import RequestRead


class ReplayProvider:
    """Gives the answers of `turns` in order, and ends the run where one does not fit the world any more."""

    def __init__(
        self,
        run_id: str,
        turns: Iterable[RecordedTurn],
        move: Moved,
        comparison: Comparison,
        readings: Iterable[RequestRead] = (),
    ) -> None:
        self.name = f"replay:{run_id}"
        self.sees_pictures = False
        self._turns = deque(turns)
        self._readings = deque(readings)
        self._reading: RequestRead | None = None
        self._move = move
        self._comparison = comparison

    async def close(self) -> None:
        return None

    async def complete(self, turn: Turn) -> Completion:
        """Return the next recorded answer. Raises ModelUnavailable where the world differs too much for it."""
        if isinstance(turn.reading, OrderInputs):
            raise ModelUnavailable("a recorded run consents to nothing: the person of today does")
        if isinstance(turn.reading, ReadingInputs):
            if not turn.repairs:
                self._reading = self._readings.popleft() if self._readings else None
            return Completion(self._read(turn.reading), Usage(local_decisions=1), self.name)
        if turn.repairs:
            self._stop(self._comparison.compared_step, "the answer fits what is there", turn.repairs[-1][1], "turn")
        self._comparison.end_turn()
        if self._comparison.stopped is None and not self._turns:
            self._stop(
                self._comparison.compared_step,
                "the run to be over",
                f"a further turn of the {turn.agent} agent",
                "turn",
            )
        if self._comparison.stopped is not None:
            raise ModelUnavailable(f"the world differs from step {self._comparison.stopped.step} of the recorded run")
        recorded = self._turns.popleft()
        if recorded.is_hosts is not isinstance(turn.inputs, HostInputs):
            self._stop(recorded.step, f"a turn of {recorded.ended.agent}", f"one of the {turn.agent} agent", "turn")
        self._comparison.expect(recorded)
        said = self._move.value(recorded.ended.response)
        answer = self._answer(recorded, said, turn.inputs)
        return Completion(json.dumps(answer, ensure_ascii=False), Usage(local_decisions=1), self.name)

    def _read(self, asked: ReadingInputs) -> str:
        recorded = self._reading
        read = reading_again(recorded, asked, self._move) if recorded is not None else None
        if read is None:
            raise ModelUnavailable("the recorded run has no reading here")
        return read.model_dump_json()

    def _answer(self, recorded: RecordedTurn, said: dict[str, Any], inputs: HostInputs | AppInputs) -> dict[str, Any]:
        if isinstance(inputs, HostInputs):
            return self._hosts(recorded, said, inputs)
        return {**said, "action": self._found_anew(recorded, said, inputs)}

    def _stop(self, step: int, expected: str, found: str, what: str) -> NoReturn:
        self._comparison.add(Difference(step, expected, found, what, stops=True))
        raise ModelUnavailable(f"the world differs from step {step} of the recorded run: {found}")

    def _hosts(self, recorded: RecordedTurn, said: dict[str, Any], inputs: HostInputs) -> dict[str, Any]:
        chosen: dict[str, str] = {}
        calls = [dict(call) for call in said.get("functions") or ()]
        for place, action in enumerate(recorded.actions):
            chosen = self._of_window(recorded.step, action, inputs)
            if chosen and place < len(calls):
                calls[place]["arguments"] = chosen
        said = {**said, "functions": calls} if calls else said
        return (
            {**said, "arguments": chosen, "control_label": chosen["id"], "control_text": chosen["name"]}
            if chosen
            else said
        )

    def _of_window(self, step: int, action: ActionCommandInfo, inputs: HostInputs) -> dict[str, str]:
        """Return what names the window or agent of an action here; {} for one that works none: it has no target."""
        window = self._window(step, action.target, inputs) if action.target is not None else None
        return {} if window is None else {"id": window.id or "", "name": window.name}

    def _window(self, step: int, wanted: TargetInfo, inputs: HostInputs) -> TargetInfo:
        name = self._move.text(wanted.name)
        if wanted.kind is TargetKind.THIRD_PARTY_AGENT:
            same = [target for target in inputs.targets if target.kind is wanted.kind and target.name == name]
        else:
            same = [
                target for target in inputs.targets if target.app_root == wanted.app_root and target.kind is wanted.kind
            ]
        fits = [target for target in same if target.name == name] or same
        if len(fits) != 1:
            fits = [fit for fit in fits if "active" in fit.states]
        if len(fits) != 1:
            there = ", ".join(repr(target.name) for target in inputs.targets) or "none"
            self._stop(
                step,
                f"the window {name!r} of {wanted.app_root or wanted.process}",
                f"the windows are: {there}",
                "window",
            )
        if fits[0].name != name:
            self._comparison.add(Difference(step, f"the window is titled {name!r}", repr(fits[0].name), "window"))
        return fits[0]

    def _found_anew(self, recorded: RecordedTurn, said: dict[str, Any], inputs: AppInputs) -> list[dict[str, Any]]:
        """Return the actions with ids that no look gives, so that their controls are found by their selectors. What was never
        carried out names its control by what it was called.
        """
        actions = []
        for number, item in enumerate(said.get("action") or (), 1):
            done = _carried_out(recorded, number - 1, item)
            known = done.selectors if done is not None else {}
            arguments = dict(item.get("arguments") or {})
            if arguments.get("id") and done is not None and done.arguments.get("name"):
                # An answer may name its control by the id alone; what was called so then is looked for now.
                arguments.setdefault("name", self._move.text(str(done.arguments["name"])))
            old_ids = ids_in(arguments)
            ids = {
                old: f"replay-{number}-{old}" if old in known else self._called(recorded.step, done, old, inputs)
                for old in old_ids
            }
            actions.append(
                {
                    "function": item.get("function", ""),
                    "arguments": with_ids(arguments, ids),
                    "status": item.get("status", ""),
                    "selectors": {ids[old]: known[old].model_dump(mode="json") for old in old_ids if old in known},
                }
            )
        return actions

    def _called(self, step: int, done: ActionCommandInfo | None, old: str, inputs: AppInputs) -> str:
        target = done.target if done is not None else None
        if target is None or target.id != old:
            return old
        same = [
            control
            for control in inputs.controls
            if (control.type, control.name) == (target.type, self._move.text(target.name))
        ]
        if len(same) != 1:
            found = f"{len(same)} such among {len(inputs.controls)} controls"
            self._stop(step, f"a {target.type} {target.name!r}", found, "control")
        return str(same[0].id)


def _carried_out(recorded: RecordedTurn, index: int, said: dict[str, Any]) -> ActionCommandInfo | None:
    """Return the action as it was carried out; None where the recording has no such one in that place."""
    done = [action for action in recorded.actions if action.function]
    fits = index < len(done) and done[index].function == said.get("function")
    return done[index] if fits else None
