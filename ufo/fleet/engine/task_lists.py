"""What the lists show, from the engine's rows and ours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from dbos import DBOSClient, WorkflowStatus

from ufo.errors import ConfigError
from ufo.fleet.engine.queues import ATTEMPT, machine_class_of
from ufo.fleet.engine.tables import ATTEMPTS, QUESTIONS, RELEASE, WORKERS, Tables
from ufo.fleet.jobs.decision import Decision
from ufo.fleet.jobs.ends import AttemptEnd, TaskState
from ufo.fleet.jobs.names import AttemptId, TaskKey
from ufo.fleet.jobs.order import TaskOrder
from ufo.fleet.jobs.rows import TaskRow, WorkerRow

_STATES = {
    "DELAYED": TaskState.QUEUED,
    "ENQUEUED": TaskState.QUEUED,
    "PENDING": TaskState.RUNNING,
    "CANCELLED": TaskState.CANCELLED,
    "ERROR": TaskState.FAILED,
    "MAX_RECOVERY_ATTEMPTS_EXCEEDED": TaskState.FAILED,
}
_DECIDED = {
    Decision.ANSWER: TaskState.QUEUED,
    Decision.AGAIN: TaskState.QUEUED,
    Decision.DONE: TaskState.DONE,
    Decision.DROP: TaskState.CANCELLED,
}
_MIDDLE = 1001
_MS = 1000.0


def attempts_of(client: DBOSClient, prefix: str, *, orders: bool = False) -> dict[TaskKey, list[WorkflowStatus]]:
    """Return the attempts of the tasks whose names begin so, in order, by task. A row that no ufo has written is left out."""
    found = client.list_workflows(name=ATTEMPT, workflow_id_prefix=prefix or None, load_input=orders)
    by_task: dict[TaskKey, list[tuple[int, WorkflowStatus]]] = {}
    for status in found:
        try:
            attempt = AttemptId.parse(status.workflow_id)
        except ConfigError:
            continue
        by_task.setdefault(attempt.task, []).append((attempt.number, status))
    return {task: [status for _, status in sorted(each, key=lambda pair: pair[0])] for task, each in by_task.items()}


def task_rows(tables: Tables, attempts: Iterable[Sequence[WorkflowStatus]]) -> list[TaskRow]:
    """Return the row of each task, at its last attempt, in the order in which they were submitted."""
    attempts = list(attempts)
    names = [each[-1].workflow_id for each in attempts]
    told = {row["attempt"]: row for row in _rows_of(tables, ATTEMPTS, ATTEMPTS.c.attempt, names)}
    asked: dict[str, sa.RowMapping] = {}
    for question in sorted(
        _rows_of(tables, QUESTIONS, QUESTIONS.c.attempt, names), key=lambda row: float(row["asked"])
    ):
        asked[question["attempt"]] = question
    rows = [_row(each, told.get(name), asked.get(name)) for name, each in zip(names, attempts, strict=True)]
    return sorted(rows, key=lambda row: (row.submitted, row.attempt))


def _rows_of(tables: Tables, table: sa.Table, column: sa.Column[str], names: Sequence[str]) -> list[sa.RowMapping]:
    if len(names) > _FEW:
        return tables.rows(sa.select(table))
    return tables.rows(sa.select(table).where(column.in_(names)))


_FEW = 500
"""For more names than these the whole table is read: databases take a limited number of values in a statement."""


def _row(attempts: Sequence[WorkflowStatus], told: sa.RowMapping | None, asked: sa.RowMapping | None) -> TaskRow:
    last = attempts[-1]
    end = end_of(last)
    state = _state(last, end, asked)
    is_open = asked is not None and not asked["decision"] and state in _ASK
    order = order_of(last)
    return TaskRow(
        attempt=AttemptId.parse(last.workflow_id),
        state=state,
        outcome=end.outcome.value if end else "",
        why=end.why if end else _error(last),
        question=str(asked["question"]) if asked is not None and is_open else "",
        held=asked is not None and is_open and state is TaskState.RUNNING,
        line=str(told["line"]) if told is not None and state is TaskState.RUNNING else "",
        worker=str(told["worker"])
        if told is not None
        else (last.executor_id or "")
        if last.status == "PENDING"
        else "",
        queue=machine_class_of(last.queue_name or ""),
        priority=_MIDDLE - (last.priority or _MIDDLE),
        steps=int(told["steps"]) if told is not None else 0,
        cost=float(told["cost"]) if told is not None else 0.0,
        seconds=end.seconds if end else 0.0,
        submitted=_seconds(attempts[0].created_at),
        begun=_seconds(last.dequeued_at),
        ended=_seconds(last.completed_at) if state is not TaskState.QUEUED else 0.0,
        not_before=_seconds(last.delay_until_epoch_ms) if last.status == "DELAYED" else 0.0,
        place=order.place if order else "",
        request=" ".join(order.plan.task.split()) if order else "",
    )


_ASK = (TaskState.RUNNING, TaskState.WAITING, TaskState.INTERRUPTED)


def _state(last: WorkflowStatus, end: AttemptEnd | None, asked: sa.RowMapping | None) -> TaskState:
    if last.status != "SUCCESS":
        return _STATES.get(last.status, TaskState.FAILED)
    state = _told(last, "state")
    found = TaskState(state) if state in tuple(TaskState) else end.state if end else TaskState.FAILED
    decision = asked["decision"] if asked is not None else ""
    if found in (TaskState.WAITING, TaskState.INTERRUPTED) and decision in tuple(Decision):
        return _DECIDED[Decision(decision)]
    return found


def end_of(status: WorkflowStatus) -> AttemptEnd | None:
    """Return how an attempt ended, None where it has not, or where that cannot be read."""
    text = _told(status, "end")
    try:
        return AttemptEnd.parse(text) if text else None
    except ConfigError:
        return None


def order_of(status: WorkflowStatus) -> TaskOrder | None:
    """Return the order of an attempt, None where it was not loaded, or cannot be read."""
    given = status.input["args"] if isinstance(status.input, dict) else ()
    try:
        return TaskOrder.parse(given[0]) if given and isinstance(given[0], str) else None
    except ConfigError:
        return None


def _told(status: WorkflowStatus, name: str) -> str:
    output: Any = status.output
    value = output.get(name) if isinstance(output, dict) else None
    return value if isinstance(value, str) else ""


def _error(status: WorkflowStatus) -> str:
    return str(status.error)[:300] if status.error is not None else ""


def _seconds(milliseconds: int | None) -> float:
    return (milliseconds or 0) / _MS


def worker_rows(tables: Tables) -> list[WorkerRow]:
    return [
        WorkerRow(
            name=row["id"],
            host=row["host"],
            pid=row["pid"],
            desktops=row["desktops"],
            queues=tuple(row["queues"].split(",")),
            running=row["running"],
            says=row["says"],
            begun=row["begun"],
            counter=row["counter"],
            current=row["release"] == RELEASE,
            taken_by=row["taken_by"],
        )
        for row in tables.rows(sa.select(WORKERS).order_by(WORKERS.c.begun))
    ]
