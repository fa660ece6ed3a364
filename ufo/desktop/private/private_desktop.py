"""A desktop of our own: X server and window manager, or a Wayland compositor, and session bus, accessibility bus and home folder.
It ends with its owner.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Self

from Xlib import X
from Xlib.display import Display
from Xlib.error import ConnectionClosedError, DisplayError

from ufo.desktop.private import sandbox
from ufo.desktop.private.environment_filter import sessionless_environment
from ufo.desktop.private.profile import write_profile
from ufo.desktop.private.remains import clear_remains
from ufo.desktop.private.supervisor import Order
from ufo.errors import DesktopUnavailable
from ufo.platform.packages import install_line, names_here

_PACKAGES = MappingProxyType({"Xvfb": "xvfb", "dbus-daemon": "dbus", "openbox": "openbox"})
_WAYLAND_PACKAGES = MappingProxyType({"sway": "sway", "dbus-daemon": "dbus"})
_LAUNCHERS = (
    "/usr/libexec/at-spi-bus-launcher",
    "/usr/lib/at-spi2-core/at-spi-bus-launcher",
    "/usr/lib/at-spi-bus-launcher",
)
_TOOLKITS = MappingProxyType(
    {
        "GTK_MODULES": "gail:atk-bridge",
        "NO_AT_BRIDGE": "0",
        "GTK_A11Y": "atspi",
        "QT_ACCESSIBILITY": "1",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
        "XDG_CONFIG_DIRS": "/etc/xdg",
        # There is no sound card and no GPU; a search for them costs seconds and floods the log.
        "LIBGL_ALWAYS_SOFTWARE": "1",
        # GTK 4 would have the processor do what a GPU does: its first window takes five times as long so.
        "GSK_RENDERER": "cairo",
        # Settings go to a file in the desktop's own home instead of a service.
        "GSETTINGS_BACKEND": "keyfile",
        "GIO_USE_VFS": "local",
    }
)
_X11 = MappingProxyType(
    {
        "QT_QPA_PLATFORM": "xcb",
        "GDK_BACKEND": "x11",
        "XDG_SESSION_TYPE": "x11",
        "XDG_CURRENT_DESKTOP": "openbox",
    }
)
_WAYLAND = MappingProxyType(
    {
        "QT_QPA_PLATFORM": "wayland",
        "GDK_BACKEND": "wayland",
        "MOZ_ENABLE_WAYLAND": "1",
        "SDL_VIDEODRIVER": "wayland",
        "XDG_SESSION_TYPE": "wayland",
        "XDG_CURRENT_DESKTOP": "sway",
        # The bus would start a portal, and that one program after another to draw its dialogs: seconds before a first window.
        "GTK_USE_PORTAL": "0",
        "GDK_DEBUG": "no-portals",
    }
)
# It runs without site packages, also the user's own: it imports only the standard library, in a few hundredths of a second.
_SUPERVISE = (
    "import sys; sys.path.append(sys.argv[1]); from ufo.desktop.private.supervisor import main; sys.exit(main())"
)
_ROOT = Path(__file__).parents[3]
_READY_S, _STOP_S, _TICK_S = 10.0, 15.0, 0.01


class PrivateDesktop:
    """A running private desktop. It ends with `stop`, or with this process, however that ends."""

    def __init__(self, state: Mapping[str, object], supervisor: subprocess.Popen[bytes] | None) -> None:
        self._supervisor = supervisor
        self.pid = int(str(state["pid"]))
        self.display = str(state["display"])
        self.folder = Path(str(state["folder"]))
        environment = state["environment"]
        assert isinstance(environment, dict)
        self.environment: Mapping[str, str] = MappingProxyType(dict(environment))

    @classmethod
    async def start(
        cls, width: int = 1920, height: int = 1080, writable: Sequence[Path] | None = None, wayland: bool = False
    ) -> PrivateDesktop:
        """Start a desktop. `writable`, `wayland`: as in `open`. Raises DesktopUnavailable, which names a missing package and how
        to install it.
        """
        starting = asyncio.ensure_future(asyncio.to_thread(cls.open, width, height, writable=writable, wayland=wayland))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            with contextlib.suppress(DesktopUnavailable):
                (await starting).close()
            raise

    @classmethod
    def open(
        cls,
        width: int = 1920,
        height: int = 1080,
        name: str = "",
        state_file: Path | None = None,
        writable: Sequence[Path] | None = None,
        wayland: bool = False,
    ) -> PrivateDesktop:
        """Start a desktop without an event loop. With a `state_file` it outlives this process until it is stopped.

        `writable`: its programs are in a sandbox and may write to these folders only. None: there is no sandbox. `wayland`: its
        programs are on a Wayland compositor (sway), and there is no X server.
        """
        owned = state_file is None
        order = Order(
            width=width,
            height=height,
            base=str(_base(wayland)),
            launcher=_find_parts(_WAYLAND_PACKAGES if wayland else _PACKAGES),
            config=str(Path(__file__).with_name("openbox.xml")),
            # A desktop that outlives us is recorded in its state file.
            environment={**_clean_environment(wayland), **_sandboxed(writable)},
            owned=owned,
            name=name,
            state_file=str(state_file or ""),
            wayland=wayland,
        )
        supervisor = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _SUPERVISE, str(_ROOT)],
            env=order.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd="/",
        )
        answer = _send_order(supervisor, order)
        if "error" in answer:
            _end_supervisor(supervisor)
            raise DesktopUnavailable(f"no private desktop: {answer['error']}; run 'ufo doctor' to see what is missing")
        desktop = cls(answer, supervisor)
        try:
            write_profile(desktop.folder / "home")
            _await_ready(desktop)
        except (DesktopUnavailable, OSError):
            desktop.close()
            raise
        return desktop

    async def stop(self) -> None:
        await asyncio.to_thread(self.close)

    def close(self) -> None:
        """End the desktop and everything on it, and wait for that. Idempotent."""
        if self._supervisor is not None:
            _end_supervisor(self._supervisor)
            if self.folder.exists():
                clear_remains(self.folder, self.display, self.pid)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()


def _send_order(supervisor: subprocess.Popen[bytes], order: Order) -> dict[str, object]:
    """Send the order to the supervisor and return its answer. The order goes by standard input, because every user of the
    machine can read a command line.
    """
    assert supervisor.stdin is not None and supervisor.stdout is not None
    with supervisor.stdout as answers:
        with contextlib.suppress(BrokenPipeError):
            supervisor.stdin.write(json.dumps(asdict(order)).encode() + b"\n")
            supervisor.stdin.flush()
        answer: dict[str, object] = json.loads(answers.readline() or b'{"error": "its supervisor ended"}')
    return answer


def _end_supervisor(supervisor: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if supervisor.stdin is not None:
            supervisor.stdin.close()
    with contextlib.suppress(ProcessLookupError):
        if supervisor.poll() is None:
            supervisor.send_signal(signal.SIGTERM)
    try:
        supervisor.wait(_STOP_S)
    except subprocess.TimeoutExpired:
        supervisor.kill()
        supervisor.wait()


def _base(wayland: bool) -> Path:
    """Return where the desktop's folder lies. Its path is short, because a socket's path has at most 107 characters. The
    compositor of a desktop of root comes to its folder as another user, who sees nothing in root's own runtime folder.
    """
    runtime = "" if wayland and os.getuid() == 0 else os.environ.get("XDG_RUNTIME_DIR", "")
    usable = runtime and len(runtime) < 40 and os.access(runtime, os.W_OK)
    return Path(runtime) if usable else Path(tempfile.gettempdir())


def missing_packages(packages: Mapping[str, str] = _PACKAGES) -> list[str]:
    """Return Debian's packages of the programs that a private desktop needs and that are not here."""
    missing = [package for program, package in packages.items() if shutil.which(program) is None]
    return missing if _launcher() else [*missing, "at-spi2-core"]


