"""Which screen an environment leads to: that of the Wayland compositor of its session.

A compositor is known by what it offers on its socket, whatever the environment calls the desktop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from ufo.desktop.linux.screen.screen import Screen
from ufo.desktop.linux.wayland import client, sway_ipc
from ufo.desktop.linux.wayland.gnome.gnome_screen import open_screen as open_gnome
from ufo.desktop.linux.wayland.kwin.kwin_screen import open_screen as open_kwin
from ufo.desktop.linux.wayland.portal.portal_consent import Use, open_portal
from ufo.desktop.linux.wayland.portal.portal_screen import open_portal_screen
from ufo.desktop.linux.wayland.sway_screen import open_screen as open_sway
from ufo.desktop.linux.wayland.tree_screen import open_tree_screen
from ufo.desktop.private.processes import MARK as PRIVATE_MARK
from ufo.errors import DesktopUnavailable
from ufo.schema.geometry import Point

Environment = Mapping[str, str]
Programs = Callable[[], Mapping[str, str]]
"""Returns which program a desktop file's id stands for (`app_id.app_root`)."""


async def _kwin(wayland: Path, environment: Environment, programs: Programs, use: Use) -> Screen:
    bus = environment.get("DBUS_SESSION_BUS_ADDRESS", "")
    if not bus:
        raise DesktopUnavailable("KWin is worked over its bus, and DBUS_SESSION_BUS_ADDRESS is not set; log in again")
    return await open_kwin(wayland, bus, programs, use)


async def _sway(wayland: Path, environment: Environment, programs: Programs) -> Screen:
    ipc = sway_ipc.socket_of(environment)
    if ipc is None:
        raise DesktopUnavailable("sway is worked over its own socket, and SWAYSOCK names none; log in again")
    screen = replace(await open_sway(wayland, ipc, programs), is_ours=PRIVATE_MARK in environment)
    if screen.is_ours and not await screen.windows.run(lambda windows: windows.surfaces()):
        # The pointer begins where the first window will come to lie, and would open the tooltip of whatever is there.
        monitors = await screen.pictures.run(lambda pictures: pictures.monitors())
        corner = Point(monitors[0].rect.right - 1, monitors[0].rect.bottom - 1)
        await screen.strokes.run(lambda strokes: strokes.move(corner))
    return screen


SWAY, KWIN, GNOME = "sway", "org_kde_plasma_shell", "gtk_shell1"
_KNOWN: Mapping[str, Callable[[Path, Environment, Programs], Awaitable[Screen]]] = MappingProxyType({SWAY: _sway})
"""How the screen of a compositor is opened, by its mark."""
_LACKING: Mapping[str, Callable[[Path, Environment, Programs, Use], Awaitable[Screen]]] = MappingProxyType(
    {KWIN: _kwin, GNOME: open_gnome}
)
"""The same for those that may deny what their portal lends."""


@dataclass(frozen=True, slots=True)
class Session:
    """A Wayland session. `mark`: an interface that only its compositor offers, or "sway", which is known by a socket of its own;
    "" for one that is not known here.
    """

    wayland: Path
    mark: str


def session_of(environment: Environment) -> Session | str:
    """Return the Wayland session of an environment, or one sentence, without its full stop, that says why there is none. Blocks
    for a moment.
    """
    wayland = client.socket_of(environment)
    if wayland is None:
        return "WAYLAND_DISPLAY is not set"
    if sway_ipc.socket_of(environment) is not None:
        return Session(wayland, SWAY)
    if not wayland.exists():
        return f"WAYLAND_DISPLAY names {str(wayland)!r}, where no compositor is; it may have ended"
    try:
        with client.WaylandClient(wayland) as connection:
            return Session(wayland, next((mark for mark in (*_KNOWN, *_LACKING) if connection.offers(mark)), ""))
    except DesktopUnavailable as error:
        return str(error)


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
    if PRIVATE_MARK in environment:
        use = "never"  # nobody sits there who could answer a dialog
    if session.mark in _LACKING:
        return await _LACKING[session.mark](session.wayland, environment, programs, use)
    if session.mark:
        return await _KNOWN[session.mark](session.wayland, environment, programs)
    desktop = environment.get("XDG_CURRENT_DESKTOP") or "this Wayland compositor"
    why = f"{desktop} lets no program ask it for windows, pictures or input in a way that is known here"
    bus = await asyncio.to_thread(open_portal, environment.get("DBUS_SESSION_BUS_ADDRESS", ""), use)
    if bus is not None:
        return open_portal_screen(session.wayland, environment, programs, why, bus, use)
    return open_tree_screen(environment, programs, why)
