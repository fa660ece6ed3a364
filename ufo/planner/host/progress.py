"""Works out a request's progress from the HostAgent's actions and its sub-tasks' results. Nothing is kept between turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ufo.planner.host.tasks import CloseTask, OpenTask, Task, WorkTask
from ufo.schema.action import ActionCommandInfo
from ufo.schema.inputs import HostInputs
from ufo.schema.outcome import SubtaskRecord

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
        n for n, one in enumerate(actions) if one.function == SELECT and one.status == "ASSIGN" and one.result.ok
    ]
    return assigned[place] + 1 if place < len(assigned) else 0


def _by_action(task: OpenTask | CloseTask, walk: _Walk) -> tuple[Done | None, tuple[str, ...]]:
    failures: list[str] = []
    for number in range(walk.action, len(walk.inputs.actions)):
        one = walk.inputs.actions[number]
        if not _carries_out(one, task):
            continue
        if one.result.ok:
            walk.action = number + 1
            return Done(task, action=one), ()
        failures.append(one.result.error or f"{one.function} did not succeed")
    # Finished work in the place that a task opens shows that it was open already.
    if isinstance(task, OpenTask) and _was_used(task, walk):
        return Done(task), ()
    return None, tuple(failures)


def _carries_out(one: ActionCommandInfo, task: OpenTask | CloseTask) -> bool:
    if isinstance(task, CloseTask):
        return one.function == CLOSE
    if one.function == SELECT:
        return one.status == "CONTINUE"
    return one.function == LAUNCH and tuple(map(str, one.arguments.get("arguments") or ())) == task.arguments


def _was_used(task: OpenTask, walk: _Walk) -> bool:
    users = [other for other in walk.tasks if isinstance(other, WorkTask) and other.opened == task]
    records = walk.inputs.previous_subtasks[walk.record :]
    return any(_is_of(record, user) for record in records for user in users)