def _launcher() -> str:
    """Return the path of the accessibility launcher; "" where there is none."""
    return next((path for path in _LAUNCHERS if os.access(path, os.X_OK)), "")


def _find_parts(packages: Mapping[str, str]) -> str:
    """Return the path of the accessibility launcher. Raises DesktopUnavailable where a program that the desktop needs is
    missing.
    """
    if missing := missing_packages(packages):
        raise DesktopUnavailable(
            f"a private desktop needs {', '.join(names_here(tuple(missing)))}; install with: {install_line(*missing)}"
        )
    return _launcher()


def _clean_environment(wayland: bool) -> dict[str, str]:
    """Return the variables of our environment that programs need, without those of our own desktop, and with those that make
    toolkits show their trees.
    """
    return {"LANG": "C.UTF-8", **sessionless_environment(os.environ), **_TOOLKITS, **(_WAYLAND if wayland else _X11)}


def _sandboxed(writable: Sequence[Path] | None) -> dict[str, str]:
    if writable is None:
        return {}
    if problem := sandbox.problem():
        raise DesktopUnavailable(f"no sandbox: {problem}")
    if lost := [str(folder) for folder in writable if not folder.is_dir()]:
        raise DesktopUnavailable(f"no sandbox: {', '.join(lost)} is not a folder; name folders that exist")
    try:
        return sandbox.marked(writable)
    except ValueError as error:
        raise DesktopUnavailable(f"no sandbox: {error}; work in another folder") from error


def _await_ready(desktop: PrivateDesktop) -> None:
    """Wait until the window manager has announced itself and the accessibility bus listens. Raises DesktopUnavailable."""
    deadline = time.monotonic() + _READY_S
    if desktop.environment.get("DISPLAY"):
        _await_manager(desktop, deadline)
    bus = Path(desktop.environment["XDG_RUNTIME_DIR"]) / "at-spi"
    _await(desktop, "its accessibility bus", lambda: bus.is_dir() and any(bus.iterdir()), deadline)


def _await(desktop: PrivateDesktop, what: str, ready: Callable[[], bool], deadline: float) -> None:
    while not ready():
        if time.monotonic() > deadline:
            raise DesktopUnavailable(
                f"the private desktop {desktop.display} did not start {what} within {_READY_S:g} s"
            )
        time.sleep(_TICK_S)


def _await_manager(desktop: PrivateDesktop, deadline: float) -> None:
    try:
        display = Display(desktop.display)
    except (DisplayError, ConnectionClosedError, OSError) as error:
        raise DesktopUnavailable(f"the private X server {desktop.display} does not answer: {error}") from error
    check = display.intern_atom("_NET_SUPPORTING_WM_CHECK")
    screen = display.screen()
    root = screen.root
    try:
        _await(
            desktop,
            "its window manager",
            lambda: root.get_property(check, X.AnyPropertyType, 0, 1) is not None,
            deadline,
        )
        # The pointer starts in the middle, where it would open the tooltip of any window that appears there.
        root.warp_pointer(screen.width_in_pixels - 1, screen.height_in_pixels - 1)
        display.sync()
    except ConnectionClosedError as error:
        raise DesktopUnavailable(f"the private X server {desktop.display} ended while it started") from error
    finally:
        with contextlib.suppress(ConnectionClosedError, OSError):
            display.close()
