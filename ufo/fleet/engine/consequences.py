"""What follows from the end of an attempt: another attempt, a question to a person, or the end of its task."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from dbos import DBOSClient

from ufo.fleet.engine.questions import ask_what_to_do, close, free
from ufo.fleet.engine.queues import enqueue
from ufo.fleet.engine.tables import ATTEMPTS, QUESTIONS, Tables
from ufo.fleet.jobs.ends import AttemptEnd, AttemptOutcome, TaskState
from ufo.fleet.jobs.manner import WorkerManner
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.jobs.order import TaskOrder

_TRIED_AGAIN = (AttemptOutcome.FAILED, AttemptOutcome.LIMIT, AttemptOutcome.NOT_DONE)
_DAY_S = 86400
WAIT = "wait_s"
"""In the summary of an attempt that is postponed: for how many seconds. Its worker was not cut then."""
DECIDE = "It was cut in mid-act, so what it has changed is not known. Do it again, call it done, or drop it?"


@dataclass(frozen=True, slots=True)
class _Next:
    order: TaskOrder
    delay_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Ending:
    tables: Tables
    client: DBOSClient
    manner: WorkerManner
    worker: str

    async def refused(self, attempt: AttemptId, order: TaskOrder) -> AttemptEnd | None:
        """Return the end of an attempt that may not begin; None where it may."""
        if order.cut >= self.manner.most_cuts:
            return AttemptEnd(outcome=AttemptOutcome.NOT_DONE, why=f"{order.cut} workers have died over it")
        if not order.job_budget and not order.day_budget:
            return None
        job, day, now = await self.tables.surely(lambda: self._spent(attempt))
        if order.job_budget and job >= order.job_budget:
            why = f"the job's money is used up: {job:.2f} of {order.job_budget:.2f} USD"
            return AttemptEnd(outcome=AttemptOutcome.LIMIT, why=why)
        if order.day_budget and day >= order.day_budget:
            why = f"the day's money is used up: {day:.2f} of {order.day_budget:.2f} USD; it begins after midnight (UTC)"
            return AttemptEnd(outcome=AttemptOutcome.POSTPONED, why=why, summary={WAIT: _DAY_S - now % _DAY_S})
        return None

    def _spent(self, attempt: AttemptId) -> tuple[float, float, float]:
        """Return what the job and what today's attempts have cost, and the time, by the database's clock."""
        total = sa.func.coalesce(sa.func.sum(ATTEMPTS.c.cost), 0.0)
        (now,) = self.tables.rows(sa.select(self.tables.now.label("now")))
        midnight = float(now["now"]) // _DAY_S * _DAY_S
        (job,) = self.tables.rows(sa.select(total.label("cost")).where(ATTEMPTS.c.job == attempt.task.job))
        (day,) = self.tables.rows(sa.select(total.label("cost")).where(ATTEMPTS.c.told >= midnight))
        return float(job["cost"]), float(day["cost"]), float(now["now"])

    async def record(self, attempt: AttemptId, order: TaskOrder, end: AttemptEnd) -> dict[str, str]:
        """Record what follows; twice is as once. Return what the engine keeps of the attempt, which the lists read."""
        state = await self.tables.surely(lambda: self._follow(attempt, order, end))
        return {"state": state.value, "end": end.model_dump_json(), "worker": self.worker}

    def _follow(self, attempt: AttemptId, order: TaskOrder, end: AttemptEnd) -> TaskState:
        step = self._next(order, end)
        with self.tables.engine.begin() as connection:
            connection.execute(_told(self.tables, attempt, self.worker, end))
            if step is None and end.state is TaskState.INTERRUPTED:
                ask_what_to_do(connection, self.tables, attempt, DECIDE)
            elif end.state is not TaskState.WAITING:
                close(connection, QUESTIONS.c.attempt == str(attempt))
            elif free(connection, self.tables, attempt, end.question or end.why):
                step = _Next(order)
            if step is not None:
                enqueue(self.client, connection, attempt.next, step.order, step.delay_s)
        return TaskState.QUEUED if step is not None else end.state

    def _next(self, order: TaskOrder, end: AttemptEnd) -> _Next | None:
        """Return the order of the next attempt, None where there is none."""
        if WAIT in end.summary and end.outcome is AttemptOutcome.POSTPONED:
            wait = end.summary[WAIT]
            return _Next(order, float(wait) if isinstance(wait, int | float) else _DAY_S)
        if end.outcome is AttemptOutcome.POSTPONED or (end.outcome is AttemptOutcome.INTERRUPTED and order.repeatable):
            return _Next(order.model_copy(update={"cut": order.cut + 1}))
        if end.outcome in _TRIED_AGAIN and order.tried + 1 < order.tries and order.cut < self.manner.most_cuts:
            delay = min(self.manner.backoff_s * 2**order.tried, self.manner.most_backoff_s)
            return _Next(order.model_copy(update={"tried": order.tried + 1}), delay)
        return None


def _told(tables: Tables, attempt: AttemptId, worker: str, end: AttemptEnd) -> sa.Executable:
    steps = end.summary.get("steps")
    values: dict[str, Any] = {
        "job": attempt.task.job,
        "worker": worker,
        "line": end.why[:200],
        "steps": steps if isinstance(steps, int) else 0,
        "cost": end.cost,
        "told": tables.now,
    }
    return tables.upsert(ATTEMPTS, {"attempt": str(attempt)}, values)
