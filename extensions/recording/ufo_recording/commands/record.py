"""`ufo record`: records what a person does on a desktop, and keeps it as a skill and a demonstration once it is proved."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ufo.cli.output import Terminal, at_terminal, print_json
from ufo.cli.settings import command_settings, given
from ufo.config.sections import SeeingSections
from ufo.config.settings import Settings
from ufo.desktop.values import Keys, Launch
from ufo.errors import DesktopError, SkillError
from ufo.platform.loop_signals import handled_by_loop
from ufo.recipes.store import DemonstrationStore
from ufo.runs.desktops import open_desktop, with_sight
from ufo.schema.exit_codes import EXIT_CANCELLED, EXIT_FAILED
from ufo.secrets.masks import Masks
from ufo.trace.run_folders import find_run
from ufo_recording.commands.kept_demonstration import Keeping, Wish, outcome_code, tell
from ufo_recording.gestures import chord
from ufo_recording.record import Going, Place, joined_takeovers, recording
from ufo_recording.recorded import Step, line_of
from ufo_recording.recording_folder import Recording, read_recording, write_recording

_SAME_S = 1.0


def record(name: str, overrides: Mapping[str, Any], *, app: str | None, from_run: str | None, **wishes: Any) -> int:
    """Record, or take what a person did in a run, and keep it. Return 0 where it is proved, 10 where it is kept unverified, 11
    where it is not kept. `wishes` are the fields of `Wish`.
    """
    wish = Wish(**wishes)
    settings = command_settings(**given(overrides))
    store = DemonstrationStore(settings.knowledge.folder)
    folder = store.place(name)
    if store.exists(name) and not wish.replaces:
        raise SkillError(f"a demonstration {name!r} exists already; choose another name, or add --force")
    console = Terminal(stderr=wish.as_json)
    if from_run is not None:
        run = find_run(from_run, settings.log_dir)
        lines, proved = joined_takeovers(run if run.is_dir() else run.parent, name)
        store.forget(name)
        write_recording(folder, lines)
        wish = replace(wish, proved=proved, plays=False)
    else:
        work = _Recording(settings, console, store, app)
        asyncio.run(work.run(name))
    done = read_recording(folder)
    if not done.steps:
        store.forget(name)
        return _nothing(console, done, wish.as_json)
    kept = asyncio.run(Keeping(settings, console, _with_request(wish, console)).keep(done))
    if wish.as_json:
        print_json({**kept.as_object(), "exit_code": outcome_code(kept)})
    else:
        tell(console, kept)
    return outcome_code(kept)


def _with_request(wish: Wish, console: Terminal) -> Wish:
    """Ask a person at a terminal what it was that they did, in the words in which they will ask for it."""
    if wish.request or not at_terminal(wish.as_json):
        return wish
    console.print(
        "What did you do, in the words of a request? (Enter: named after its steps)\n> ", end="", markup=False
    )
    return replace(wish, request=console.input().strip())


def _nothing(console: Terminal, done: Recording, as_json: bool) -> int:
    why = done.ended.reason if done.ended is not None else "the recording was broken off"
    text = f"nothing was recorded: no click and no key reached a window of an application ({why})"
    if as_json:
        print_json({"kept": False, "steps": 0, "why": text, "exit_code": EXIT_FAILED})
    else:
        console.print(f"ufo: {text}", style="yellow", markup=False, highlight=False, soft_wrap=True)
    return EXIT_FAILED


class _Recording:
    """One recording on the desktop that the settings name. `app`: what is opened on it first."""

    def __init__(self, settings: Settings, console: Terminal, store: DemonstrationStore, app: str | None) -> None:
        self._settings = settings
        self._console = console
        self._store = store
        self._app = app
        self._stopped = asyncio.Event()
        self._signalled = 0.0

    async def run(self, name: str) -> None:
        """Record until the halt key, a signal, or the end of the desktop."""
        with handled_by_loop(self._on_signal):
            async with open_desktop(self._settings.desktop) as desktop:
                if self._app is not None and not self._stopped.is_set():
                    await self._open(desktop.desktop)
                halt = self._settings.system.halt_key
                looked_at = with_sight(desktop.desktop, SeeingSections.of(self._settings), (), desktop.environment)
                place = Place(looked_at, desktop.name, desktop.environment, self._settings.desktop)
                self._store.forget(name)
                stops = {chord(halt)} if halt else set()
                async with recording(place, self._store.place(name), name, Masks(), self._tell_step, stops) as going:
                    self._going = going
                    release = await self._bind(desktop.desktop, halt)
                    self._say(
                        f"recording {desktop.name}; {'press ' + halt + ', or ' if release else ''}Ctrl-C here, to end it"
                    )
                    try:
                        await self._until_stopped(going)
                    finally:
                        if release is not None:
                            release()
                if going.ended.is_set():
                    self._say(going.reason)

    async def _open(self, desktop: Any) -> None:
        """Open the application, unless a window of it is there."""
        wanted = str(self._app).casefold()
        if any(wanted in (window.app_root.casefold(), window.process.casefold()) for window in await desktop.windows()):
            return
        window = await desktop.launch(Launch(str(self._app)))
        await desktop.settle(window.id)

    async def _bind(self, desktop: Any, halt: str) -> Any:
        if not halt:
            return None
        try:
            return await desktop.on_key(Keys(tuple(part.strip() for part in halt.split("+"))), self._stopped.set)
        except DesktopError as error:
            self._say(f"the halt key does not work: {error}")
            return None

    async def _until_stopped(self, going: Going) -> None:
        waits = [asyncio.ensure_future(event.wait()) for event in (self._stopped, going.ended)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        if self._signalled:
            # What was pressed to get here is not a step.
            going.watcher.stops.add("ctrl+c")

    def _on_signal(self) -> None:
        now = time.monotonic()
        if self._signalled and now - self._signalled > _SAME_S:
            os._exit(EXIT_CANCELLED)
        self._signalled = self._signalled or now
        self._stopped.set()

    def _tell_step(self, step: Step) -> None:
        with suppress(OSError):
            self._console.print(f"{step.number:3}  {line_of(step)}", markup=False, highlight=False, soft_wrap=True)

    def _say(self, text: str) -> None:
        with suppress(OSError):
            self._console.print(f"ufo: {text}", style="dim", markup=False, highlight=False, soft_wrap=True)
