"""Records what a person does while they have taken over a run, into the run's folder, for them to keep it if they want."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path

from ufo.demonstrations.record import Place, recording
from ufo.demonstrations.recorded import Ended, Line, ProgramSeen
from ufo.demonstrations.recording_folder import read_recording
from ufo.errors import TraceError, UfoError
from ufo.schema.outcome import RunOutcome
from ufo.secrets.masks import Masks
from ufo.trace.reader import read_run

FOLDER = "takeovers"
_PAUSED_S = 0.3
"""A person who lets the run go on answers at once; one who pauses it does not."""

Attend = Callable[[str], Awaitable[bool]]
Open = Callable[[], AbstractAsyncContextManager[Place]]
"""Connects to the desktop of the run once more."""


class TakeoverRecorder:
    """Stands between the run and the person who may take over. `masks` are the run's own, `folder` is that of its log, and `told`
    is called with what went wrong.
    """

    def __init__(self, inner: Attend, open_: Open, folder: Path, masks: Masks, told: Callable[[str], None]) -> None:
        self._inner = inner
        self._open = open_
        self._folder = folder / FOLDER
        self._masks = masks
        self._told = told

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
                    place = await closing.enter_async_context(self._open())
                    going = await closing.enter_async_context(
                        recording(place, folder, f"takeover-{number}", self._masks)
                    )
                except UfoError as error:
                    self._told(f"what you do now is not recorded: {error}")
                    return await asking
                took_over = await asking
        except TraceError as error:
            self._told(f"what you did was not recorded as a whole: {error}")
            return await asking
        if not took_over or not going.watcher.steps:
            shutil.rmtree(folder, ignore_errors=True)
        return took_over


def has_takeovers(run: Path) -> bool:
    """Tell whether the person did something in that run that was recorded."""
    return any((run / FOLDER).glob("*/recording.jsonl"))


def joined_takeovers(run: Path, name: str) -> tuple[list[Line], str]:
    """Return what the person did in a run as the lines of one recording, and how it is proved: by the run, where that ended
    VERIFIED, and else "". Raises TraceError where there is nothing.
    """
    record = read_run(run)
    folders = [one.parent for one in (run / FOLDER).glob("*/recording.jsonl") if one.parent.name.isdecimal()]
    parts = [read_recording(one) for one in sorted(folders, key=lambda folder: int(folder.name))]
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
