"""Decomposes a request into tasks for the HostAgent, in the order of their dependencies. All functions are pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ufo.planner import intents
from ufo.planner.grammar.parse import kind_needed, parse
from ufo.planner.text.vocabulary import kind_of_application


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
        return subtask_of(self.steps)

    @property
    def brings_a_table(self) -> bool:
        """Whether a table from elsewhere is inserted, which must not go into somebody's open document."""
        return any(isinstance(step, intents.InsertTable) for step in self.steps)

    def __str__(self) -> str:
        return f"in {self.app}: {self.subtask}" if self.app else self.subtask


Task = OpenTask | CloseTask | WorkTask


def subtask_of(steps: Sequence[intents.Intent]) -> str:
    """Return the steps in the words of the request, from which `steps_of` finds them again."""
    return "; ".join(step.text for step in steps)


def opens(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the application and the documents that a text says to open; None where it says anything else."""
    task, *others = tasks_of(parse(text))
    return (task.app, task.arguments) if isinstance(task, OpenTask) and not others else None


def tasks_of(steps: Sequence[intents.Intent]) -> tuple[Task, ...]:
    tasks: list[Task] = []
    for step in steps:
        last = tasks[-1] if tasks else None
        if isinstance(step, intents.Open):
            has_content = step.is_document or step.is_address
            tasks.append(OpenTask(step.app, (step.what,), step.is_address) if has_content else OpenTask(step.what))
        elif isinstance(step, intents.Close):
            tasks.append(CloseTask(step.what or step.app))
        elif isinstance(last, WorkTask) and _same_place(step, last):
            tasks[-1] = replace(last, steps=(*last.steps, step))
        else:
            tasks.append(_work(step, tasks))
    return tuple(tasks)


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
    document = step.document if isinstance(step, intents.ExtractTable) else ""
    return document or step.app or kind_needed(step)


def _same_place(step: intents.Intent, last: WorkTask) -> bool:
    if isinstance(step, intents.ExtractTable) and step.document or step.app:
        return _place(step).casefold() == last.app.casefold()
    needed = kind_needed(step)
    return not needed or not last.app or kind_of_application(last.app) in (needed, None)


def _opens(task: OpenTask, app: str) -> bool:
    names = [name.casefold() for name in (task.app, *task.arguments)]
    return bool(app) and app.casefold() in names or task.is_address and kind_of_application(app) == "browser"
