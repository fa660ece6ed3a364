"""A fleet as whoever submits, watches and decides sees it. It needs no worker: what it writes, the workers find."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self, TypeVar

import sqlalchemy as sa
from dbos import DBOSClient, WorkflowStatus

from ufo.errors import ConfigError
from ufo.fleet.engine.address import Database
from ufo.fleet.engine.questions import close, decide
from ufo.fleet.engine.queue_load import load_of
from ufo.fleet.engine.queues import SCHEDULES, enqueue, make_queues, open_client, queue_of
from ufo.fleet.engine.recurrence import Tasks, repeat, schedules, submit_all
from ufo.fleet.engine.tables import ALONE, ATTEMPTS, QUESTIONS, Tables, prepare
from ufo.fleet.engine.task_lists import attempts_of, order_of, task_rows, worker_rows
from ufo.fleet.jobs.decision import Decision
from ufo.fleet.jobs.ends import TaskState
from ufo.fleet.jobs.names import AttemptId, JobId, TaskKey
from ufo.fleet.jobs.order import TaskOrder
from ufo.fleet.jobs.rows import Figures, JobRow, QueueLoad, ScheduleRow, TaskRow, WorkerRow, figures_of
from ufo.fleet.jobs.seams import Store

T = TypeVar("T")

_POLL_S = 1.0
_ROUNDS = 10
_AT_ONCE = 100
_TRIED_AGAIN = (TaskState.FAILED, TaskState.CANCELLED)


class Fleet:
    """The work in one database. All methods block, and raise ConfigError where the database cannot be reached."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tables: Tables = prepare(database)
        self._client: DBOSClient = open_client(self._tables)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._client.destroy()
        self._tables.close()

    def submit(self, tasks: Tasks, delay_s: float = 0.0) -> int:
        """Submit tasks, which begin after `delay_s` seconds at the soonest; return how many of them are new. One that was
        submitted before stays as it is.
        """
        self._make_queues(tasks)
        return self._reached(lambda: submit_all(self._tables, self._client, tasks, delay_s))

    def repeat(self, job: JobId, cron: str, tasks: Tasks, zone: str = "") -> None:
        """Submit the tasks at each time that `cron` tells, in the time zone `zone` ("" for UTC). Raises ConfigError."""
        self._make_queues(tasks)
        self._reached(lambda: repeat(self._client, job, cron, zone, tasks))

    def schedules(self) -> list[ScheduleRow]:
        return self._reached(lambda: schedules(self._client))

    def end_schedule(self, name: str) -> None:
        """Let a schedule fire no more. Raises ConfigError where there is none of that name."""
        if name not in [row.name for row in self.schedules()]:
            raise ConfigError(f"there is no schedule {name!r}; ufo jobs list names them")
        self._reached(lambda: self._client.delete_schedule(name))

    def tasks(self, job: JobId | None = None, *, orders: bool = False) -> list[TaskRow]:
        """Return the tasks of a job, or of all. `orders`: with what they ask and where that stands."""
        return self._reached(
            lambda: task_rows(self._tables, attempts_of(self._client, f"{job}/" if job else "", orders=orders).values())
        )

    def attempts(self, task: TaskKey) -> list[TaskRow]:
        """Return each attempt at a task as the lists would have shown it then. Raises ConfigError where there is no such task."""
        return self._reached(lambda: task_rows(self._tables, [[each] for each in self._attempts(task)]))

    def order(self, task: TaskKey) -> TaskOrder:
        """Return the order of a task's last attempt. Raises ConfigError."""
        return self._order(self._attempts(task)[-1])

    def figures(self, rows: Sequence[TaskRow]) -> Figures:
        return figures_of(rows, self.now())

    def jobs(self) -> list[JobRow]:
        """Return all jobs, the latest first."""
        now, by_job = self.now(), dict[JobId, list[TaskRow]]()
        for row in self.tasks():
            by_job.setdefault(row.attempt.task.job, []).append(row)
        jobs = [JobRow(job, figures_of(rows, now), min(row.submitted for row in rows)) for job, rows in by_job.items()]
        return sorted(jobs, key=lambda row: -row.submitted)

    def load(self) -> QueueLoad:
        return self._reached(lambda: load_of(self._tables))

    def workers(self) -> list[WorkerRow]:
        return self._reached(lambda: worker_rows(self._tables))

    def now(self) -> float:
        """Return the time by the database's clock, in seconds since 1970."""
        rows = self._reached(lambda: self._tables.rows(sa.select(self._tables.now.label("now"))))
        return float(rows[0]["now"])

    def cancel(self, which: JobId | TaskKey) -> int:
        """Cancel a job or a task; what runs ends its desktop within seconds. Return how many tasks that were."""
        cancelled: set[TaskKey] = set()
        # An attempt that ends at this moment may begin the next one.
        for _ in range(_ROUNDS):
            rows = [row for row in self._of(which) if not row.state.is_over]
            if not rows:
                break
            cancelled |= {row.attempt.task for row in rows}
            names = [str(row.attempt) for row in rows if row.state in (TaskState.QUEUED, TaskState.RUNNING)]
            self._reached(lambda names=names: self._client.cancel_workflows(names))  # type: ignore[misc]
            self._reached(lambda rows=rows: self._drop(rows))  # type: ignore[misc]
        return len(cancelled)

    def retry(self, which: JobId | TaskKey) -> list[AttemptId]:
        """Do a task again that has failed or was cancelled, or all such tasks of a job; return the new attempts. Raises
        ConfigError where that task has neither failed nor was cancelled.
        """
        rows = self._of(which)
        again = [row.attempt for row in rows if row.state in _TRIED_AGAIN]
        if not again and isinstance(which, TaskKey):
            raise ConfigError(
                f"task {which} is {rows[0].state.value}: only what has failed or was cancelled is tried again"
            )
        for attempt in again:
            order = self._order_of(attempt).model_copy(update={"tried": 0, "cut": 0})
            with self._tables.engine.begin() as connection:
                enqueue(self._client, connection, attempt.next, order)
        return [attempt.next for attempt in again]

    def answer(self, task: TaskKey, text: str) -> None:
        """Answer a task's question. Raises ConfigError where nothing is asked, or somebody answered first."""
        row = self._of(task)[0]
        if not row.question or row.state is TaskState.INTERRUPTED:
            raise ConfigError(f"task {task} asks nothing: it is {_told(row)}")
        self._decide(row, Decision.ANSWER, text)

    def decide(self, task: TaskKey, decision: Decision) -> None:
        """Decide over a task that was cut in mid-act. Raises ConfigError where it was not, or somebody decided first."""
        row = self._of(task)[0]
        if row.state is not TaskState.INTERRUPTED or decision is Decision.ANSWER:
            raise ConfigError(f"task {task} was not cut in mid-act: it is {_told(row)}")
        self._decide(row, decision, "")

    def forget(self, older_than_s: float, store: Store, queues: Sequence[str] = ()) -> int:
        """Forget the tasks that are over for longer than this, with all that the store has of them, and the inputs that no task
        names any more. `queues`: those whose files are in this store, none for all. Return how many tasks they were.
        """
        until = self.now() - older_than_s
        mine = [row for row in self.tasks() if not queues or row.queue in queues]
        old = [row for row in mine if row.state.is_over and 0 < row.ended < until]
        for first in range(0, len(old), _AT_ONCE):
            some = old[first : first + _AT_ONCE]
            attempts = [
                AttemptId(row.attempt.task, number) for row in some for number in range(1, row.attempt.number + 1)
            ]
            # The rows last: whoever is stopped in between finds them again.
            for attempt in attempts:
                store.remove(attempt)
            names = [str(attempt) for attempt in attempts]
            self._reached(lambda names=names: self._remove(names))  # type: ignore[misc]
        if old:
            store.remove_inputs_except(frozenset(self._inputs()))
        return len(old)

    def _remove(self, names: list[str]) -> None:
        self._client.delete_workflows(names)
        self._tables.change(
            sa.delete(QUESTIONS).where(QUESTIONS.c.attempt.in_(names)),
            sa.delete(ATTEMPTS).where(ATTEMPTS.c.attempt.in_(names)),
            sa.delete(ALONE).where(ALONE.c.attempt.in_(names)),
        )

    def _inputs(self) -> set[str]:
        found = self._reached(lambda: attempts_of(self._client, "", orders=True))
        orders = [order_of(status) for attempts in found.values() for status in attempts]
        return {given.sha256 for order in orders if order for given in order.inputs}

    def _decide(self, row: TaskRow, decision: Decision, text: str) -> None:
        order = self._order_of(row.attempt)
        if decision is Decision.AGAIN:
            order = order.model_copy(update={"cut": 0})

        def write() -> bool | None:
            with self._tables.engine.begin() as connection:
                is_free = decide(connection, row.attempt, decision, text)
                if is_free and decision in (Decision.ANSWER, Decision.AGAIN):
                    enqueue(self._client, connection, row.attempt.next, order)
                return is_free

        if self._reached(write) is None:
            raise ConfigError(
                f"somebody was first with task {row.attempt.task}: it is {_told(self._of(row.attempt.task)[0])}"
            )

    def _drop(self, rows: Sequence[TaskRow]) -> None:
        """Close the questions of tasks that are cancelled; what waits for a person is cancelled by it."""
        with self._tables.engine.begin() as connection:
            for row in rows:
                if row.state in (TaskState.WAITING, TaskState.INTERRUPTED):
                    decide(connection, row.attempt, Decision.DROP, "")
                elif row.question:
                    close(connection, QUESTIONS.c.attempt == str(row.attempt))

    def _of(self, which: JobId | TaskKey) -> list[TaskRow]:
        """Return the row of a task, or the rows of a job. Raises ConfigError where there is none."""
        rows = self._reached(lambda: task_rows(self._tables, attempts_of(self._client, f"{which}/").values()))
        if not rows:
            kind = "task" if isinstance(which, TaskKey) else "job"
            raise ConfigError(f"there is no {kind} {str(which)!r}; ufo jobs list names them")
        return rows

    def _attempts(self, task: TaskKey) -> list[WorkflowStatus]:
        found = self._reached(lambda: attempts_of(self._client, f"{task}/", orders=True))
        if task not in found:
            raise ConfigError(f"there is no task {str(task)!r}; ufo jobs list names them")
        return found[task]

    def _order_of(self, attempt: AttemptId) -> TaskOrder:
        found = {each.workflow_id: each for each in self._attempts(attempt.task)}
        return self._order(found[str(attempt)])

    def _order(self, status: WorkflowStatus) -> TaskOrder:
        order = order_of(status)
        if order is None:
            raise ConfigError(
                f"what {status.workflow_id} is to do cannot be read: submit it again with this release of ufo"
            )
        return order

    def _make_queues(self, tasks: Tasks) -> None:
        names = sorted({queue_of(order.queue, order.exclusive) for _, order in tasks})
        self._reached(lambda: make_queues(self._client, [*names, SCHEDULES], _POLL_S))

    def _reached(self, act: Callable[[], T]) -> T:
        return self._database.reached(act)


def _told(row: TaskRow) -> str:
    return f"{row.state.value} ({row.outcome})" if row.outcome else row.state.value
