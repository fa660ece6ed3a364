"""Which screen an environment leads to: that of a Wayland compositor that is known here, or of an X server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ufo.desktop.linux.wayland import client, sway_ipc
from ufo.errors import DesktopUnavailable

_OF_PLASMA = "org_kde_plasma_shell"
"""What only KWin offers on its Wayland socket, whatever the environment calls the desktop."""
_OF_GNOME = "gtk_shell1"
"""What only Mutter offers."""


@dataclass(frozen=True, slots=True)
class Sway:
    """Sway's two sockets."""

    wayland: Path
    ipc: Path


@dataclass(frozen=True, slots=True)
class KWin:
    """KWin's socket, and the address of the session bus on which it is."""

    wayland: Path
    bus: str


@dataclass(frozen=True, slots=True)
class Gnome:
    """The socket of GNOME's compositor. Its buses and PipeWire are in the environment."""

    wayland: Path


@dataclass(frozen=True, slots=True)
class Unknown:
    """A compositor whose windows cannot be worked. `why`: a sentence without its full stop."""

    why: str


def choose(environment: Mapping[str, str]) -> Sway | KWin | Gnome | Unknown | str:
    """Return the compositor of the session, or one sentence that says why there is none."""
    wayland = client.socket_of(environment)
    if wayland is None:
        return "WAYLAND_DISPLAY is not set"
    ipc = sway_ipc.socket_of(environment)
    if ipc is not None:
        return Sway(wayland, ipc)
    if not wayland.exists():
        return f"WAYLAND_DISPLAY names {str(wayland)!r}, where no compositor is; it may have ended"
    try:
        with client.WaylandClient(wayland) as connection:
            if connection.offers(_OF_GNOME):
                return Gnome(wayland)
            if connection.offers(_OF_PLASMA):
                bus = environment.get("DBUS_SESSION_BUS_ADDRESS", "")
                return (
                    KWin(wayland, bus)
                    if bus
                    else "KWin is worked over its bus, and DBUS_SESSION_BUS_ADDRESS is not set"
                )
    except DesktopUnavailable as error:
        return str(error)
    desktop = environment.get("XDG_CURRENT_DESKTOP") or "this Wayland compositor"
    return Unknown(f"{desktop} lets no program ask it for windows, pictures or input in a way that is known here")
