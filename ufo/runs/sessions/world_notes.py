"""Notes, after each step, which windows are open and how the files stand that a request is about, so that `ufo resume` can tell
whether the world is still as the run left it, and `ufo replay` whether it is as the run found it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from ufo.agents.agent.basic_agent import BasicAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.round_context import Context
from ufo.desktop.backend import Desktop
from ufo.desktop.values import Window
from ufo.errors import DesktopError
from ufo.faults import Part
from ufo.schema.file_names import path_meant
from ufo.trace.emitter import Emitter
from ufo.trace.events import FileNoted, WindowNoted, WorldNoted
from ufo.trace.file_notes import change_of, file_noted

_log = logging.getLogger(__name__)
_MOST_FILES, _MOST_FOLDER = 200, 500
_LONGEST_PATH = 1000


class WorldNotes:
    """Emits a note whenever windows or files differ from those of the last note."""

    def __init__(self, desktop: Desktop, working_folder: Path, emitter: Emitter) -> None:
        self._desktop = desktop
        self._folder = working_folder
        self._emitter = emitter
        self._known: dict[str, FileNoted] = {}
        self._last: WorldNoted | None = None

    async def note(self, agent: BasicAgent, context: Context) -> None:
        """Note the world as it is after a step of `agent`. Where the desktop does not answer, nothing is noted."""
        notes: list[str] = []
        with Part(_log, "noting windows and files", notes):
            try:
                windows = tuple(
                    WindowNoted(
                        id=window.id,
                        title=window.title,
                        pid=window.pid,
                        process=window.process,
                        app_root=window.app_root,
                    )
                    for window in await self._desktop.windows()
                )
            except DesktopError:
                return
            titles = [window.title for window in windows]
            paths = _paths(agent, context, self._folder)
            files = await asyncio.to_thread(self._files, paths, titles)
            window = agent.tools.selection.window
            noted = WorldNoted(windows=windows, files=files, working_in=window.id if window is not None else "")
            if noted != self._last:
                self._last = noted
                self._emitter.emit(noted)

    async def changes_since(self, then: WorldNoted, app_roots: Collection[str]) -> tuple[str, ...]:
        """Return in words what happened since to the files and to the windows of these applications, nothing where they are as
        they were. Raises DesktopError.
        """
        now = {window.id: window for window in await self._desktop.windows()}
        said = [_of_window(window, now.get(window.id)) for window in then.windows if window.app_root in app_roots]
        files = await asyncio.to_thread(lambda: [(file, file_noted(Path(file.path), file)) for file in then.files])
        said += [f"{before.path}: {change}" for before, after in files if (change := change_of(before, after))]
        return tuple(text for text in said if text)

    def _files(self, paths: set[Path], titles: Iterable[str]) -> tuple[FileNoted, ...]:
        wanted = {*paths, *map(Path, self._known), *_open_in(self._folder, " ".join(titles))}
        for path in sorted(wanted)[:_MOST_FILES]:
            before = self._known.get(str(path))
            if before is not None or path in paths or path.is_file():
                self._known[str(path)] = file_noted(path, before)
        return tuple(self._known[text] for text in sorted(self._known))


def _of_window(then: WindowNoted, now: Window | None) -> str:
    if now is None or now.pid != then.pid:
        return f"the window {then.title!r} of {then.app_root} is closed"
    return (
        "" if now.title == then.title else f"the window {then.title!r} of {then.app_root} is titled {now.title!r} now"
    )


def _paths(agent: BasicAgent, context: Context, folder: Path) -> set[Path]:
    """Return the files of the working folder that the request names, and those that its actions and conditions named."""
    host = agent if isinstance(agent, HostAgent) else getattr(agent, "host", None)
    known: set[Path] = set()
    acts = [*context.acts, *agent.history]
    if isinstance(host, HostAgent):
        known |= set(_open_in(folder, host.request))
        acts += host.history
    findings = [*context.findings, *(finding for record in context.previous_subtasks for finding in record.findings)]
    named = [path for finding in findings if (path := finding.predicate.path_on_disk())]
    named += [text for act in acts for text in _texts(act.arguments)]
    return known | {found for text in named if (found := _path_of(text, folder)) is not None}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for entry in value.values():
            yield from _texts(entry)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def _path_of(text: str, folder: Path) -> Path | None:
    """Return the file that a text names, or None for a text that names none that is there."""
    if not text or len(text) > _LONGEST_PATH or "\n" in text or "\0" in text or ("." not in text and "/" not in text):
        return None
    try:
        path = path_meant(text.removeprefix("file://"), folder)
        return path if path.is_file() else None
    except (OSError, ValueError, RuntimeError):
        return None


def _open_in(folder: Path, titles: str) -> Iterator[Path]:
    """Iterate over the files of the folder whose names stand in the text, such as the title of a window."""
    try:
        for number, path in enumerate(folder.iterdir()):
            if number >= _MOST_FOLDER:
                return
            if "." in path.name and path.name in titles:
                yield path
    except OSError:
        return
