"""Finds out which Wayland compositor the session of an environment has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ufo.desktop.linux.wayland import client, sway_ipc
from ufo.errors import DesktopUnavailable

_OF_PLASMA = "org_kde_plasma_shell"
"""What only KWin offers on its Wayland socket, whatever the environment calls the desktop."""


@dataclass(frozen=True, slots=True)
class Sway:
    """Sway, by its two sockets."""

    wayland: Path
    ipc: Path


@dataclass(frozen=True, slots=True)
class KWin:
    """KWin's socket, and the address of the session bus on which it is."""

    wayland: Path
    bus: str


@dataclass(frozen=True, slots=True)
class OtherCompositor:
    """A compositor that cannot be worked. `why` says so in a sentence, without its full stop."""

    why: str


@dataclass(frozen=True, slots=True)
class NoCompositor:
    why: str


def choose(environment: Mapping[str, str]) -> Sway | KWin | OtherCompositor | NoCompositor:
    wayland = client.socket_of(environment)
    if wayland is None:
        return NoCompositor("WAYLAND_DISPLAY is not set")
    if not wayland.exists():
        return NoCompositor(f"WAYLAND_DISPLAY names {str(wayland)!r}, where no compositor is; it may have ended")
    ipc = sway_ipc.socket_of(environment)
    if ipc is not None:
        return Sway(wayland, ipc)
    try:
        with client.WaylandClient(wayland) as connection:
            is_kwin = connection.offers(_OF_PLASMA)
    except DesktopUnavailable as error:
        return NoCompositor(str(error))
    if is_kwin:
        bus = environment.get("DBUS_SESSION_BUS_ADDRESS", "")
        return (
            KWin(wayland, bus) if bus else NoCompositor("KWin is worked over a bus that DBUS_SESSION_BUS_ADDRESS names")
        )
    desktop = environment.get("XDG_CURRENT_DESKTOP") or "this Wayland compositor"
    return OtherCompositor(
        f"{desktop} lets no program ask it for windows, pictures or input in a way that is known here"
    )
