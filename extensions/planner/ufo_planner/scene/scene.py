"""The look that a move is decided on, and the move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import ResultStatus
from ufo.schema.inputs import AppInputs
from ufo.schema.predicate import Predicate
from ufo.schema.target import TargetInfo
from ufo_planner.text.labels import without_shortcut


@dataclass(frozen=True, slots=True)
class Move:
    """What one step does next.

    `ends`: the step is done once the actions have succeeded. `steady`: the same controls remain afterwards, so that the next
    step can be decided on the same look. `failure` and `question` end the turn without an action.
    """

    thought: str
    actions: tuple[ActionCommandInfo, ...] = ()
    ends: bool = True
    steady: bool = False
    result: str = ""
    expect: tuple[Predicate, ...] = ()
    failure: str = ""
    question: str = ""


@dataclass(frozen=True)
class Scene:
    """One look at a window, for one step of a sub-task.

    `own` are this step's earlier actions; `before` are those of earlier steps, including any decided on this same look,
    which have no result yet. `unmet` says why the step is not done although its actions succeeded, or is "".
    """

    inputs: AppInputs
    own: tuple[ActionCommandInfo, ...] = ()
    before: tuple[ActionCommandInfo, ...] = ()
    unmet: str = ""
    is_last: bool = True

    @property
    def controls(self) -> tuple[TargetInfo, ...]:
        return self.inputs.controls

    def has(self, tool: str) -> bool:
        return any(info.tool_name == tool for info in self.inputs.tools)

    @property
    def attempts(self) -> int:
        """The number of ways that were tried without success."""
        failed = sum(action_command.result.status is ResultStatus.FAILURE for action_command in self.own)
        return failed + bool(self.unmet)

    @property
    def last_error(self) -> str:
        errors = [action.result.error for action in self.own if action.result.status is ResultStatus.FAILURE]
        return self.unmet or (errors[-1] if errors and errors[-1] else "")

    def done(self, function: str) -> tuple[ActionCommandInfo, ...]:
        """Return this step's successful actions of one kind."""
        return tuple(action for action in self.own if action.function == function and action.result.ok)

    def clicks_on(self, name: str) -> int:
        return sum(
            without_shortcut(str(action.arguments.get("name", ""))) == without_shortcut(name)
            for action in self.done("click_input")
        )

    def answer(self, question: str) -> str:
        """Return the person's last answer to a question that begins with `question`, or "" where there is none."""
        for asked in reversed(self.inputs.blackboard.questions):
            if str(asked.get("question", "")).startswith(question):
                return str(asked.get("answer") or "").strip()
        return ""


def action(function: str, control: TargetInfo | None = None, /, **arguments: Any) -> ActionCommandInfo:
    """Return a call of a tool; `control` supplies its id and name."""
    named = {"id": control.id or "", "name": control.name} if control is not None else {}
    return ActionCommandInfo(function=function, arguments={**named, **arguments}, status="CONTINUE", target=control)


def kept(text: str, scene: Scene) -> Move:
    """Return a move that reports a value in sight. An action must carry it where later turns need it for the answer."""
    if scene.is_last or not scene.has("summary"):
        return Move("It is in sight.", result=text, steady=True)
    return Move("It is in sight; keep it for the answer.", (action("summary", text=text),), result=text, steady=True)


def failed(reason: str, actions: Sequence[ActionCommandInfo] = ()) -> Move:
    return Move(thought=reason, failure=reason, actions=tuple(actions))


def asked(question: str) -> Move:
    return Move(thought="Only the person can tell.", question=question)


def first_way_left(scene: Scene, what: str, ways: Sequence[Callable[[], Move | None]]) -> Move:
    """Return the first way, or after each failure the next one. A way that returns None is not possible here."""
    moves = [move for way in ways if (move := way()) is not None]
    if scene.attempts < len(moves):
        return replace(moves[scene.attempts])
    if not moves:
        return failed(f"{what} is not possible here: none of the tools offered can do it")
    return failed(f"{what} did not work: {scene.last_error or 'the application did not react'}")
