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
from ufo.runs.sessions.unfinished import Unfinished, anew, unfinished
from ufo.trace.emitter import Listener
from ufo.trace.reader import read_run
from ufo.trace.run_folders import find_run, is_going_on
from ufo.trace.writer import LogWriter


def resume(run: str, overrides: Mapping[str, Any], **manner: bool) -> int:
    """Go on and return the exit code of the outcome. Raises TraceError, with the reason, where that is not sound."""
    settings = command_settings(**overrides)
    found = find_run(run, settings.log_dir)
    folder = found if found.is_dir() else found.parent
    if is_going_on(folder):
        raise TraceError(f"{folder.name} is still going on; wait for its end, or stop it")
    was = unfinished(read_run(folder))
    work_in = Path(was.started.working_folder)
    if not work_in.is_dir():
        raise TraceError(f"the folder {str(work_in)!r}, in which {was.run.run_id} worked, is gone")
    how = Manner(**manner)
    prepare_memory()
    console = Terminal(stderr=how.as_json)
    person = person_at(console, settings.system.question_timeout_s, how.consents, how.as_json)
    require_own(was.run, person, "go on with it")
    settings = consenting(_on_its_desktop(settings, was), how.consents)
    job = _Resuming(settings, console, person, None, how.as_json)
    job.told_in_lines = how.plain
    job.goes_on_with(was, work_in)
    try:
        return asyncio.run(job.run(was.request))
    finally:
        job.leaving.stay()


def _on_its_desktop(settings: Settings, was: Unfinished) -> Settings:
    """Return the settings with the desktop that the run worked on. Raises TraceError where that ended with the run."""
    where = was.desktop.rpartition(" (")[0] or was.desktop
    lost = [window.title for window in was.after.windows if window.app_root in was.app_roots]
    if where in PRIVATE_DESKTOPS and lost:
        raise TraceError(
            f"{was.run.run_id} cannot go on: its private desktop ended with it, and so did {', '.join(map(repr, lost))}; "
            f"{anew(was.request)} (a desktop of `ufo desktop start NAME` outlives a run)"
        )
    return changed(settings, desktop={"where": where})


class _Resuming(Job):
    """Goes on in the folder and on the desktop of a run that was broken off."""

    def goes_on_with(self, was: Unfinished, work_in: Path) -> None:
        self._was = was
        self.way = Way(mode=was.mode)
        self._folder = work_in
        self._before_s = was.seconds

    def _new_log(self) -> LogWriter:
        folder = self._was.run.folder.absolute()
        return LogWriter(folder.parent, folder.name, goes_on=True)

    def _stopped_early(self, log: LogWriter, listeners: list[Listener], request: str, seconds: float) -> None:
        """Write nothing: the log is as it was before."""

    async def _rounds(self, session: Session, request: str | None) -> int:
        return (await session.resume(self._was)).outcome.exit_code
