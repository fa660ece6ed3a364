"""The desktops of one worker: how many tasks it may take, and each attempt while it is played."""

from __future__ import annotations

import asyncio
import logging
import shutil
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import ParamSpec, TypeVar

from ufo.errors import ConfigError
from ufo.fleet.engine.alone import Alone
from ufo.fleet.engine.outside import Outside, Play
from ufo.fleet.engine.questions import answered
from ufo.fleet.engine.queues import queue_of
from ufo.fleet.engine.tables import Tables
from ufo.fleet.jobs.ends import AttemptEnd, AttemptOutcome
from ufo.fleet.jobs.manner import WorkerManner
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.jobs.order import TaskOrder
from ufo.fleet.jobs.seams import OldOwner, Player, Progress, Store

P = ParamSpec("P")
T = TypeVar("T")

_LOG = logging.getLogger(__name__)
_KEEP_TRIES = 3
_KEEP_WAIT_S = 5.0


class Desks:
    """`begun` are the attempts of this worker that have a desktop or wait for one; at most as many are played at once as there
    are desktops.
    """

    def __init__(
        self, tables: Tables, alone: Alone, player: Player, store: Store, manner: WorkerManner, worker: str
    ) -> None:
        self._tables = tables
        self._alone = alone
        self._aside = 0
        self._player = player
        self._store = store
        self._manner = manner
        self._worker = worker
        self._free = asyncio.Semaphore(manner.desktops)
        self._queues: Counter[str] = Counter()
        self._plays: set[asyncio.Task[AttemptEnd]] = set()
        self._threads = ThreadPoolExecutor(manner.desktops * 2 + 2, thread_name_prefix="fleet")
        self._given_up = False
        self.holds = ""
        """Why all that is played holds."""
        self.drains = ""
        """Why no further task is taken, while what is played goes on."""
        self.empty = asyncio.Event()
        self.empty.set()

    @property
    def begun(self) -> int:
        return self._queues.total() - self._aside

    def says(self) -> str:
        """Return why no further task is taken, "" where one is."""
        return self.drains or self.holds or self._player.room()

    def room(self, queue: str) -> int:
        """Return how many tasks of a queue this worker may have at once, those that it has included. Called by other threads."""
        if self.says():
            return 0
        return self._queues[queue] + max(0, self._manner.desktops - self.begun)

    @contextmanager
    def counted(self, order: TaskOrder) -> Iterator[None]:
        """Count an attempt as begun, as long as the context lasts."""
        queue = queue_of(order.queue, order.exclusive)
        self._queues[queue] += 1
        self.empty.clear()
        try:
            yield
        finally:
            self._queues[queue] -= 1
            if not self.begun:
                self.empty.set()

    @asynccontextmanager
    async def alone(self, attempt: AttemptId, order: TaskOrder, *, needed: bool) -> AsyncIterator[bool]:
        """Wait, without a desktop, until no other task of the order's name runs. Yield False where this worker leaves before."""
        if not order.exclusive:
            yield True
            return
        try:
            yield not needed or await self._turn(attempt, order)
        finally:
            await self._tables.surely(lambda: self._alone.leave(order.exclusive, attempt))

    async def _turn(self, attempt: AttemptId, order: TaskOrder) -> bool:
        outside = Outside(Play(attempt, order, "", self._worker), self._tables, self._store, self._manner.poll_s)
        self._aside += 1
        try:
            while not await self._tables.surely(lambda: self._alone.take(order.exclusive, attempt)):
                if self.drains:
                    return False
                await outside.tell(Progress(f"waits for the other task of {order.exclusive!r}"))
                await asyncio.sleep(self._manner.poll_s)
            return True
        finally:
            self._aside -= 1

    @asynccontextmanager
    async def desk(self, *, needed: bool) -> AsyncIterator[None]:
        """Wait for a desktop of this worker: two queues can bring one task too many in the same moment."""
        if not needed:
            yield
            return
        async with self._free:
            yield

    async def in_thread(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call what blocks. These threads are not the engine's, which it ends before what is cancelled has tidied up."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: function(*args, **kwargs))

    async def play(self, order: TaskOrder, attempt: AttemptId, folder: Path, owner: str) -> AttemptEnd:
        """Play an attempt to its end. A fault of the player is an end too."""
        answers = await self._tables.surely(lambda: answered(self._tables, attempt.task))
        outside = Outside(Play(attempt, order, owner, self._worker), self._tables, self._store, self._manner.poll_s)
        told = order.model_copy(update={"answers": answers})
        task = asyncio.ensure_future(self._player.play(told, attempt, folder, outside))
        self._plays.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            if self._given_up:
                # Another worker may have this attempt now, so nothing may be recorded of it here; the process is about to end.
                await asyncio.get_running_loop().create_future()
            raise
        except OldOwner:
            raise
        except Exception as error:  # noqa: BLE001  whatever a player does wrong, its task ends and the others go on
            _LOG.exception("a player failed with %s", attempt)
            return AttemptEnd(outcome=AttemptOutcome.NOT_DONE, why=f"{type(error).__name__}: {error}"[:300])
        finally:
            self._plays.discard(task)

    async def keep(self, attempt: AttemptId, owner: str, folder: Path, end: AttemptEnd) -> AttemptEnd | None:
        """Bring the run's folder into the store. Return None where it is there, else the end that tells where it still is."""
        for attempted in range(1, _KEEP_TRIES + 1):
            try:
                await self.in_thread(self._store.finish, attempt, owner, folder, end)
            except ConfigError as error:
                _LOG.error("%s of attempt %s is not in the store yet: %s", folder, attempt, error)
                if attempted == _KEEP_TRIES:
                    where = f"its files are only at {socket.gethostname()}:{folder}: {error}"
                    return end.model_copy(update={"why": f"{end.why}; {where}" if end.why else where})
                await asyncio.sleep(min(_KEEP_WAIT_S, self._manner.beat_s))
            else:
                return None
        return None

    async def leave(self, attempt: AttemptId, owner: str, folder: Path) -> None:
        """Bring what an attempt did before it was cancelled into the store, and remove its folder."""
        if self._given_up:
            # Another worker may have it now.
            shutil.rmtree(folder, ignore_errors=True)
            return

        def bring() -> None:
            try:
                self._store.finish(
                    attempt, owner, folder, AttemptEnd(outcome=AttemptOutcome.CANCELLED, why="cancelled")
                )
            except (ConfigError, OldOwner) as error:
                _LOG.error("what attempt %s did before it was cancelled is lost: %s", attempt, error)
            shutil.rmtree(folder, ignore_errors=True)

        await self.in_thread(bring)

    async def give_up(self) -> None:
        """Stop all that is played, and record nothing of it."""
        self._given_up = True
        for task in self._plays:
            task.cancel()
        await asyncio.gather(*self._plays, return_exceptions=True)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
