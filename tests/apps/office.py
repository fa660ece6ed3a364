"""A real LibreOffice on a private desktop, started as a person would: without a way in for other programs."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import anyio
from Xlib import X
from Xlib.display import Display
from Xlib.error import BadWindow

from tests.office_profiles import own_profile
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Window
from ufo.schema.geometry import Rect

_START_TIMEOUT_S = 90.0


class Office:
    """Its profile and its session are its own, so that it is never taken for another LibreOffice."""

    def __init__(self, environment: Mapping[str, str], folder: Path, *arguments: str) -> None:
        self._display = Display(environment["DISPLAY"])
        self._command = ("soffice", own_profile(folder), "--norestore", "--nologo", "--nofirststartwizard", *arguments)
        self._environment = dict(environment)
        self._first: dict[str, Window] = {}
        self._process = self._started()

    def __enter__(self) -> Office:
        return self

    def running(self) -> Office:
        """Start it again where it has ended, so that one test in which it does fails no others."""
        if self._process.poll() is not None:
            self._first.clear()
            self._process = self._started()
        return self

    def _started(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self._command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._display.close()

    def signal(self, number: signal.Signals) -> None:
        os.killpg(self._process.pid, number)

    def window(self, title: str) -> Window:
        """Waits for the window whose title begins so."""
        deadline = time.monotonic() + _START_TIMEOUT_S
        while time.monotonic() < deadline:
            for window in self._windows():
                if window.title.startswith(title):
                    return window
            if self._process.poll() is not None:
                raise AssertionError(f"LibreOffice has ended with {self._process.returncode}")
            # Seen from outside, by a client that gets no events of its own.
            time.sleep(0.1)
        raise AssertionError(f"no window {title!r}; there are {[window.title for window in self._windows()]}")

    def first(self, title: str) -> Window:
        """The window whose title began so when it was asked for first, whatever its title is now."""
        if title not in self._first:
            self._first[title] = self.window(title)
        return self._first[title]

    def _windows(self) -> list[Window]:
        root = self._display.screen().root
        listed = root.get_full_property(self._display.intern_atom("_NET_CLIENT_LIST"), X.AnyPropertyType)
        found = []
        for number in listed.value if listed else []:
            # One that closes in between is none.
            with suppress(BadWindow, ProcessLookupError):
                window = self._described(number)
                if window.pid and os.getsid(window.pid) == self._process.pid:
                    found.append(window)
        return found

    def _described(self, number: int) -> Window:
        window = self._display.create_resource_object("window", number)
        title = window.get_full_property(self._display.intern_atom("_NET_WM_NAME"), X.AnyPropertyType)
        pid = window.get_full_property(self._display.intern_atom("_NET_WM_PID"), X.AnyPropertyType)
        return Window(
            id=hex(number),
            title=title.value.decode() if title else "",
            rect=Rect(0, 0, 1, 1),
            pid=int(pid.value[0]) if pid else 0,
            process="soffice.bin",
            app_root="libreoffice",
        )


async def titled(desktop: LinuxDesktop, part: str) -> Window:
    """The window whose title has that part, once it is there."""
    with in_time():
        while True:
            for window in await desktop.windows():
                if part in window.title:
                    return window
            await anyio.sleep(0.1)
