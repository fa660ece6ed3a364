"""Plays one task: on a private desktop and in a folder of its own, through the same assembly as `ufo run`."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.minds.counts import count
from bench.minds.records import Record
from bench.minds.task import Place, Task, Verdict
from ufo.cli.process.logfile import logged
from ufo.config.load import load_settings
from ufo.config.settings import KnowledgeSettings, Settings
from ufo.desktop.values import Launch
from ufo.errors import DesktopError
from ufo.llm.provider import Provider
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.desktops import DesktopInUse, open_desktop
from ufo.runs.sessions.users import NobodyUser
from ufo.trace.console import ConsoleListener
from ufo.trace.writer import LogWriter

WRITTEN_WITHIN_S = 5.0
MAX_TIME_S = 4 * 3600.0
"""A person who answers by hand thinks for long; the model's own seconds are told apart from ours."""


@dataclass(frozen=True, slots=True)
class Playing:
    """How tasks are played. `out`: where logs, working folders and records go. `settings`: over those of `ufo run`.

    `provider`: a mind in this process, in place of the one that the settings name. `listener`: prints the run. `knowledge`: the
    folder of what was learned, by default one of this bench's own; `learned`: the only sources that are looked up, in
    alphabetical order with "+" between them, "none", or "" for what the settings say.
    """

    out: Path
    settings: Mapping[str, Any] = field(default_factory=dict)
    provider: Provider | None = None
    listener: ConsoleListener | None = None
    knowledge: Path | None = None
    learned: str = ""


class CannotPlay(Exception):
    """The task cannot be set up on this machine; nothing was played."""


def missing(task: Task) -> list[str]:
    """Return the programs that the task needs and that are not installed."""
    return [name for name in task.needs if shutil.which(name) is None]


def settings_of(playing: Playing, search_port: int | None = None, backend: str = "auto") -> Settings:
    """Return the settings of a run. `search_port`: where a SearXNG service listens on this machine; `backend`: as
    `desktop.backend`. Raises ConfigError.
    """
    given = dict(playing.settings)
    limits = {"max_time_s": MAX_TIME_S, **given.pop("limits", {})}
    return load_settings(
        limits=limits,
        desktop={"where": "private", "backend": backend},
        skills={"use": False},
        log_dir=playing.out / "runs",
        knowledge={
            "folder": playing.knowledge or playing.out / "knowledge",
            **_looked_up(playing.learned, search_port),
        },
        **given,
    )


def _looked_up(learned: str, search_port: int | None) -> dict[str, dict[str, Any]]:
    """Return the settings of the sources. The web is searched only where the task has a service for it."""
    found: dict[str, dict[str, Any]] = {**sources_alone(learned)}
    if search_port is not None and "web" in learned.split("+"):
        found["web"] = {"use": True, "provider": "searxng", "address": f"http://127.0.0.1:{search_port}"}
    return found


def sources() -> frozenset[str]:
    """Return the names of the sources of knowledge that the settings have."""
    fields = KnowledgeSettings.model_fields
    return frozenset(
        name for name, item in fields.items() if hasattr(item.get_default(call_default_factory=True), "use")
    )


def sources_alone(learned: str) -> dict[str, dict[str, bool]]:
    """Return the settings that leave on these sources alone. Raises ValueError for one that there is not."""
    if not learned:
        return {}
    wanted = frozenset(learned.split("+")) - {"none"}
    if unknown := wanted - sources():
        raise ValueError(f"there is no source {sorted(unknown)[0]!r}; there are {', '.join(sorted(sources()))}")
    return {name: {"use": name in wanted and name != "web"} for name in sources()}


