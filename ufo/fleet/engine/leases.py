"""Leases of workers: who is alive, who is dead, and who may still act.

Each worker adds one to the counter in its row, every beat. It judges the others: one whose counter it has itself seen standing
still for long enough, while its own beats went through all the time, is dead; no clock of another machine is ever read. A worker
whose beats do not go through lets its runs hold, long before others may call it dead, and goes on only when the row is still its.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from ufo.fleet.engine.desks import Desks
from ufo.fleet.engine.tables import RELEASE, WORKERS, Tables
from ufo.fleet.jobs.manner import WorkerManner
from ufo.fleet.jobs.seams import Player
from ufo.platform.proc import process_facts

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
_MISSED = 3
"""Own beats that are further apart than this many intervals say nothing of others: all may have been without the database."""


class Lost(Exception):
    """Another worker has taken over from this one."""


@dataclass(frozen=True, slots=True)
class _Dead:
    worker: str
    release: str


@dataclass
class _Seen:
    counter: int
    since: float


@dataclass
class Lease:
    """The lease of this worker. `adopt` puts the work of a dead worker back into the queues; it tells whether that went well.
    `runners`: under whose names, and of which releases, the engine has something that runs.
    """

    tables: Tables
    manner: WorkerManner
    desks: Desks
    player: Player
    adopt: Callable[[str, str], Awaitable[bool]]
    runners: Callable[[], Mapping[str, str]]
    worker: str
    _confirmed: float = field(init=False, default=0.0)
    # Its own, so that no beat waits for a slow store.
    _thread: ThreadPoolExecutor = field(init=False, default_factory=lambda: ThreadPoolExecutor(1, "lease"))
    _seen: dict[str, _Seen] = field(init=False, default_factory=dict)
    _named: frozenset[str] = field(init=False, default=frozenset())
    _looked: float = field(init=False, default=0.0)
    _adoptions: dict[str, asyncio.Task[None]] = field(init=False, default_factory=dict)

    def begin(self) -> None:
        """Write this worker's row. Raises SQLAlchemyError."""
        self.tables.change(
            self._row(
                self.worker,
                RELEASE,
                host=socket.gethostname(),
                place=place_of_this(),
                pid=os.getpid(),
                desktops=self.manner.desktops,
                queues=",".join(self.manner.queues),
            )
        )
        self._confirmed = time.monotonic()

    async def hold(self) -> None:
        """Beat and judge for ever. Raises Lost."""
        watch = asyncio.ensure_future(self._fence())
        beats = asyncio.ensure_future(self._beats())
        try:
            await asyncio.gather(watch, beats)
        finally:
            others = [watch, beats, *self._adoptions.values()]
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            self._thread.shutdown(wait=False)

    def _row(self, worker: str, release: str, **more: str | int) -> sa.Insert:
        nothing = {"host": "", "place": "", "pid": 0, "desktops": 0, "queues": "", "taken_by": ""}
        values = {"id": worker, "counter": 0, "release": release, "running": 0, "says": "", "begun": self.tables.now}
        return sa.insert(WORKERS).values({**values, **nothing, **more})

    def end(self) -> None:
        """Take this worker's row away: it leaves nothing behind."""
        with contextlib.suppress(SQLAlchemyError):
            self.tables.change(sa.delete(WORKERS).where(WORKERS.c.id == self.worker, WORKERS.c.taken_by == ""))

    async def settled(self) -> None:
        """Wait until no work of a dead worker is being put back: where this was the last worker, nobody else would do it."""
        await asyncio.gather(*self._adoptions.values(), return_exceptions=True)

    async def _beats(self) -> None:
        silent = False
        while True:
            begun = time.monotonic()
            try:
                owner = await self._in_thread(self._beat)
            except SQLAlchemyError as error:
                # Said once, and not at each beat of a night.
                if not silent:
                    _LOG.warning("no beat goes through: %s", self.tables.database.told(error))
                silent = True
            else:
                if not owner:
                    raise Lost
                silent = False
                await self._confirm(begun)
                await self._take_over()
            await asyncio.sleep(max(0.0, begun + self.manner.beat_s - time.monotonic()))

    async def _take_over(self) -> None:
        with contextlib.suppress(SQLAlchemyError):
            for dead in await self._in_thread(self._judge):
                running = self._adoptions.get(dead.worker)
                if running is None or running.done():
                    self._adoptions[dead.worker] = asyncio.ensure_future(self._put_back(dead))

    def _beat(self) -> bool:
        """Return whether the row is still this worker's."""
        mine = sa.update(WORKERS).where(WORKERS.c.id == self.worker, WORKERS.c.taken_by == "")
        changed = self.tables.change(
            mine.values(counter=WORKERS.c.counter + 1, running=self.desks.begun, says=self.desks.says()[:200])
        )
        return changed == [1]

    async def _confirm(self, begun: float) -> None:
        # Until now: the beats of all others may have waited for as long as this one, and come a moment later.
        if time.monotonic() - self._confirmed > _MISSED * self.manner.beat_s:
            self._seen.clear()
        # The time at which the beat was sent: how long its answer took is not known to be ours.
        self._confirmed = begun
        await self.player.confirm(self.manner.fence_s)
        if self.desks.holds:
            self.desks.holds = ""
            await self.player.resume()

    async def _fence(self) -> None:
        """Let all runs hold when no beat has gone through for too long."""
        while True:
            left = self._confirmed + self.manner.fence_s - time.monotonic()
            if left <= 0 and not self.desks.holds:
                self.desks.holds = "it holds: the database does not answer"
                _LOG.warning("no beat has gone through for %s s: all runs hold", self.manner.fence_s)
                await self.player.pause()
            await asyncio.sleep(left if left > 0 else self.manner.beat_s)

    def _judge(self) -> list[_Dead]:
        """Return the workers that this one has taken over and whose work it has not put back yet."""
        now = time.monotonic()
        # Before the rows: one that begins has its row before it runs anything.
        runners = self._runners_now(now)
        rows = self.tables.rows(sa.select(WORKERS).where(WORKERS.c.id != self.worker))
        workers = {row["id"]: row["taken_by"] for row in rows}
        # One that had a row a moment ago has ended, or its work was put back, in between.
        for orphan in runners.keys() - workers.keys() - self._named - {self.worker}:
            # It was taken over, woke, and took a task in the moment before it learned that.
            if self.tables.added(self._row(orphan, runners[orphan], taken_by=self.worker)):
                _LOG.warning("worker %s has left work behind that it took without a lease: it is taken over", orphan)
        self._named = frozenset(workers)
        for gone in self._seen.keys() - workers.keys():
            del self._seen[gone]
        return [_Dead(row["id"], row["release"]) for row in rows if self._is_mine(row, workers, now)]

    def _runners_now(self, now: float) -> Mapping[str, str]:
        """Return them where it is time to look at them again: it is seldom that there is one too many."""
        if now - self._looked < self.manner.dead_s:
            return {}
        self._looked = now
        return self.runners()

    def _is_mine(self, row: sa.RowMapping, workers: Mapping[str, str], now: float) -> bool:
        taker = row["taken_by"]
        if taker == self.worker:
            return True
        # A taker may itself be gone before it has put the work back.
        if self._is_dead(row, now) if not taker else workers.get(taker, taker):
            return self._take(row["id"], row["counter"], taker)
        return False

    def _is_dead(self, row: sa.RowMapping, now: float) -> bool:
        if self.manner.trusts_pids and is_gone(row["place"]):
            return True
        seen = self._seen.get(row["id"])
        if seen is None or seen.counter != row["counter"]:
            self._seen[row["id"]] = _Seen(row["counter"], now)
            return False
        return now - seen.since >= self.manner.dead_s

    def _take(self, dead: str, counter: int, taker: str) -> bool:
        which = sa.update(WORKERS).where(
            WORKERS.c.id == dead, WORKERS.c.counter == counter, WORKERS.c.taken_by == taker
        )
        taken = self.tables.change(which.values(taken_by=self.worker)) == [1]
        if taken:
            _LOG.warning("worker %s is dead: its work is taken over", dead)
        return taken

    async def _put_back(self, dead: _Dead) -> None:
        if await self.adopt(dead.worker, dead.release):
            gone = sa.delete(WORKERS).where(WORKERS.c.id == dead.worker)
            await self.tables.surely(lambda: self.tables.change(gone))

    async def _in_thread(self, act: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, act)


def new_worker() -> str:
    """Return the name of a worker that begins: new at each start, so that what an earlier one left is not taken for its."""
    return f"{socket.gethostname()}.{os.getpid()}.{secrets.token_hex(3)}"


def place_of_this() -> str:
    """Return where this process is, for others of the same machine that ask whether it lives; "" where that is not told."""
    facts = process_facts(os.getpid())
    return f"{_machine()} {facts.pid} {facts.begun}" if facts else ""


def is_gone(place: str) -> bool:
    """Tell whether a process of this machine has surely ended; False where it is of another one."""
    machine, _, rest = place.partition(" ")
    if not rest or machine != _machine():
        return False
    pid, _, begun = rest.partition(" ")
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except (OSError, ValueError, OverflowError):
        # Another user's process is there as well.
        return False
    facts = process_facts(int(pid))
    return facts is not None and str(facts.begun) != begun


def _machine() -> str:
    """Return this start of this machine, and the view of it in which process numbers are unique."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot}/{Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return ""
