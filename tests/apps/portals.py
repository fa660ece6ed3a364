"""Debian's portals in a session of a test. Each is started by its path: a bus that could start them itself would do so for the
first program that asks for its fonts.
"""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.needs import needs
from tests.waiting import WAITED_S
from ufo.desktop.linux.wayland.portal.portal_requests import NAME
from ufo.desktop.linux.wayland.session_bus import SessionBus

_PORTAL, _STORE = "/usr/libexec/xdg-desktop-portal", "/usr/libexec/xdg-permission-store"
OF_GNOME = "/usr/libexec/xdg-desktop-portal-gnome"
OF_KDE = next(map(str, Path("/usr/lib").glob("*/libexec/xdg-desktop-portal-kde")), "xdg-desktop-portal-kde")
needs_portals = needs(_PORTAL, OF_GNOME, OF_KDE, "pipewire", "wireplumber", "xdg-dbus-proxy")
_BACKEND = "org.freedesktop.impl.portal.desktop"


@contextlib.contextmanager
def portals(environment: Mapping[str, str], backend: str) -> Iterator[None]:
    """Run a portal and the backend of its desktop."""
    named = f"{_BACKEND}.{backend.rpartition('-')[2]}"
    with contextlib.ExitStack() as ends:
        bus = SessionBus(environment["DBUS_SESSION_BUS_ADDRESS"])
        ends.callback(bus.close)
        for command, name in (
            (_STORE, "org.freedesktop.impl.portal.PermissionStore"),
            (backend, named),
            (_PORTAL, NAME),
        ):
            ends.enter_context(_running(command, environment))
            _await(bus, name)
        yield


@contextlib.contextmanager
def only_the_portal(environment: Mapping[str, str], folder: Path) -> Iterator[Mapping[str, str]]:
    """Yield the session as a sandboxed program has it: its bus lets it talk with the portal and the accessibility bus alone."""
    socket = folder / "filtered"
    talks = ("--talk=org.freedesktop.portal.Desktop", "--talk=org.a11y.Bus", "--call=org.gnome.Mutter.DisplayConfig=*")
    with _running(
        "xdg-dbus-proxy", environment, environment["DBUS_SESSION_BUS_ADDRESS"], str(socket), "--filter", *talks
    ):
        deadline = time.monotonic() + WAITED_S
        while not socket.exists():
            assert time.monotonic() < deadline, "the filtered bus did not come"
        yield {**environment, "DBUS_SESSION_BUS_ADDRESS": f"unix:path={socket}"}


@contextlib.contextmanager
def _running(command: str, environment: Mapping[str, str], *arguments: str) -> Iterator[None]:
    process = subprocess.Popen(
        [command, *arguments], env=dict(environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def _await(bus: SessionBus, name: str) -> None:
    deadline = time.monotonic() + WAITED_S
    while not bus.has(name):
        assert time.monotonic() < deadline, f"{name} did not come"