async def play(task: Task, playing: Playing) -> Record:
    """Play the task, judge the world, and write the record. Raises CannotPlay, and ConfigError for wrong settings."""
    if lacking := missing(task):
        raise CannotPlay(f"{task.name} needs {', '.join(lacking)}")
    folder = _fresh(playing.out / "work" / task.name)
    with _serving(task, folder) as port, _inside(folder):
        settings = settings_of(playing, port if task.searches else None, task.backend)
        log = LogWriter(settings.log_dir)
        try:
            with logged(log.folder, log.masks):
                request, verdict, place = await _played(task, playing, settings, _Stage(folder, port, log))
        finally:
            log.close()
        counted = count(log.folder)
        if not verdict.solved:
            # Some applications write their settings only when they are closed.
            later = judged(task, place, counted.answer)
            verdict = later if later.solved else verdict
    record = Record(
        task=task.name,
        request=request,
        model=settings.model.name if playing.provider is None else playing.provider.name,
        solved=verdict.solved,
        why="" if verdict.solved else verdict.why or "the judge says no more",
        careful_calls=task.careful_calls,
        log=str(log.folder),
        count=counted.as_object(),
        learned=playing.learned,
    )
    record.save(playing.out / "records")
    return record


@dataclass(frozen=True, slots=True)
class _Stage:
    folder: Path
    port: int | None
    log: LogWriter


async def _played(task: Task, playing: Playing, settings: Settings, stage: _Stage) -> tuple[str, Verdict, Place]:
    async with open_desktop(settings.desktop, stage.folder) as desktop:
        place = Place(stage.folder, desktop.environment, stage.port)
        request = _prepared(task, place)
        await _open_before(task, place, desktop)
        # The judge looks at what is still open, so the desktop outlives the run.
        listeners = [] if playing.listener is None else [playing.listener]
        parts = SessionParts(
            desktop, NobodyUser(consents=True), stage.folder, stage.log, listeners, provider=playing.provider
        )
        async with open_session(settings, parts) as session:
            summary = await session.run(request)
        return request, await _judged_late(task, place, summary.answer), place


async def _judged_late(task: Task, place: Place, answer: str) -> Verdict:
    """Judge again for a while where the world is not yet as asked for: a browser writes its bookmarks seconds later."""
    until = asyncio.get_running_loop().time() + WRITTEN_WITHIN_S
    while True:
        verdict = await asyncio.to_thread(judged, task, place, answer)
        if verdict.solved or asyncio.get_running_loop().time() > until:
            return verdict
        await asyncio.sleep(0.5)


def judged(task: Task, place: Place, answer: str) -> Verdict:
    """Return the judge's verdict; a world that it cannot read is not as was asked for."""
    try:
        return task.judge(place, answer)
    except Exception as error:  # noqa: BLE001 - a mind may leave anything behind, and the record of its run must not be lost
        return Verdict(False, f"{type(error).__name__}: {error}"[:300])


def _prepared(task: Task, place: Place) -> str:
    request = task.prepare(place) or task.request
    return request.replace("{port}", str(place.port)) if place.port is not None else request


async def _open_before(task: Task, place: Place, desktop: DesktopInUse) -> None:
    if not task.opens:
        return
    filled = [text.replace("{folder}", str(place.folder)).replace("{port}", str(place.port)) for text in task.opens]
    try:
        window = await desktop.desktop.launch(Launch(filled[0], tuple(filled[1:])), 90.0)
        await desktop.desktop.settle(window.id, 10.0)
    except DesktopError as error:
        raise CannotPlay(f"{task.name}: {filled[0]} does not open: {error}") from error


def _fresh(folder: Path) -> Path:
    """Return an empty folder. It has a name of its own, since applications remember what they had open where."""
    folder.mkdir(parents=True, exist_ok=True)
    return Path(tempfile.mkdtemp(dir=folder)).resolve()


@contextmanager
def _serving(task: Task, folder: Path) -> Iterator[int | None]:
    if task.serve is None:
        yield None
        return
    server = task.serve(folder)
    try:
        yield server.port
    finally:
        server.close()


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """Work in `folder`, as a person who types `ufo run` there: programs that are opened inherit it."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
