"""`ufo resume`: goes on with a run that was broken off, from its last finished step, where that is sound."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ufo.cli.commands.run import Job, Manner, Way
from ufo.cli.output import Terminal
from ufo.cli.person import consenting, person_at, require_own
from ufo.cli.process.surroundings import prepare_memory
from ufo.cli.settings import command_settings
from ufo.config.load import changed
from ufo.config.settings import PRIVATE_DESKTOPS, Settings
from ufo.errors import TraceError
from ufo.runs.sessions.session import Session
from ufo.runs.sessions.unfinished import Unfinished, anew, unfinished, working_folder_of
from ufo.trace.emitter import Listener
from ufo.trace.reader import read_run
from ufo.trace.run_folders import find_run, is_going_on
from ufo.trace.writer import LogWriter


def resume(run: str, overrides: Mapping[str, Any], moved_to: Path | None = None, **manner: bool) -> int:
    """Go on and return the exit code of the outcome. `moved_to`: where its working folder is now. Raises TraceError, with the
    reason, where that is not sound.
    """
    settings = command_settings(**overrides)
    found = find_run(run, settings.log_dir)
    folder = found if found.is_dir() else found.parent
    if is_going_on(folder):
        raise TraceError(f"{folder.name} is still going on; wait for its end, or stop it")
    record = read_run(folder)
    worked_in = working_folder_of(record)
    work_in = worked_in if moved_to is None else moved_to.absolute()
    if not work_in.is_dir():
        raise TraceError(
            f"the folder {str(work_in)!r}, in which {record.run_id} worked, is gone; say where it is now with --folder"
        )
    was = unfinished(record, work_in)
    how = Manner(**manner)
    prepare_memory()
    console = Terminal(stderr=how.as_json)
    person = person_at(console, settings.system.question_timeout_s, how.consents, how.as_json)
    require_own(was.run, person, "go on with it")
    wanted = (overrides.get("desktop") or {}).get("where") or ""
    is_elsewhere = work_in != worked_in or wanted not in ("", _where(was)) or wanted in PRIVATE_DESKTOPS
    settings = consenting(settings if wanted else _on_its_desktop(settings, was), how.consents)
    job = _Resuming(settings, console, person, None, how.as_json)
    job.told_in_lines = how.plain
    job.goes_on_with(was, work_in, is_elsewhere)
    try:
        return asyncio.run(job.run(was.request))
    finally:
        job.leaving.stay()


def _where(was: Unfinished) -> str:
    """Return the name of its desktop as settings give it."""
    return was.desktop.rpartition(" (")[0] or was.desktop


def _on_its_desktop(settings: Settings, was: Unfinished) -> Settings:
    """Return the settings with the desktop that the run worked on. Raises TraceError where that ended with the run."""
    where, lost = _where(was), [window.title for window in was.windows_worked_in]
    if where in PRIVATE_DESKTOPS and lost:
        raise TraceError(
            f"{was.run.run_id} cannot go on: its private desktop ended with it, and so did {', '.join(map(repr, lost))}; "
            f"go on without them, on a new one, with --desktop {where}, or {anew(was.request)} (a desktop of "
            "`ufo desktop start NAME` outlives a run)"
        )
    return changed(settings, desktop={"where": where})


class _Resuming(Job):
    """Goes on in the folder and on the desktop of a run that was broken off."""

    def goes_on_with(self, was: Unfinished, work_in: Path, is_elsewhere: bool) -> None:
        self._was = was
        self._is_elsewhere = is_elsewhere
        self.way = Way(mode=was.mode)
        self._folder = work_in
        self._before_s = was.seconds

    def _new_log(self) -> LogWriter:
        folder = self._was.run.folder.absolute()
        return LogWriter(folder.parent, folder.name, goes_on=True)

    def _stopped_early(self, log: LogWriter, listeners: list[Listener], request: str, seconds: float) -> None:
        """Write nothing: the log is as it was before."""

    async def _rounds(self, session: Session, request: str | None) -> int:
        return (await session.resume(self._was, self._is_elsewhere)).outcome.exit_code
