"""Starts a program on a desktop and finds its window."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import IO
from uuid import uuid4

from ufo.desktop.linux.launch import devtools_pipe
from ufo.desktop.linux.launch.desktop_entries import command_line, installed, resolve
from ufo.desktop.linux.launch.office_files import import_options, refuse_cut_off, refuse_locked
from ufo.desktop.linux.launch.programs import browser_profile, started_sockets
from ufo.desktop.linux.screen.one_thread import OnThread
from ufo.desktop.linux.screen.screen import Windows
from ufo.desktop.private import sandbox
from ufo.desktop.private.environment_filter import LAUNCH_MARK
from ufo.desktop.private.processes import MARK as PRIVATE_MARK
from ufo.desktop.values import OWN_PROFILE, REACHES, TELLS_PAGES, Launch, Window
from ufo.errors import LaunchFailed

_TICK_S, _HANDOVER_S = 0.05, 3.0
_TAIL_CHARS = 600


@dataclass(frozen=True, slots=True)
class _Quirk:
    """Arguments that make a program workable from outside; they come before the caller's. `reason` says why it needs them."""

    reason: str
    arguments: Callable[[Mapping[str, str]], tuple[str, ...]]


def _office(environment: Mapping[str, str]) -> tuple[str, ...]:
    return ("--norestore", "--nologo", "--nofirststartwizard", f"--accept=pipe,name={office_pipe(environment)};urp;")


def _chromium(environment: Mapping[str, str]) -> tuple[str, ...]:
    flags: tuple[str, ...] = (
        "--force-renderer-accessibility",
        "--no-first-run",
        "--no-default-browser-check",
        "--disable-background-networking",
    )
    if "WAYLAND_DISPLAY" in environment and "DISPLAY" not in environment:
        # Older ones take X11 for granted.
        flags = (*flags, "--ozone-platform=wayland")
    is_separate = PRIVATE_MARK in environment or TELLS_PAGES in environment or bool(started_sockets(environment))
    if is_separate and OWN_PROFILE not in environment:
        # On a desktop of our own there are no pages of a person to be read by others, and none to be restored: the browser's
        # question about that would lie over the page. On the person's own screen this is for the browser that they opened so,
        # and for what is opened in it later. The profile is its own: with a person's usual profile the browser does not answer
        # on the pipe.
        profile = f"--user-data-dir={browser_profile(environment)}"
        # A keyring's question would lie over the page. The person's own logins are kept with their own keyring: without it the
        # browser would not read them, and drop them.
        kept = "--password-store=basic"
        flags = (*flags, devtools_pipe.FLAG, "--hide-crash-restore-bubble", kept, profile)
    if REACHES in environment:
        flags = (*flags, *_only_to(environment[REACHES].split()))
    # Chromium refuses to run its sandbox as root, and reports that only on its error output.
    return (*flags, "--no-sandbox") if os.geteuid() == 0 else flags


def _only_to(hosts: Sequence[str]) -> tuple[str, ...]:
    """Return the options by which no other host is found, neither by a name nor by a number, and none is asked over UDP."""
    rules = ["MAP * ~NOTFOUND", *(f"EXCLUDE {re.sub(r':[0-9]+$', '', host)}" for host in hosts)]
    return (f"--host-resolver-rules={','.join(rules)}", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp")


_OFFICE = _Quirk(
    "a recovery question, splash or wizard hides the document; documents are reached through the pipe", _office
)
_CHROMIUM = _Quirk("it builds its tree only when forced, and asks about defaults, keyrings and first steps", _chromium)

QUIRKS: Mapping[str, _Quirk] = MappingProxyType(
    {
        **dict.fromkeys(
            ("soffice", "libreoffice", "localc", "lowriter", "loimpress", "lodraw", "lomath", "lobase"), _OFFICE
        ),
        **dict.fromkeys(("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"), _CHROMIUM),
    }
)
"""The quirks by the program's base name."""


def office_pipe(environment: Mapping[str, str]) -> str:
    """Return the name of the pipe on which this desktop's LibreOffice listens. It is the same for every start, and another one
    on another desktop.
    """
    place = "\0".join(environment.get(name, "") for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "HOME"))
    return f"ufo-{hashlib.sha256(place.encode()).hexdigest()[:16]}"


