"""What a move is decided on, and what it decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ufo.planner.text.similarity import plain
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import ResultStatus
from ufo.schema.inputs import AppInputs
from ufo.schema.predicate import Predicate
from ufo.schema.target import TargetInfo


@dataclass(frozen=True, slots=True)
class Move:
    """What one step does next.

    `ends`: the step is done when the actions have succeeded. `steady`: the same controls will stand there afterwards, so
    that the next step can be decided on the same look. `failure` and `question` end the turn without an action. `consent`:
    what the person has to agree to before the actions run.
    """

    thought: str
    actions: tuple[ActionCommandInfo, ...] = ()
    ends: bool = True
    steady: bool = False
    result: str = ""
    expect: tuple[Predicate, ...] = ()
    failure: str = ""
    question: str = ""
    consent: str = ""


@dataclass(frozen=True)
class Scene:
    """One look, seen from one step of a sub-task.

    `own`: what this step did before; `before`: what earlier steps did, those decided on this same look included (they
    have no result yet). `unmet`: why the step is not done although its actions succeeded, or "".
    """

    inputs: AppInputs
    own: tuple[ActionCommandInfo, ...] = ()
    before: tuple[ActionCommandInfo, ...] = ()
    unmet: str = ""
    is_last: bool = True

    @property
    def is_alone(self) -> bool:
        """Whether the step is the whole sub-task: what a tool reads then is what the sub-task came to."""
        return self.is_last and not self.before

    @property
    def controls(self) -> tuple[TargetInfo, ...]:
        return self.inputs.controls

    def has(self, tool: str) -> bool:
        return any(info.tool_name == tool for info in self.inputs.tools)

    @property
    def attempts(self) -> int:
        """How often a way was tried in vain."""
        failed = sum(one.result.status is ResultStatus.FAILURE and not _was_foreseen(one) for one in self.own)
        return failed + bool(self.unmet)

    @property
    def last_error(self) -> str:
        errors = [action.result.error for action in self.own if action.result.status is ResultStatus.FAILURE]
        return self.unmet or (errors[-1] if errors and errors[-1] else "")

    def done(self, function: str) -> tuple[ActionCommandInfo, ...]:
        """This step's successful actions of one kind."""
        return tuple(action for action in self.own if action.function == function and action.result.ok)

    def clicks_on(self, name: str) -> int:
        return sum(plain(str(action.arguments.get("name", ""))) == plain(name) for action in self.done("click_input"))

    def answer(self, question: str) -> str:
        """What the person last answered to a question that begins so, "" where there is no answer."""
        for asked in reversed(self.inputs.blackboard.questions):
            if str(asked.get("question", "")).startswith(question):
                return str(asked.get("answer") or "").strip()
        return ""


def _was_foreseen(one: ActionCommandInfo) -> bool:
    """What was named by path before it was there failed for want of a look, which says nothing of the way."""
    return "path" in one.arguments and "id" not in one.arguments and one.function != "visit"


def action(function: str, control: TargetInfo | None = None, /, **arguments: Any) -> ActionCommandInfo:
    """A call of a tool; `control` fills its id and name."""
    named = {"id": control.id or "", "name": control.name} if control is not None else {}
    return ActionCommandInfo(function=function, arguments={**named, **arguments}, status="CONTINUE", target=control)


def kept(text: str, scene: Scene) -> Move:
    """A value known from the look. A later turn can only know it where an action has carried it."""
    if scene.is_last or not scene.has("summary"):
        return Move("It is in sight.", result=text, steady=True)
    return Move("It is in sight; keep it for the answer.", (action("summary", text=text),), result=text, steady=True)


def failed(reason: str, actions: Sequence[ActionCommandInfo] = ()) -> Move:
    return Move(thought=reason, failure=reason, actions=tuple(actions))


def asked(question: str) -> Move:
    return Move(thought="Only the person can tell.", question=question)


def first_way_left(scene: Scene, what: str, ways: Sequence[Callable[[], Move | None]]) -> Move:
    """The first way, and after each failure the next one; a way that gives None is none here."""
    moves = [move for way in ways if (move := way()) is not None]
    if scene.attempts < len(moves):
        return replace(moves[scene.attempts])
    if not moves:
        return failed(f"{what} is not possible here: none of the tools offered can do it")
    return failed(f"{what} did not work: {scene.last_error or 'the application did not react'}")
