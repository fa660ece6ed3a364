"""The AppAgent's half of the built-in planner: from one look at a window to the next actions of its sub-task."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ufo.schema.action import ActionCommandInfo
from ufo.schema.inputs import AppInputs
from ufo.schema.predicate import Predicate
from ufo.schema.response import AppAgentResponse
from ufo_planner import intents
from ufo_planner.grammar.parse import parse
from ufo_planner.intents import (
    Intent,
    ReadValue,
)
from ufo_planner.plan_text import PlannedStep, Progress, read_progress
from ufo_planner.scene.dialogs import greeting_to_leave
from ufo_planner.scene.press import press, press_keys
from ufo_planner.scene.results import table_of
from ufo_planner.scene.scene import Move, Scene, failed
from ufo_planner.ui.calculator import compute
from ufo_planner.ui.cells import extract_table, insert_table, make_chart, write_cell
from ufo_planner.ui.choose import choose_menu, click, select_item, set_checked
from ufo_planner.ui.navigate import go_to
from ufo_planner.ui.read import read_value
from ufo_planner.ui.save import save
from ufo_planner.ui.text import type_into


def decide_intent(intent: Intent, scene: Scene) -> Move:
    """Return the next move for one step."""
    return _MOVES[type(intent)](intent, scene)


def _unclear(intent: intents.Unclear, scene: Scene) -> Move:
    return failed(
        f"the built-in planner does not understand {intent.text!r}: {intent.reason}; a model may (docs/models.md)"
    )


def _in_use(intent: intents.Open, scene: Scene) -> Move:
    """The HostAgent opens: here the application is in use."""
    return Move(f"{scene.inputs.window.name!r} is in use.", steady=True)


_MOVES: dict[type, Callable[[Any, Scene], Move]] = {
    intents.Open: _in_use,
    intents.Close: lambda intent, scene: failed(f"{intent.text!r} is done from outside of the window"),
    intents.ClickControl: click,
    intents.ChooseMenu: choose_menu,
    intents.SelectItem: select_item,
    intents.SetChecked: set_checked,
    intents.TypeInto: type_into,
    intents.PressKeys: press_keys,
    intents.ReadValue: read_value,
    intents.Compute: compute,
    intents.ExtractTable: extract_table,
    intents.WriteCell: write_cell,
    intents.InsertTable: insert_table,
    intents.MakeChart: make_chart,
    intents.Save: save,
    intents.GoTo: go_to,
    intents.Unclear: _unclear,
}


_ACTIONS_PER_STEP_AT_MOST = 80
_READING = frozenset(
    {"summary", "texts", "read_text", "read_table", "get_range_values", "read_cells", "wait", "wait_for"}
)


def decide(inputs: AppInputs) -> AppAgentResponse:
    return decide_steps(inputs, steps_of(inputs.subtask, inputs.request))


def decide_steps(inputs: AppInputs, steps: tuple[Intent, ...]) -> AppAgentResponse:
    """Decide the next actions from `inputs` alone, keeping nothing between calls. `steps`: what the sub-task asks for."""
    progress = read_progress(inputs, steps)
    if not progress.left:
        return _Answer(inputs, progress).finished()
    return _carry_out(inputs, progress)


def steps_of(subtask: str, request: str) -> tuple[Intent, ...]:
    """Return the steps of a sub-task: those of the request whose words it has, else what it says itself."""
    whole = parse(request)
    wanted = " ".join(subtask.split())
    for start in range(len(whole)):
        said = ""
        for end in range(start, len(whole)):
            said += ("; " if said else "") + " ".join(whole[end].text.split())
            if said == wanted:
                return whole[start : end + 1]
            if not wanted.startswith(said):
                break
    return parse(subtask)


def _carry_out(inputs: AppInputs, progress: Progress) -> AppAgentResponse:
    """Decide one step after another for as long as they can be decided on the same look."""
    answer = _Answer(inputs, progress)
    for place, step in enumerate(progress.left):
        scene = _scene(inputs, progress, place, answer.actions)
        move = _decided(step.intent, scene)
        if move.failure or move.question:
            # A step that this look cannot decide may be decided on the next one.
            return answer.going_on(place) if answer.actions else answer.stopped(move)
        if isinstance(step.intent, ReadValue) and answer.changes_something:
            # The value to read is the one after these actions, which this look does not show.
            return answer.going_on(place)
        if not move.steady and answer.expects_of_this_look:
            # Prove what was written before an action that may hide it.
            return answer.going_on(place)
        answer.add(step, move)
        if not move.ends:
            return answer.going_on(place + 1)
        if not move.steady:
            return answer.going_on(place + 1) if place + 1 < len(progress.left) else answer.finished()
    return answer.finished()


def _scene(inputs: AppInputs, progress: Progress, place: int, decided: Sequence[ActionCommandInfo]) -> Scene:
    step = progress.left[place]
    begun = step.since if step.since is not None else len(inputs.actions)
    return Scene(
        inputs,
        own=inputs.actions[begun:],
        before=(*inputs.actions[:begun], *decided),
        unmet=progress.unmet if place == 0 else "",
        is_last=place + 1 == len(progress.left),
    )


def _decided(intent: Intent, scene: Scene) -> Move:
    if len(scene.own) > _ACTIONS_PER_STEP_AT_MOST:
        reason = f"{intent.text!r} has taken {len(scene.own)} actions and is not done"
        return Move(reason, failure=reason)
    leave = greeting_to_leave(scene.controls, getattr(intent, "control", None))
    if leave is not None and not scene.clicks_on(leave.name):
        return replace(press(leave, scene), thought="Close the greeting that is shown at the start.", ends=False)
    return decide_intent(intent, scene)


@dataclass
class _Answer:
    """A response that is being built step by step."""

    inputs: AppInputs
    progress: Progress
    actions: list[ActionCommandInfo] = field(default_factory=list)
    steps: list[PlannedStep] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    expect: list[Predicate] = field(default_factory=list)

    @property
    def expects_of_this_look(self) -> bool:
        return any(condition.LOOKS_AT_WINDOW for condition in self.expect)

    @property
    def changes_something(self) -> bool:
        return any(action.function not in _READING for action in self.actions)

    def add(self, step: PlannedStep, move: Move) -> None:
        taken = len(self.inputs.actions) + len(self.actions)
        since = taken if step.since is None else step.since
        last = (taken, taken + len(move.actions)) if move.ends else None
        self.steps.append(replace(step, since=since, last=last))
        self.actions += move.actions
        self.thoughts.append(move.thought)
        self.expect += move.expect
        if move.result:
            self.results.append(move.result)

    def finished(self) -> AppAgentResponse:
        plan = [step.written() for step in self.steps] if self.actions else []
        return self._response("FINISH", plan, result=self._result())

    def going_on(self, place: int) -> AppAgentResponse:
        return self._response("CONTINUE", self._left(place))

    def _left(self, place: int) -> list[str]:
        left = [*self.steps, *self.progress.left[place:]]
        while left and left[0].last is not None and left[0].last[0] == left[0].last[1]:
            left.pop(0)
        return [step.written() for step in left]

    def stopped(self, move: Move) -> AppAgentResponse:
        self.thoughts.append(move.thought)
        self.actions += move.actions
        plan = [step.written() for step in self.progress.left]
        if move.question and "PENDING" in self.inputs.statuses:
            return self._response("PENDING", plan, questions=[move.question])
        reason = move.failure or f"only the person can answer: {move.question}"
        if "FAIL" not in self.inputs.statuses and "PENDING" in self.inputs.statuses:
            return self._response("PENDING", plan, questions=[reason])
        return self._response("FAIL", plan, result=reason)

    def _result(self) -> str:
        """Return the values of all steps in order. A table is returned alone, since programs read it."""
        values = [*_carried(self.inputs.actions), *self.results]
        tables = [value for value in values if table_of(value) is not None]
        return tables[-1] if tables else "\n".join(dict.fromkeys(values))

    def _response(
        self, status: str, plan: list[str], result: str = "", questions: Sequence[str] = ()
    ) -> AppAgentResponse:
        done = self.progress.total - len(self.progress.left)
        actions = [action.model_copy(update={"status": "CONTINUE"}) for action in self.actions]
        if actions:
            actions[-1] = actions[-1].model_copy(update={"status": status})
        return AppAgentResponse(
            observation=f"{self.inputs.window.name!r} shows {len(self.inputs.controls)} controls.",
            thought=" ".join(self.thoughts) or "Every step is done.",
            action=actions,
            status=status,
            plan=plan,
            comment=f"{done} of {self.progress.total} steps were done before this one.",
            questions=list(questions),
            result=result,
            expect=self.expect if status in ("FINISH", "CONTINUE") else [],
        )


def _carried(actions: Sequence[ActionCommandInfo]) -> list[str]:
    """Return the values that steps of earlier turns kept for the answer."""
    return [
        str(action.result.result)
        for action in actions
        if action.function == "summary" and action.result.ok and action.result.result
    ]
