"""A made-up application for the planner: controls, what they do, and the loop of an AppAgent around `decide_steps`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ufo.conditions.kinds.element import ElementPredicate
from ufo.conditions.kinds.file import FilePredicate
from ufo.errors import ToolError
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Result, ResultStatus
from ufo.schema.inputs import AppInputs, BlackboardView
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.predicate import Predicate
from ufo.schema.response import AppAgentResponse
from ufo.schema.target import TargetInfo, TargetKind
from ufo.schema.tool import ToolInfo
from ufo_planner.app_turn import decide_steps
from ufo_planner.intents import Intent

GUI = (
    "click_input", "click_on_coordinates", "set_edit_text", "keyboard_input", "wheel_mouse_input", "texts", "wait",
    "wait_for", "summary",
)  # fmt: skip
STATUSES = ("CONTINUE", "SCREENSHOT", "FINISH", "FAIL", "PENDING", "CONFIRM")
_LIMIT = 25


def control(name: str, role: str = "Button", **more: Any) -> TargetInfo:
    """With `at=(x, y)` it is 100 by 20 pixels there, or `size`."""
    x, y = more.pop("at", (10, 10))
    width, height = more.pop("size", (100, 20))
    states = tuple(more.pop("states", ()))
    return TargetInfo(
        kind=TargetKind.CONTROL, name=name, type=role, rect=(x, y, x + width, y + height), states=states, **more
    )


@dataclass
class Stage:
    """Override or pass `on`: what a tool does, by its name; it gets the control and the arguments."""

    title: str = "Untitled - Editor"
    application: str = "editor"
    tools: tuple[str, ...] = GUI
    controls: list[TargetInfo] = field(default_factory=list)
    on: dict[str, Callable[[TargetInfo | None, Mapping[str, Any]], Any]] = field(default_factory=dict)
    outline: str = ""
    log: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    surprise: bool = False
    issued: dict[str | None, TargetInfo] = field(default_factory=dict)

    def look(self) -> tuple[TargetInfo, ...]:
        self.controls = [target.model_copy(update={"id": str(n)}) for n, target in enumerate(self.controls, 1)]
        self.issued = {target.id: target for target in self.controls}
        return tuple(self.controls)

    def change(self, name: str, **update: Any) -> None:
        self.controls = [
            target.model_copy(update=update) if target.name == name else target for target in self.controls
        ]

    def remove(self, *names: str) -> None:
        self.controls = [target for target in self.controls if target.name not in names]

    def perform(self, function: str, arguments: Mapping[str, Any]) -> Any:
        if function not in self.tools:
            raise AssertionError(f"{function} is not offered here")
        target = None
        if "path" in arguments and function != "visit":
            named = arguments["path"][-1]
            target = next((target for target in self.controls if target.name == named), None)
            if target is None:
                raise ToolError(f"no control answers to {named!r}; look again")
            arguments = {**arguments, "name": named}
        elif arguments.get("id"):
            seen = self.issued[arguments["id"]]
            target = next(
                (target for target in self.controls if (target.name, target.rect) == (seen.name, seen.rect)), None
            )
            if target is None or target.name != arguments["name"]:
                raise ToolError(f"no control has id {arguments['id']!r} any more; look again")
        self.log.append((function, {key: value for key, value in arguments.items() if key != "id"}))
        handler = self.on.get(function) or getattr(self, function, None)
        return handler(target, arguments) if handler else None

    def set_edit_text(self, target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        assert target is not None
        old = "" if arguments["clear_current_text"] else target.value or ""
        self.controls = [
            item.model_copy(update={"value": old + arguments["text"]}) if item is target else item
            for item in self.controls
        ]

    def holds(self, predicate: FilePredicate) -> bool:
        return True

    def summary(self, target: TargetInfo | None, arguments: Mapping[str, Any]) -> Any:
        return arguments["text"]

    def done(self, function: str) -> list[dict[str, Any]]:
        return [arguments for name, arguments in self.log if name == function]

    def clicked(self) -> list[str]:
        return [str(arguments["name"]) for arguments in self.done("click_input")]


@dataclass
class Run:
    """What came of a sub-task: the last answer, and every answer."""

    answers: list[AppAgentResponse]
    findings: list[Predicate]

    @property
    def last(self) -> AppAgentResponse:
        return self.answers[-1]

    @property
    def status(self) -> str:
        return self.last.status

    @property
    def result(self) -> str:
        return self.last.result

    @property
    def turns(self) -> int:
        return len(self.answers)


def play(
    stage: Stage,
    *intents: Intent,
    answers: Sequence[str] = (),
    records: Sequence[SubtaskRecord] = (),
    statuses: Sequence[str] = STATUSES,
    request: str = "",
    message: Sequence[str] = (),
) -> Run:
    """Runs the sub-task that `intents` stand for until it ends or asks more than `answers` has."""

    def read(text: str) -> tuple[Intent, ...]:
        return intents if text == "the sub-task" else ()

    return play_words(
        stage,
        "the sub-task",
        read=read,
        answers=answers,
        records=records,
        statuses=statuses,
        request=request,
        message=message,
    )


def play_words(
    stage: Stage,
    subtask: str,
    *,
    read: Callable[[str], tuple[Intent, ...]],
    answers: Sequence[str] = (),
    records: Sequence[SubtaskRecord] = (),
    statuses: Sequence[str] = STATUSES,
    request: str = "",
    message: Sequence[str] = (),
) -> Run:
    inputs = AppInputs(
        request=request or subtask, subtask=subtask, application=stage.application,
        window=TargetInfo(kind=TargetKind.WINDOW, name=stage.title, id="0", rect=(0, 0, 1000, 800)),
        controls=(), statuses=tuple(statuses), previous_subtasks=tuple(records), working_folder="/home/ada/work",
        host_message=tuple(message),
        tools=tuple(ToolInfo(tool_name=name, namespace="Test", tool_type="action") for name in stage.tools),
    )  # fmt: skip
    run, waiting = Run([], []), list(answers)
    for _ in range(_LIMIT):
        window = inputs.window.model_copy(update={"name": stage.title})
        inputs = replace(inputs, controls=stage.look(), window=window, outline=stage.outline)
        response = decide_steps(inputs, read(subtask))
        run.answers.append(response)
        if response.status == "CONFIRM" and (not waiting or waiting.pop(0) != "yes"):
            return run
        inputs = _carried_out(stage, inputs, response)
        run.findings += response.expect
        if response.status == "PENDING" and waiting:
            asked = {"question": response.questions[0], "answer": waiting.pop(0)}
            inputs = replace(inputs, blackboard=BlackboardView(questions=(*inputs.blackboard.questions, asked)))
        elif response.status in ("FINISH", "FAIL", "PENDING") and not inputs.feedback:
            return run
        elif response.status == "CONTINUE" and not response.action:
            raise AssertionError(f"goes on without doing anything: {response}")
    raise AssertionError(f"does not end: {[answer.plan for answer in run.answers[-3:]]}")


def _carried_out(stage: Stage, inputs: AppInputs, response: AppAgentResponse) -> AppInputs:
    """As the framework does: in order, the rest skipped after a failure or a surprise, then what is expected is checked."""
    ran: list[ActionCommandInfo] = []
    troubles: list[str] = []
    stage.surprise = False
    for action in response.action:
        if troubles:
            result = Result(status=ResultStatus.SKIPPED, error="something unexpected happened before it")
        else:
            try:
                value = stage.perform(action.function, action.arguments)
                result = Result(status=ResultStatus.SUCCESS, result=value)
            except ToolError as error:
                result = Result(status=ResultStatus.FAILURE, error=str(error))
                troubles.append(str(error))
            if stage.surprise and action is not response.action[-1]:
                troubles.append("a dialog opened")
        ran.append(action.model_copy(update={"result": result}))
    if not troubles:
        troubles += [f"does not hold: {condition}" for condition in response.expect if not _holds(stage, condition)]
    actions = (*inputs.actions, *ran)
    return replace(inputs, actions=actions, plan=tuple(response.plan), feedback="\n".join(troubles))


def _holds(stage: Stage, predicate: Predicate) -> bool:
    if isinstance(predicate, FilePredicate):
        return stage.holds(predicate)
    if not isinstance(predicate, ElementPredicate):
        return True
    found = [
        c for c in stage.controls if predicate.name in (c.name, c.label or "") and predicate.role in (None, c.type)
    ]
    if not predicate.exists:
        return not found
    return any(
        (predicate.value is None or target.value == predicate.value)
        and (predicate.state is None or predicate.state in target.states)
        for target in found
    )
