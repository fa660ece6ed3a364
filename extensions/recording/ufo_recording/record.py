"""Records on one desktop until somebody stops it, and writes how it ended; also what a person does while they have taken over a
run, into the folder of that run, for them to keep it if they want.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from ufo.config.settings import DesktopSettings
from ufo.desktop.backend import Desktop
from ufo.desktop.backends import listen
from ufo.desktop.heard import Listener
from ufo.errors import DesktopError, TraceError, UfoError
from ufo.platform import proc
from ufo.runs.takeovers import RecordedRun
from ufo.schema.outcome import RunOutcome
from ufo.schema.predicate import Predicate
from ufo.secrets.masks import Masks
from ufo.tools.dispatch.takeover import Attend
from ufo.trace.events import PersonActed
from ufo.trace.reader import read_run
from ufo.trace.run_folders import TAKEOVERS
from ufo_recording.recorded import Begun, Ended, Line, ProgramSeen, Step, line_of
from ufo_recording.recording_folder import RecordingWriter, read_recording
from ufo_recording.watch import Watcher

STOPPED = "the person ended the recording"
_PAUSED_S = 0.3
"""A person who lets the run go on answers at once; one who pauses it does not."""


@dataclass(frozen=True, slots=True)
class Place:
    """The desktop that is recorded: as it is looked at, its name, and the environment of its programs. `listen` hears what is
    done there where the backend hears nothing.
    """

    desktop: Desktop
    name: str
    environment: Mapping[str, str]
    settings: DesktopSettings
    listen: Callable[[Listener], Awaitable[Callable[[], Awaitable[None]]]] | None = None


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
    release = await _heard(place, going.watcher.hear)
    watching = asyncio.ensure_future(_watch(going))
    try:
        await going.watcher.ready.wait()
        yield going
    finally:
        # What the person did up to now is in the queue before the watcher is told to end.
        await release()
        watching.cancel()
        await asyncio.wait([watching])
        failed = None if watching.cancelled() else watching.exception()
        if failed is not None:
            going.reason = f"the recording broke off: {type(failed).__name__}"
        conditions = await _conditions(going, place)
        kept = tuple(
            condition.model_dump(mode="json", exclude_defaults=True) | {"on": condition.on} for condition in conditions
        )
        writer.write(Ended(reason=going.reason, conditions=kept, seconds=round(clock() - began, 1)))
        if failed is not None:
            raise failed


async def _heard(place: Place, heard: Listener) -> Callable[[], Awaitable[None]]:
    try:
        return await listen(place.environment, place.settings, heard)
    except DesktopError:
        if place.listen is None:
            raise
        return await place.listen(heard)


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


class TakeoverRecorder:
    """Stands between the run and the person who may take over (`ufo.runs.takeovers.Recorder`)."""

    def __init__(self, inner: Attend, run: RecordedRun) -> None:
        self._inner = inner
        self._run = run
        self._folder = run.folder / TAKEOVERS

    async def attend(self, upcoming: str) -> bool:
        """Let the person attend, as `ufo.agents.user.User.attend` says. A recording that fails never keeps them from working."""
        asking = asyncio.ensure_future(self._inner(upcoming))
        try:
            await asyncio.wait([asking], timeout=_PAUSED_S)
            if asking.done():
                return asking.result()
            return await self._recorded(asking)
        finally:
            asking.cancel()

    async def _recorded(self, asking: asyncio.Future[bool]) -> bool:
        number = len(list(self._folder.glob("*"))) + 1 if self._folder.exists() else 1
        folder = self._folder / f"{number}"
        try:
            async with AsyncExitStack() as closing:
                try:
                    desktop = await closing.enter_async_context(self._run.connected())
                    place = Place(
                        desktop.desktop, desktop.name, desktop.environment, self._run.settings, self._run.listen
                    )
                    going = await closing.enter_async_context(
                        recording(place, folder, f"takeover-{number}", self._run.masks, partial(self._tell, number))
                    )
                except UfoError as error:
                    self._run.told(f"what you do now is not recorded: {error}")
                    self._run.begun()
                    return await asking
                self._run.begun()
                took_over = await asking
        except TraceError as error:
            self._run.told(f"what you did was not recorded as a whole: {error}")
            return await asking
        if not took_over or not going.watcher.steps:
            shutil.rmtree(folder, ignore_errors=True)
        return took_over

    def _tell(self, number: int, step: Step) -> None:
        """Tell the run what the person did, as one of its steps."""
        self._run.acted(
            PersonActed(
                did=line_of(step),
                act=step.kind,
                window=step.window,
                control=step.control,
                text=step.text,
                hidden=step.hidden,
                keys=step.keys,
                takeover=number,
            )
        )


def joined_takeovers(run: Path, name: str) -> tuple[list[Line], str]:
    """Return what the person did in a run as the lines of one recording, and how it is proved: by the run, where that ended
    VERIFIED, and else "". Raises TraceError where there is nothing.
    """
    record = read_run(run)
    folders = [path.parent for path in (run / TAKEOVERS).glob("*/recording.jsonl") if path.parent.name.isdecimal()]
    parts = [read_recording(path) for path in sorted(folders, key=lambda folder: int(folder.name))]
    if not parts:
        raise TraceError(
            f"nothing was recorded in {record.run_id}: the person did not take over, or `recording.take_overs` is off"
        )
    lines: list[Line] = [parts[0].begun.model_copy(update={"name": name})]
    known: dict[tuple[str, str, str], int] = {}
    number = 0
    for part in parts:
        places = {}
        for program in part.programs:
            key = (program.app_root, program.process, program.folder)
            if key not in known:
                known[key] = len(known) + 1
                lines.append(ProgramSeen(**{**program.model_dump(), "number": known[key]}))
            places[program.number] = known[key]
        for step in part.steps:
            number += 1
            lines.append(
                step.model_copy(update={"number": number, "program": places.get(step.program, 1), "picture": ""})
            )
    last = parts[-1].ended
    if last is not None:
        lines.append(Ended(reason=last.reason, conditions=last.conditions, seconds=last.seconds))
    verified = record.summary is not None and record.summary.outcome is RunOutcome.VERIFIED
    return lines, f"the run {record.run_id}, in which it was done, ended VERIFIED" if verified else ""