class Launcher:
    """Starts programs. `environment` is given to them, and says where they are looked for."""

    def __init__(self, windows: OnThread[Windows], environment: Mapping[str, str]) -> None:
        self._windows = windows
        self._environment = environment

    async def launch(self, what: Launch, timeout_s: float) -> Window:
        """Start a program and return its window. Raises LaunchFailed: it is not installed, a document is in use or broken, it
        ended with an error, or it showed no window within `timeout_s` seconds.
        """
        entries = await asyncio.to_thread(installed, self._environment)
        entry = resolve(what.program, entries, self._environment)
        command = _prepared(entry.application.command, what.arguments, {**self._environment, **what.environment})
        if QUIRKS.get(PurePath(command[0]).name) is _OFFICE:
            await asyncio.to_thread(refuse_locked, what.arguments, self._environment)
            await asyncio.to_thread(refuse_cut_off, what.arguments)
        names = {text.lower() for text in (entry.wm_class, PurePath(command[0]).name, entry.application.id) if text}
        through = _through_pipe(command, self._environment)
        return await self._start(what.program, through, what.environment, names, timeout_s)

    async def again(self, command: tuple[str, ...], timeout_s: float) -> Window:
        """Start a program anew with the command of an earlier start, unchanged, and return its window. Raises LaunchFailed."""
        return await self._start(command[0], command, {}, {PurePath(command[0]).name.lower()}, timeout_s)

    async def _start(
        self,
        program: str,
        command: tuple[str, ...],
        added: Mapping[str, str],
        names: Collection[str],
        timeout_s: float,
    ) -> Window:
        known = {window.id for window in await self._shown()}
        with tempfile.TemporaryFile() as errors:
            started = await asyncio.to_thread(_Started.start, command, {**self._environment, **added}, errors)
            try:
                return await self._await_window(started, known, names, timeout_s)
            except TimeoutError as error:
                raise LaunchFailed(
                    f"{program!r} runs (process {started.pid}) but showed no window within {timeout_s:g} s; "
                    f"wait longer or look at the windows again{started.tail()}"
                ) from error

    async def _await_window(
        self, started: _Started, known: Collection[str], names: Collection[str], timeout_s: float
    ) -> Window:
        ended: float | None = None
        async with asyncio.timeout(timeout_s):
            while True:
                status = started.status
                shown = await self._shown()
                fresh = [window for window in shown if window.id not in known]
                # If the program ended with status 0, a running instance took its arguments and shows the window.
                found = next((window for window in fresh if started.owns(window.pid)), None)
                found = found or (fresh[0] if fresh and status == 0 else None)
                # What a running instance asks about a document, such as its macros, keeps the start that handed it over waiting.
                theirs = {window.pid for window in shown if _is_of(window, names)}
                found = found or next((window for window in fresh if window.modal and window.pid in theirs), None)
                if found is not None:
                    return found
                if status not in (None, 0):
                    raise LaunchFailed(f"{started.command[0]!r} ended with status {status}{started.tail()}")
                if status == 0:
                    ended = ended or time.monotonic()
                    raised = _raised(shown, names)
                    if raised is not None and time.monotonic() - ended > _HANDOVER_S:
                        return raised
                await asyncio.sleep(_TICK_S)

    async def _shown(self) -> list[Window]:
        surfaces = await self._windows.run(lambda windows: windows.surfaces())
        return [item.window for item in surfaces if item.shown and not item.popup and not item.splash]


@dataclass(frozen=True, slots=True)
class _Started:
    command: tuple[str, ...]
    process: subprocess.Popen[bytes]
    mark: str
    errors: IO[bytes]

    @classmethod
    def start(cls, command: tuple[str, ...], environment: Mapping[str, str], errors: IO[bytes]) -> _Started:
        """Start the command in a session of its own, so that it outlives us and gets no signal of our terminal. Raises
        LaunchFailed.
        """
        mark = uuid4().hex
        home = environment.get("HOME", "/")
        try:
            process = subprocess.Popen(
                sandbox.wrapped(command, environment),
                env={**environment, LAUNCH_MARK: mark},
                cwd=home if Path(home).is_dir() else "/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise LaunchFailed(
                f"{command[0]!r} could not be started: {error}; check the program and its arguments"
            ) from error
        # The thread reaps the process when it ends; until then its reference keeps Python from reporting a forgotten process.
        threading.Thread(target=process.wait, name=f"reap-{process.pid}", daemon=True).start()
        return cls(command, process, mark, errors)

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def status(self) -> int | None:
        return self.process.returncode

    def owns(self, pid: int) -> bool:
        """Tell whether the process is the one started or was started by it. Its environment carries the mark even after it was
        detached from its parent.
        """
        if pid == self.pid:
            return True
        with contextlib.suppress(OSError):
            return f"{LAUNCH_MARK}={self.mark}".encode() in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        return False

    def tail(self) -> str:
        size = self.errors.seek(0, os.SEEK_END)
        self.errors.seek(max(0, size - _TAIL_CHARS))
        said = self.errors.read().decode(errors="replace").strip()
        return f"; it said: {said}" if said else ""


def _prepared(command: tuple[str, ...], arguments: tuple[str, ...], environment: Mapping[str, str]) -> tuple[str, ...]:
    quirk = QUIRKS.get(PurePath(command[0]).name)
    extra = quirk.arguments(environment) if quirk else ()
    if quirk is _OFFICE:
        extra = (*extra, *import_options(arguments))
    return command_line((command[0], *extra, *command[1:]), arguments)


def _through_pipe(command: tuple[str, ...], environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return a command that starts as `devtools_pipe.py`, which makes the browser's pipe and then becomes the browser, in the
    same process.
    """
    if devtools_pipe.FLAG not in command:
        return command
    folder = environment.get("XDG_RUNTIME_DIR", "")
    return (sys.executable, "-I", "-S", devtools_pipe.__file__, folder, *command)


def _raised(shown: list[Window], names: Collection[str]) -> Window | None:
    """Return the active window if it belongs to the application that was asked for; it may have been there before."""
    return next((window for window in shown if window.active and _is_of(window, names)), None)


def _is_of(window: Window, names: Collection[str]) -> bool:
    return any(window.app_root in name or name in window.app_root for name in names)
