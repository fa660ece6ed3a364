"""Which screen an environment leads to: that of the Wayland compositor of its session.

A compositor is known by what it offers on its socket, whatever the environment calls the desktop.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import struct
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from ufo.desktop.linux.screen.screen import Screen
from ufo.desktop.linux.wayland import client, listed_screen, socket_screens
from ufo.desktop.linux.wayland.gnome.gnome_screen import open_screen as open_gnome
from ufo.desktop.linux.wayland.kwin.kwin_screen import open_screen as open_kwin
from ufo.desktop.linux.wayland.portal.portal_consent import Use, open_portal
from ufo.desktop.linux.wayland.portal.portal_screen import open_portal_screen
from ufo.desktop.linux.wayland.socket_screens import sockets_of
from ufo.desktop.linux.wayland.virtual_devices import KEYBOARDS, POINTERS
from ufo.desktop.private.processes import MARK as PRIVATE_MARK
from ufo.errors import DesktopUnavailable
from ufo.schema.geometry import Point

_PEER = struct.Struct("=iII")
Environment = Mapping[str, str]
Programs = Callable[[], Mapping[str, str]]
"""Returns which program a desktop file's id stands for (`app_id.app_root`)."""


async def _kwin(wayland: Path, environment: Environment, programs: Programs, use: Use) -> Screen:
    bus = environment.get("DBUS_SESSION_BUS_ADDRESS", "")
    if not bus:
        raise DesktopUnavailable("KWin is worked over its bus, and DBUS_SESSION_BUS_ADDRESS is not set; log in again")
    return await open_kwin(wayland, bus, programs, use)


KWIN, GNOME = "org_kde_plasma_shell", "gtk_shell1"
_KNOWN: Mapping[str, Callable[[Path, Environment, Programs, Use], Awaitable[Screen]]] = MappingProxyType(
    {KWIN: _kwin, GNOME: open_gnome}
)
"""How the screen of a compositor without a socket of its own is opened, by its mark."""


@dataclass(frozen=True, slots=True)
class Session:
    """A Wayland session. `mark`: an interface that only its compositor offers, or the name of one that is known by a socket of
    its own, which is `own` then; "" for one that is not known here. `lends`: it lets any program point and type.
    """

    wayland: Path
    mark: str
    own: Path | None = None
    lends: bool = False


def session_of(environment: Environment) -> Session | str:
    """Return the Wayland session of an environment, or one sentence, without its full stop, that says why there is none. Blocks
    for a moment.
    """
    wayland = client.socket_of(environment)
    if wayland is None:
        return "WAYLAND_DISPLAY is not set"
    if not wayland.exists():
        return f"WAYLAND_DISPLAY names {str(wayland)!r}, where no compositor is; it may have ended"
    own = sockets_of(environment)
    # A session may have been started in another one, whose variables it has then as well.
    runs = _server_of(wayland)
    name = next((name for name, path in own.items() if runs and _server_of(path) == runs), "")
    try:
        with client.WaylandClient(wayland) as connection:
            name = name or _mark(connection) or next(iter(own), "")
            lends = connection.offers(POINTERS) and connection.offers(KEYBOARDS)
    except DesktopUnavailable as error:
        return str(error)
    return Session(wayland, name, own.get(name), lends)


def _mark(connection: client.WaylandClient) -> str:
    """Return what a compositor is known by. GNOME's mark has been taken over by others, which let any program point, as GNOME
    does not.
    """
    marks = [mark for mark in _KNOWN if connection.offers(mark)]
    return next((mark for mark in marks if mark != GNOME or not connection.offers(POINTERS)), "")


def _server_of(path: Path) -> int:
    """Return the process that listens at a socket, 0 where none does."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(client.ANSWER_S)
        asking.connect(os.fspath(path))
        return int(_PEER.unpack(asking.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size))[0])
    return 0


def unreachable(environment: Environment) -> str:
    """Say why nothing answers where an environment has a Wayland session and no X server, "" where something does. Blocks."""
    found = "" if environment.get("DISPLAY") else session_of(environment)
    return found if isinstance(found, str) else ""


async def open_wayland(environment: Environment, programs: Programs, use: Use = "never") -> Screen | str:
    """Open the screen of the session's compositor; return what `session_of` says where there is none. Of a compositor that is
    not known here the controls are worked by their trees, with what its portal lends. `use`: whether that may ask the person.
    Raises DesktopUnavailable for a compositor that does not answer.
    """
    session = await asyncio.to_thread(session_of, environment)
    if isinstance(session, str):
        return session
    if session.own is not None:
        return await _told_on_a_socket(session, session.own, environment, programs)
    if PRIVATE_MARK in environment:
        use = "never"  # nobody sits there who could answer a dialog
    if session.mark:
        return await _KNOWN[session.mark](session.wayland, environment, programs, use)
    if not session.lends:
        bus = await asyncio.to_thread(open_portal, environment.get("DBUS_SESSION_BUS_ADDRESS", ""), use)
        if bus is not None:
            desktop = environment.get("XDG_CURRENT_DESKTOP") or "this Wayland compositor"
            why = f"{desktop} lets no program ask it for windows, pictures or input in a way that is known here"
            return open_portal_screen(session.wayland, environment, programs, why, bus, use)
    return await listed_screen.open_screen(session.wayland, environment, programs)


async def _told_on_a_socket(session: Session, own: Path, environment: Environment, programs: Programs) -> Screen:
    is_private = PRIVATE_MARK in environment
    opened = await socket_screens.open_screen(session.mark, session.wayland, own, programs)
    screen = replace(opened, is_ours=is_private)
    if is_private and not await screen.windows.run(lambda windows: windows.surfaces()):
        await _rest_in_corner(screen)
    return screen


async def _rest_in_corner(screen: Screen) -> None:
    """Move the pointer out of the way: it begins where the first window will come to lie, and would open the tooltip of whatever
    is there.
    """
    monitors = await screen.pictures.run(lambda pictures: pictures.monitors())
    corner = Point(monitors[0].rect.right - 1, monitors[0].rect.bottom - 1)
    await screen.strokes.run(lambda strokes: strokes.move(corner))
