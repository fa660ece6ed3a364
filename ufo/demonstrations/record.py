"""Records on one desktop until somebody stops it, and writes how it ended."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from ufo.config.settings import DesktopSettings
from ufo.demonstrations.recorded import Begun, Ended, Step
from ufo.demonstrations.recording_folder import RecordingWriter
from ufo.demonstrations.watch import Watcher
from ufo.desktop.backend import Desktop
from ufo.desktop.backends import listen
from ufo.errors import UfoError
from ufo.platform import proc
from ufo.schema.predicate import Predicate
from ufo.secrets.masks import Masks

STOPPED = "the person ended the recording"


@dataclass(frozen=True, slots=True)
class Place:
    """The desktop that is recorded: as it is looked at, its name, and the environment of its programs."""

    desktop: Desktop
    name: str
    environment: Mapping[str, str]
    settings: DesktopSettings


@dataclass
class Going:
    """A recording that goes on. `ended` is set when it has ended by itself; `reason` says why it ended."""

    watcher: Watcher
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    reason: str = STOPPED


@asynccontextmanager
async def recording(
    place: Place,
    folder: Path,
    name: str,
    masks: Masks,
    on_step: Callable[[Step], object] = lambda _step: None,
    stops: Collection[str] = (),
) -> AsyncIterator[Going]:
    """Record inside this context into `folder`. What was done is written when it ends, whatever ends it.

    Raises DesktopError and DesktopUnavailable where the desktop cannot be heard, and TraceError where nothing can be written.
    """
    clock = asyncio.get_running_loop().time
    began = clock()
    begun = Begun(
        name=name,
        desktop=place.name,
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        folder=str(Path.cwd()),
    )
    writer = RecordingWriter(folder, begun, masks)
    going = Going(Watcher(place.desktop, writer, on_step, stops, own_processes()))
    release = await listen(place.environment, place.settings, going.watcher.hear)
    watching = asyncio.ensure_future(_watch(going))
    try:
        await going.watcher.ready.wait()
        yield going
    finally:
        release()
        watching.cancel()
        await asyncio.wait([watching])
        failed = None if watching.cancelled() else watching.exception()
        if failed is not None:
            going.reason = f"the recording broke off: {type(failed).__name__}"
        conditions = await _conditions(going, place)
        kept = tuple(one.model_dump(mode="json", exclude_defaults=True) | {"on": one.on} for one in conditions)
        writer.write(Ended(reason=going.reason, conditions=kept, seconds=round(clock() - began, 1)))
        if failed is not None:
            raise failed


async def _watch(going: Going) -> None:
    try:
        await going.watcher.run()
    except UfoError as error:
        going.reason = f"the recording ended by itself: {error}"
    finally:
        going.ended.set()


async def _conditions(going: Going, place: Place) -> tuple[Predicate, ...]:
    with contextlib.suppress(UfoError):
        return await going.watcher.conditions(place.environment.get("HOME", ""), str(Path.cwd()))
    return ()


def own_processes() -> frozenset[int]:
    """Return this process and those that it was started from: their windows are the terminal of whoever records."""
    found, pid = set[int](), os.getpid()
    while pid > 1 and pid not in found:
        found.add(pid)
        facts = proc.process_facts(pid)
        pid = facts.parent if facts is not None else 0
    return frozenset(found)
