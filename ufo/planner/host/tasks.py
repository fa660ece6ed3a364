"""Decomposes a request into tasks for the HostAgent, in the order of their dependencies. All functions are pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ufo.planner import intents
from ufo.planner.parse.parse import parse
from ufo.planner.phrases.say import say, sentences
from ufo.planner.text.applications import agent_named, matching_windows
from ufo.planner.text.vocabulary import kind_of_application
from ufo.schema.patterns import any_case
from ufo.schema.target import TargetInfo

_TOLD = any_case(r"^(?:ask|tell|let|have|use|using|with|by\s+means\s+of|through|via)\s+")
_SKIPPED = any_case(r"^\W*(?:skip(?:\s+it)?|nothing|never\s?mind|ignore(?:\s+it)?|leave\s+it)\W*$")
_MOST_ANSWERS = 5
_DIALOG = any_case(r"\b(?:dialog(?:ue)?|tab|menu|panel|popup|message|banner)\b")


@dataclass(frozen=True, slots=True)
class OpenTask:
    """Open `app` with documents or addresses. `app` is in words, "" for the default application of the arguments."""

    app: str
    arguments: tuple[str, ...] = ()
    is_address: bool = False

    def __str__(self) -> str:
        what = ", ".join(self.arguments)
        return f"open {what} in {self.app}" if what and self.app else f"open {what or self.app}"


@dataclass(frozen=True, slots=True)
class CloseTask:
    what: str

    def __str__(self) -> str:
        return f"close {self.what or 'the window'}"


@dataclass(frozen=True, slots=True)
class WorkTask:
    """Steps in one window. `app` are the words for it, "" where the request names none.

    `opened` is how the window is opened: by an earlier task, or once it turns out not to be open.
    """

    app: str
    steps: tuple[intents.Intent, ...]
    opened: OpenTask | None = None

    @property
    def subtask(self) -> str:
        return sentences(self.steps)

    @property
    def brings_a_table(self) -> bool:
        """Whether a table from elsewhere is inserted, which must not go into somebody's open document."""
        return any(isinstance(step, intents.InsertTable) for step in self.steps)

    def __str__(self) -> str:
        return f"in {self.app}: {self.subtask}" if self.app else self.subtask


@dataclass(frozen=True, slots=True)
class AgentTask:
    agent: TargetInfo
    subtask: str

    def __str__(self) -> str:
        return f"ask {self.agent.name}: {self.subtask}"


@dataclass(frozen=True, slots=True)
class FileTask:
    """Work on a whole file or folder, done by the tool for it."""

    step: intents.ManageFile | intents.ChangePicture | intents.ListFolder

    @property
    def tool(self) -> str:
        if isinstance(self.step, intents.ListFolder):
            return "list_folder"
        if isinstance(self.step, intents.ChangePicture):
            return "change_picture"
        return {"move": "move_file", "copy": "copy_file", "make": "make_folder", "remove": "remove_file"}[
            self.step.deed
        ]

    @property
    def arguments(self) -> dict[str, Any]:
        step = self.step
        if isinstance(step, intents.ListFolder):
            return {"path": step.folder}
        if isinstance(step, intents.ChangePicture):
            return {"source": step.source, "target": step.target, "changes": list(step.changes)}
        return {"source": step.source, "target": step.target} if step.target else {"path": step.source}

    def __str__(self) -> str:
        return say(self.step)


Task = OpenTask | CloseTask | WorkTask | AgentTask | FileTask


@dataclass(frozen=True, slots=True)
class Question:
    """Words that the person must explain before anything is done."""

    unclear: intents.Unclear


def understood(request: str, answer: Callable[[intents.Unclear], str]) -> tuple[intents.Intent, ...]:
    """Return the request's steps, with the person's explanations in place of words that were not understood."""
    found: list[intents.Intent] = []
    waiting = [(step, 0) for step in parse(request)]
    while waiting:
        step, depth = waiting.pop(0)
        said = answer(step).strip() if isinstance(step, intents.Unclear) and depth < _MOST_ANSWERS else ""
        if not said:
            found.append(step)
        elif not _SKIPPED.match(said):
            waiting[:0] = [(one, depth + 1) for one in parse(said)]
    return tuple(found)


def tasks_of(steps: Sequence[intents.Intent], targets: Sequence[TargetInfo]) -> tuple[Task, ...] | Question:
    """Return the tasks, or a question about the first unclear step that no third-party agent takes, before anything begins."""
    tasks: list[Task] = []
    for step in steps:
        agent = agent_named(step.text if isinstance(step, intents.Unclear) else step.app, targets)
        if agent is not None:
            tasks.append(AgentTask(agent, _message_to_agent(step, agent)))
        elif isinstance(step, intents.Unclear):
            return Question(step)
        else:
            _add(step, tasks, targets)
    return tuple(tasks)


