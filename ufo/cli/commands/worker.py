"""`ufo worker`: plays tasks of a fleet on desktops of its own, until it is told to leave."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

from ufo.cli.fleet.collector import telemetry
from ufo.cli.fleet.fleet_place import FleetPlace
from ufo.cli.output import Terminal, print_json
from ufo.cli.settings import command_settings
from ufo.config.sections import PlayerSections
from ufo.errors import ConfigError
from ufo.fleet.child.floors import Floors
from ufo.fleet.child.player import ChildPlayer, Ways
from ufo.fleet.engine.fleet import Fleet
from ufo.fleet.engine.worker import Worker, WorkerEnd
from ufo.fleet.jobs.ends import AttemptEnd, TaskState
from ufo.fleet.jobs.manner import WorkerManner
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.jobs.order import TaskOrder
from ufo.platform.loop_signals import SAME_S, handled_by_loop
from ufo.schema.exit_codes import EXIT_CANCELLED, EXIT_FAILED
from ufo.secrets import files

_DAY_S, _HOUR_S, _LOOK_S = 86400.0, 3600.0, 5.0
_STILL = (TaskState.QUEUED, TaskState.RUNNING)
_SHORT = 70


def work(  # noqa: PLR0913 a command's options are its parameters
    desktops: int,
    queues: Sequence[str],
    *,
    place: Mapping[str, Any],
    folder: Path | None,
    memory_mb: float,
    disk_mb: float,
    keep_days: float,
    until_empty: bool,
    as_json: bool,
) -> int:
    """Work until a signal, or until nothing waits for this worker any more. The first SIGTERM or Ctrl-C lets what runs end, a
    second one stops it.
    """
    where = FleetPlace(**place)
    database, store = where.opened_database(), where.opened_store()
    # On this machine alone the database is this person's own.
    mine = (folder or where.own / "attempts").expanduser().absolute()
    try:
        files.make_folder(mine)
    except OSError as error:
        raise ConfigError(f"{str(mine)!r} cannot be made: {error.strerror}; name another --folder") from None
    told, settings = _Told(as_json), command_settings()
    manner = WorkerManner(mine, desktops=desktops, queues=tuple(queues) or ("",))

    def forget() -> int:
        with Fleet(database) as fleet:
            return fleet.forget(keep_days * _DAY_S, store, manner.queues)

    def is_empty() -> bool:
        with Fleet(database) as fleet:
            return not any(row.state in _STILL and row.queue in manner.queues for row in fleet.tasks())

    with telemetry(settings.telemetry, database, lambda text: told.say("warning", text)) as logged:
        floors = Floors(memory_mb, disk_mb)
        ways = Ways(trusts=database.is_sqlite, floors=floors, begins=told.begins, ends=told.ends, logged=logged)
        worker = Worker(database, manner, ChildPlayer(PlayerSections.of(settings), mine, ways), store)
        beside = [_announce(worker, told, str(database))]
        beside += [_forget_old(forget, told)] if keep_days else []
        beside += [_leave_when(is_empty, worker, told)] if until_empty else []
        return asyncio.run(_run(worker, told, beside))


async def _run(worker: Worker, told: _Told, beside: Sequence[Coroutine[Any, Any, None]]) -> int:
    working = asyncio.ensure_future(worker.run())
    others = [asyncio.ensure_future(work) for work in beside]
    first: list[float] = []

    def leave() -> None:
        if not first:
            first.append(time.monotonic())
            told.say("leaving", "takes no more; what runs is finished first, and stopped by a second signal")
            worker.drain()
        elif time.monotonic() - first[0] > SAME_S:
            working.cancel()

    with handled_by_loop(leave):
        try:
            end = await working
        except asyncio.CancelledError:
            told.say("stopped", "what ran is left for other workers")
            return EXIT_CANCELLED
        finally:
            for task in others:
                task.cancel()
    if end is WorkerEnd.LOST:
        told.say("lost", "another worker has taken its work over; start it again")
        return EXIT_FAILED
    told.say("left", "all that it began has ended")
    return 0


async def _announce(worker: Worker, told: _Told, database: str) -> None:
    await worker.ready.wait()
    told.say("ready", f"worker {worker.name} takes tasks of {database}")


async def _leave_when(is_empty: Callable[[], bool], worker: Worker, told: _Told) -> None:
    """Let the worker leave once nothing waits or runs in its queues."""
    await worker.ready.wait()
    # A database tells nobody that it has changed.
    while not await asyncio.to_thread(is_empty):  # noqa: ASYNC110
        await asyncio.sleep(_LOOK_S)
    told.say("leaving", "nothing waits for it any more")
    worker.drain()


async def _forget_old(forget: Callable[[], int], told: _Told) -> None:
    """Apply the rule of retention, once an hour."""
    while True:
        try:
            if count := await asyncio.to_thread(forget):
                told.say("forgot", f"{count} old tasks and their files")
        except ConfigError as error:
            told.say("warning", str(error))
        await asyncio.sleep(_HOUR_S)


class _Told:
    """Tells the person, or a program, what the worker does: a line each."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._console = Terminal()

    def say(self, kind: str, text: str, **more: object) -> None:
        if self._as_json:
            print_json({"kind": kind, "text": text, **more})
        else:
            self._console.say(f"{kind:<8} {text}")

    def begins(self, attempt: AttemptId, order: TaskOrder) -> None:
        said = " ".join(order.plan.task.split())
        said = said if len(said) <= _SHORT else f"{said[:_SHORT]}…"
        self.say("begins", f"{attempt}  {said}", attempt=str(attempt))

    def ends(self, attempt: AttemptId, end: AttemptEnd) -> None:
        why = "" if end.outcome == "VERIFIED" else f"  {end.why}"
        self.say(
            "ended", f"{attempt}  {end.outcome}  {end.seconds:.1f} s{why}", attempt=str(attempt), outcome=end.outcome
        )
