"""A worker: it takes tasks from the queues and plays them on desktops of its own, until it is drained or loses its lease."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum

from dbos import DBOS, DBOSClient
from dbos import error as engine_error
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from ufo.errors import ConfigError
from ufo.fleet.engine.address import POOL, Database
from ufo.fleet.engine.adopt import adopt
from ufo.fleet.engine.alone import Alone
from ufo.fleet.engine.attempt import Attempts, Hook, no_hook
from ufo.fleet.engine.consequences import Ending
from ufo.fleet.engine.desks import Desks
from ufo.fleet.engine.launch import engine_config
from ufo.fleet.engine.leases import Lease, Lost, new_worker
from ufo.fleet.engine.leftovers import remove_leftovers
from ufo.fleet.engine.queues import SCHEDULES, make_queues, open_client, queues_of, runners, set_room, still_running
from ufo.fleet.engine.recurrence import register_schedules
from ufo.fleet.engine.tables import RELEASE, Tables, prepare
from ufo.fleet.jobs.manner import WorkerManner
from ufo.fleet.jobs.seams import Player, Store

_CLAIMED_S = 0.1


class WorkerEnd(StrEnum):
    """DRAINED: it was told to take no more, and what it played has ended. LOST: another worker has taken its work over, and it
    has stopped all that it played: start it anew.
    """

    DRAINED = "drained"
    LOST = "lost"


class Worker:
    """One worker; a process has at most one at a time, in whose event loop all runs."""

    def __init__(
        self, database: Database, manner: WorkerManner, player: Player, store: Store, hook: Hook = no_hook
    ) -> None:
        self._database = database
        self._manner = manner
        self._player = player
        self._store = store
        self._hook = hook
        self._drain = asyncio.Event()
        self.name = new_worker()
        self.ready = asyncio.Event()
        """It has its lease, and takes tasks."""

    def drain(self) -> None:
        """Take no more; end when what is played has ended."""
        self._drain.set()

    async def run(self) -> WorkerEnd:
        """Work until drained or lost. Cancelled, it stops what it plays and leaves it for others to take over. Raises ConfigError
        where the database cannot be used.
        """
        tables = await asyncio.to_thread(prepare, self._database)
        alone = Alone(tables, open_client(tables))
        desks = Desks(tables, alone, self._player, self._store, self._manner, self.name)
        try:
            client = open_client(tables)
            lease = self._lease(tables, desks, client)
            # Before the first task can come: the work of a worker without a row would be put back by nobody.
            self._database.reached(lease.begin)
            connections = self._database.open(POOL)
            try:
                names = [*queues_of(self._manner.queues), SCHEDULES]
                await asyncio.to_thread(self._make_queues, client, names)
                self._launch(tables, desks, connections, names)
                self.ready.set()
                return await self._work(desks, lease, client)
            finally:
                DBOS.destroy(destroy_registry=True)
                connections.dispose()
                # The engine had put its own threads in place of the loop's, and has ended them.
                asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(thread_name_prefix="asyncio"))
        finally:
            desks.close()
            tables.close()

    def _lease(self, tables: Tables, desks: Desks, client: DBOSClient) -> Lease:
        adopts, running = functools.partial(adopt, self._database), functools.partial(runners, client)
        return Lease(tables, self._manner, desks, self._player, adopts, running, self.name)

    def _make_queues(self, client: DBOSClient, names: list[str]) -> None:
        self._database.reached(lambda: make_queues(client, names, self._manner.poll_s))

    def _launch(self, tables: Tables, desks: Desks, connections: Engine, names: list[str]) -> None:
        """Start the engine in this event loop."""
        manner, client = self._manner, open_client(tables)
        engine = DBOS(config=engine_config(connections, self.name, RELEASE, manner.poll_s, manner.schedules_s))
        ending = Ending(tables, client, manner, self.name)
        Attempts(self._store, desks, ending, manner.folder, self._hook).register()
        register_schedules(tables, client)
        DBOS.listen_queues(names)
        try:
            self._database.reached(DBOS.launch)
        except engine_error.DBOSException as error:
            raise ConfigError(
                f"the fleet's database {self._database} cannot be used: {self._database.told(error)}"
            ) from None
        set_room(engine, desks.room, manner.poll_s)

    async def _work(self, desks: Desks, lease: Lease, client: DBOSClient) -> WorkerEnd:
        held = asyncio.ensure_future(lease.hold())
        drained = asyncio.ensure_future(self._drained(desks, lease, client))
        tidying = asyncio.ensure_future(self._tidy_again_and_again(desks, client))
        try:
            await asyncio.wait({held, drained}, return_when=asyncio.FIRST_COMPLETED)
            if held.done():
                held.result()
            drained.result()
            await self._tidy(desks, client)
            return WorkerEnd.DRAINED
        except Lost:
            return WorkerEnd.LOST
        finally:
            was_left = bool(desks.begun)
            await desks.give_up()
            for task in (held, drained, tidying):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, Lost):
                    await task
            if not was_left and not await desks.in_thread(self._runs_still, client):
                await desks.in_thread(lease.end)

    async def _drained(self, desks: Desks, lease: Lease, client: DBOSClient) -> None:
        await self._drain.wait()
        desks.drains = "it drains"
        is_over = False
        while not is_over:
            # What the engine has claimed in this moment begins in the next, and what has ended it has yet to record.
            await asyncio.sleep(_CLAIMED_S)
            await desks.empty.wait()
            is_over = not await desks.in_thread(self._runs_still, client)
        await lease.settled()

    async def _tidy_again_and_again(self, desks: Desks, client: DBOSClient) -> None:
        while True:
            await self._tidy(desks, client)
            await asyncio.sleep(self._manner.dead_s)

    async def _tidy(self, desks: Desks, client: DBOSClient) -> None:
        """Give the disk back that workers of this machine which were killed have left full."""
        with contextlib.suppress(ConfigError, SQLAlchemyError):
            await desks.in_thread(remove_leftovers, self._manner.folder, client, self._store)

    def _runs_still(self, client: DBOSClient) -> bool:
        """Tell whether the engine has something that runs under this worker's name, or cannot be asked."""
        try:
            return still_running(client, self.name)
        except SQLAlchemyError:
            return True