def _message_to_agent(step: intents.Intent, agent: TargetInfo) -> str:
    """Return the message to the agent: the words after its name."""
    if not isinstance(step, intents.Unclear):
        return say(replace(step, app=""))
    words = _TOLD.sub("", step.text)
    name = re.escape(agent.name)
    return re.sub(rf"^(?:the\s+)?{name}\s*,?\s*(?:to\s+|for\s+)?", "", words, flags=re.IGNORECASE).strip() or step.text


def _add(step: intents.Intent, tasks: list[Task], targets: Sequence[TargetInfo]) -> None:
    last = tasks[-1] if tasks else None
    if isinstance(step, intents.ManageFile | intents.ChangePicture | intents.ListFolder):
        tasks.append(FileTask(step))
    elif isinstance(step, intents.Open):
        _add_open(step, tasks, last)
    elif isinstance(step, intents.Close) and not _is_inside(step, last, targets):
        tasks.append(CloseTask(step.what or step.app or _in_use(last)))
    elif isinstance(step, intents.GoTo) and last is None and not step.app:
        tasks.append(WorkTask("browser" if _is_web(step.address) else "", (step,)))
    elif isinstance(last, WorkTask) and _same_place(step, last):
        tasks[-1] = replace(last, steps=(*last.steps, step))
    else:
        tasks.append(_work(step, tasks))


def _add_open(step: intents.Open, tasks: list[Task], last: Task | None) -> None:
    has_content = step.is_document or step.is_address
    if not has_content:
        tasks.append(OpenTask(step.what))
    elif isinstance(last, OpenTask) and not last.arguments and step.app and _is_same(step.app, last.app):
        tasks[-1] = OpenTask(last.app, (step.what,), step.is_address)
    else:
        tasks.append(OpenTask(step.app, (step.what,), step.is_address))


def _work(step: intents.Intent, tasks: Sequence[Task]) -> WorkTask:
    """Return work in the place that the step names, with the task that opens it: its own, an earlier one, or none."""
    app = _place(step)
    for task in reversed(tasks):
        if isinstance(task, OpenTask) and (_opens(task, app) or not app):
            return WorkTask(app or task.app, (step,), task)
        if isinstance(task, WorkTask) and (task.app == app or not app):
            return WorkTask(task.app, (step,), task.opened)
    if isinstance(step, intents.ExtractTable) and step.document:
        return WorkTask(app, (step,), OpenTask(step.app, (step.document,)))
    return WorkTask(app, (step,))


def _place(step: intents.Intent) -> str:
    if isinstance(step, intents.ExtractTable) and step.document:
        return step.document
    if step.app:
        return step.app
    return kind_needed(step)


def kind_needed(step: intents.Intent) -> str:
    """Return the kind of application that a step needs, or "" where many kinds will do."""
    if isinstance(
        step, intents.WriteCell | intents.MakeChart | intents.InsertTable | intents.ArrangeSheet | intents.AppendRow
    ):
        return "spreadsheet"
    if isinstance(step, intents.Compute):
        return "calculator"
    return "browser" if isinstance(step, intents.GoTo) and _is_web(step.address) else ""


def _is_web(address: str) -> bool:
    return bool(
        re.match(r"^(?:https?://|www\.|localhost\b|about:|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[:/?#]|$))", address, re.I)
    )


def _same_place(step: intents.Intent, last: WorkTask) -> bool:
    if isinstance(step, intents.SwitchTo):
        return False
    if isinstance(step, intents.ExtractTable) and step.document:
        return _is_same(step.document, last.app)
    if step.app:
        return _is_same(step.app, last.app)
    needed = kind_needed(step)
    return not needed or not last.app or kind_of_application(last.app) in (needed, None)


def _is_same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _opens(task: OpenTask, app: str) -> bool:
    return (
        bool(app)
        and any(_is_same(app, name) for name in (task.app, *task.arguments))
        or task.is_address
        and kind_of_application(app) == "browser"
    )


def _is_inside(step: intents.Close, last: Task | None, targets: Sequence[TargetInfo]) -> bool:
    """Tell whether the application itself should close it: a dialog or tab of the window in use."""
    return isinstance(last, WorkTask) and bool(_DIALOG.search(step.what)) and not matching_windows(step.what, targets)


def _in_use(last: Task | None) -> str:
    if isinstance(last, WorkTask):
        return last.app
    if isinstance(last, OpenTask):
        return last.arguments[-1] if last.arguments else last.app
    return ""
