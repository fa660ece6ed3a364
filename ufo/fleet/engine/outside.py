"""What a run that is played tells the fleet, and asks it: the `Outward` of `jobs/seams.py`.

The database may be away for a while. A run does not end for that: what it tells waits, and what it asks is asked again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from ufo.errors import ConfigError
from ufo.fleet.engine.questions import Held
from ufo.fleet.engine.tables import ATTEMPTS, PACES, Tables
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.jobs.order import TaskOrder
from ufo.fleet.jobs.seams import Progress, Store

_LOG = logging.getLogger(__name__)
_LINE = 200
_MINUTE_S = 60.0


@dataclass(frozen=True, slots=True)
class Play:
    """One execution of an attempt. `owner` names it to the store."""

    attempt: AttemptId
    order: TaskOrder
    owner: str
    worker: str


class Outside:
    def __init__(self, play: Play, tables: Tables, store: Store, poll_s: float) -> None:
        self._play = play
        self._attempt = play.attempt
        self._tables = tables
        self._store = store
        self._poll_s = poll_s
        self._asked = 0
        self._lines = b""

    async def ask(self, question: str) -> str | None:
        self._asked += 1
        held = Held(self._tables, self._attempt, self._asked)
        until = time.monotonic() + self._play.order.hold_s
        await self._tables.surely(lambda: held.ask(question))
        while (left := until - time.monotonic()) > 0:
            await asyncio.sleep(min(left, self._poll_s))
            if (answer := await self._tables.surely(held.answer)) is not None:
                return answer
        return await self._tables.surely(held.give_up)

    async def tell(self, progress: Progress) -> None:
        values = {
            "job": self._attempt.task.job,
            "worker": self._play.worker,
            "line": progress.line[:_LINE],
            "steps": progress.steps,
            "cost": progress.cost,
            "told": self._tables.now,
        }
        statement = self._tables.upsert(ATTEMPTS, {"attempt": str(self._attempt)}, values)
        try:
            await asyncio.to_thread(self._tables.change, statement)
        except SQLAlchemyError as error:
            _LOG.warning("the progress of %s is not told: %s", self._attempt, self._tables.database.told(error))

    async def log(self, lines: bytes) -> None:
        self._lines += lines
        try:
            await asyncio.to_thread(self._store.append_events, self._attempt, self._play.owner, self._lines)
        except ConfigError as error:
            _LOG.warning("the log of %s waits: %s", self._attempt, error)
        else:
            self._lines = b""

    async def may_call(self) -> None:
        order = self._play.order
        if order.model_key and order.calls_per_minute:
            every = _MINUTE_S / order.calls_per_minute
            await asyncio.sleep(await self._tables.surely(lambda: turn(self._tables, order.model_key, every)))


def turn(tables: Tables, key: str, every_s: float) -> float:
    """Take the next turn of a key that the whole fleet has each `every_s` seconds; return after how many seconds it is."""
    if not tables.rows(sa.select(PACES.c.key).where(PACES.c.key == key)):
        tables.added(sa.insert(PACES).values(key=key, next=0.0))
    now = tables.now
    begin = sa.case((PACES.c.next > now, PACES.c.next), else_=now)
    statement = sa.update(PACES).where(PACES.c.key == key).values(next=begin + every_s)
    with tables.engine.begin() as connection:
        wait = connection.execute(statement.returning((PACES.c.next - every_s - now).label("wait"))).scalar_one()
    return max(0.0, float(wait))
