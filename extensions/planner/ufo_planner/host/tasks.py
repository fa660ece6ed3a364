"""Decomposes a request into tasks for the HostAgent, in the order of their dependencies, and tells which of them are done, by its
actions and the results of its sub-tasks. All functions are pure: nothing is kept between turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ufo.schema.action import ActionCommandInfo
from ufo.schema.inputs import HostInputs
from ufo.schema.outcome import SubtaskRecord
from ufo_planner import intents
from ufo_planner.grammar.parse import kind_needed, parse
from ufo_planner.text.vocabulary import kind_of_application


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


SELECT = "select_application_window"
LAUNCH = "launch_application"
CLOSE = "close_application"


@dataclass(frozen=True, slots=True)
class Done:
    """A finished task with its action or its record; both are None where it was not needed."""

    task: Task
    action: ActionCommandInfo | None = None
    record: SubtaskRecord | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """The progress of a request: `left` are the tasks to do, `failures` the reasons why the first failed, oldest first."""

    done: tuple[Done, ...]
    left: tuple[Task, ...]
    failures: tuple[str, ...] = ()
    since: int = 0


@dataclass
class _Walk:
    inputs: HostInputs
    tasks: tuple[Task, ...]
    action: int = 0
    record: int = 0
    done: list[Done] = field(default_factory=list)


def standing(tasks: tuple[Task, ...], inputs: HostInputs) -> Standing:
    """Go through the tasks in order and match each with the actions and records that belong to it."""
    walk = _Walk(inputs, tasks)
    for place, task in enumerate(tasks):
        found, failures = _by_record(task, walk) if isinstance(task, WorkTask) else _by_action(task, walk)
        if found is None:
            return Standing(tuple(walk.done), tasks[place:], failures, walk.action)
        walk.done.append(found)
    return Standing(tuple(walk.done), (), (), walk.action)


def answer_to(opening: str, inputs: HostInputs) -> str:
    """Return the person's last answer to a question that begins with `opening`, or "" where there is none."""
    for asked in reversed(inputs.blackboard.questions):
        if str(asked.get("question", "")).startswith(opening):
            return str(asked.get("answer") or "").strip()
    return ""


def _by_record(task: WorkTask, walk: _Walk) -> tuple[Done | None, tuple[str, ...]]:
    records = walk.inputs.previous_subtasks
    failures: list[str] = []
    for place in range(walk.record, len(records)):
        record = records[place]
        if not _is_of(record, task):
            continue
        walk.record = place + 1
        walk.action = max(walk.action, _after_assignment(place, walk.inputs.actions))
        if record.status == "FINISH":
            return Done(task, record=record), ()
        failures.append(record.reason or f"the sub-task ended with {record.status}")
    return None, tuple(failures)


def _is_of(record: SubtaskRecord, task: WorkTask) -> bool:
    return " ".join(record.subtask.split()) == " ".join(task.subtask.split())


def _after_assignment(place: int, actions: Sequence[ActionCommandInfo]) -> int:
    """Return the index after the selection that assigned the sub-task number `place`."""
    assigned = [
        n
        for n, action_command in enumerate(actions)
        if action_command.function == SELECT and action_command.status == "ASSIGN" and action_command.result.ok
    ]
    return assigned[place] + 1 if place < len(assigned) else 0


def _by_action(task: OpenTask | CloseTask, walk: _Walk) -> tuple[Done | None, tuple[str, ...]]:
    failures: list[str] = []
    for number in range(walk.action, len(walk.inputs.actions)):
        action_command = walk.inputs.actions[number]
        if not _carries_out(action_command, task):
            continue
        if action_command.result.ok:
            walk.action = number + 1
            return Done(task, action=action_command), ()
        failures.append(action_command.result.error or f"{action_command.function} did not succeed")
    # Finished work in the place that a task opens shows that it was open already.
    if isinstance(task, OpenTask) and _was_used(task, walk):
        return Done(task), ()
    return None, tuple(failures)


def _carries_out(action_command: ActionCommandInfo, task: OpenTask | CloseTask) -> bool:
    if isinstance(task, CloseTask):
        return action_command.function == CLOSE
    if action_command.function == SELECT:
        return action_command.status == "CONTINUE"
    return (
        action_command.function == LAUNCH
        and tuple(map(str, action_command.arguments.get("arguments") or ())) == task.arguments
    )


def _was_used(task: OpenTask, walk: _Walk) -> bool:
    users = [other for other in walk.tasks if isinstance(other, WorkTask) and other.opened == task]
    records = walk.inputs.previous_subtasks[walk.record :]
    return any(_is_of(record, user) for record in records for user in users)
