"""A session of KWin without a screen, with a bus, a home and a runtime folder of its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pytest

from tests.apps.session_parts import end_programs, wait_for
from tests.needs import need
from tests.waiting import WAITED_S, in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.linux.wayland.kwin.kwin_bus import KWIN, KWinBus
from ufo.desktop.linux.wayland.kwin.kwin_grant import grant
from ufo.desktop.linux.wayland.session_bus import Named
from ufo.desktop.private.environment_filter import sessionless_environment
from ufo.errors import DesktopError, DesktopUnavailable

_SOCKET, _TICK_S = "wayland-kwin", 0.05
_TOOLKITS = {
    "XDG_CURRENT_DESKTOP": "KDE", "XDG_SESSION_TYPE": "wayland", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    "QT_ACCESSIBILITY": "1", "GTK_A11Y": "atspi", "GDK_BACKEND": "wayland", "LANG": "C.UTF-8", "GSETTINGS_BACKEND": "memory",
    "LIBGL_ALWAYS_SOFTWARE": "1", "SAL_USE_VCLPLUGIN": "gtk3",
}  # fmt: skip


_SHOTS = "org.kde.KWin.ScreenShot2"
_LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
_CONFIG = {
    "kwinrc": "[org.kde.kdecoration2]\nlibrary=org.kde.breeze\n",
    "kxkbrc": "[Layout]\nUse=true\nLayoutList={layout}\n",
    "menus/applications.menu": "<Menu><Name>Applications</Name><DefaultAppDirs/><Include><All/></Include></Menu>\n",
}
"""Windows get title bars, and desktop files are found: KWin 6 finds those that a menu lists, as Plasma's does."""


@dataclass
class KWinSession:
    """What programs of the session are given, and the compositor's process."""

    environment: Mapping[str, str]
    compositor: subprocess.Popen[bytes]
    folder: Path

    def require_pictures(self) -> None:
        """Skip where KWin gives none: KWin 6 draws by OpenGL only where there is a graphics device."""
        bus = KWinBus(self.environment["DBUS_SESSION_BUS_ADDRESS"])
        try:
            owned = bus.has(_SHOTS)
        finally:
            bus.close()
        if not owned:
            pytest.skip("this KWin gives no pictures on this machine")


def require_kwin() -> None:
    need("kwin_wayland")


@contextlib.contextmanager
def kwin_session(
    compose: str = "O2", granted: bool = True, layout: str = "us", more: Sequence[str] = ("--no-lockscreen",)
) -> Iterator[KWinSession]:
    """A session that draws by OpenGL in software ("O2"), or not ("Q"): then it gives no pictures. `layout`: its keyboard's;
    `more`: arguments of KWin, such as for several screens.
    """
    folder = Path(tempfile.mkdtemp(prefix="ufo-kwin-", dir="/tmp"))
    home, runtime = folder / "home", folder / "run"
    for made in (home, runtime):
        made.mkdir(mode=0o700)
    base = {
        **sessionless_environment(os.environ), **_TOOLKITS, "HOME": str(home), "XDG_RUNTIME_DIR": str(runtime),
        "XDG_CONFIG_HOME": str(home / ".config"), "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_CACHE_HOME": str(home / ".cache"),
    }  # fmt: skip
    (home / ".config/menus").mkdir(parents=True)
    for name, text in _CONFIG.items():
        (home / ".config" / name).write_text(text.format(layout=layout))
    if granted:
        grant(base)
    running: list[subprocess.Popen[bytes]] = []
    try:
        bus = runtime / "bus"
        base["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={bus}"
        log = (folder / "log").open("wb")
        running.append(_start(["dbus-daemon", "--session", "--nofork", f"--address=unix:path={bus}"], base, log))
        wait_for(bus.exists, "a session bus")
        launcher = next(path for path in _LAUNCHERS if os.access(path, os.X_OK))
        running.append(_start([launcher, "--launch-immediately", "--a11y=1"], base, log))
        # A file with capabilities that the machine cannot give does not start; its copy has none.
        program = str(shutil.copy(shutil.which("kwin_wayland") or "", folder / "kwin_wayland"))
        command = [
            program,
            "--virtual",
            "--width",
            "1280",
            "--height",
            "800",
            "--socket",
            _SOCKET,
            *more,
        ]
        running.append(_start(command, {**base, "KWIN_COMPOSE": compose}, log))
        environment = {**base, "WAYLAND_DISPLAY": _SOCKET, "QT_QPA_PLATFORM": "wayland"}
        wait_for(lambda: _answers(runtime / _SOCKET, environment), "KWin")
        yield KWinSession(environment, running[-1], folder)
    finally:
        for process in reversed(running):
            process.kill()
            process.wait()
        end_programs(folder)
        shutil.rmtree(folder, ignore_errors=True)


def _start(command: list[str], environment: Mapping[str, str], log: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


def _answers(socket: Path, environment: Mapping[str, str]) -> bool:
    """Whether KWin can be asked on both of its ways."""
    if not socket.exists():
        return False
    try:
        WaylandClient(socket).close()
        bus = KWinBus(environment["DBUS_SESSION_BUS_ADDRESS"])
    except DesktopUnavailable:
        return False
    try:
        bus.call(Named(KWIN, "/KWin", KWIN), "supportInformation")
    except DesktopError:
        return False
    finally:
        bus.close()
    return True


@contextlib.asynccontextmanager
async def connected(session: KWinSession) -> AsyncIterator[LinuxDesktop]:
    """The session's desktop. Applications that a test leaves open are ended."""
    settings = DesktopSettings(width=1280, height=800, observe_deadline_s=WAITED_S)
    desktop = await LinuxDesktop.connect(session.environment, settings)
    try:
        yield desktop
        with in_time():
            while windows := await desktop.windows():
                for pid in {window.pid for window in windows if window.pid > 0}:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                await asyncio.sleep(_TICK_S)
    finally:
        await desktop.shutdown()
