"""Which screen an environment leads to: that of a Wayland compositor that is known here, or of an X server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ufo.desktop.linux.wayland import client, sway_ipc


@dataclass(frozen=True, slots=True)
class Sway:
    """Sway's two sockets."""

    wayland: Path
    ipc: Path


@dataclass(frozen=True, slots=True)
class Unknown:
    """A compositor whose windows cannot be worked. `why`: a sentence without its full stop."""

    why: str


def choose(environment: Mapping[str, str]) -> Sway | Unknown | str:
    """Return the compositor of the session, or one sentence that says why there is none."""
    wayland = client.socket_of(environment)
    if wayland is None:
        return "WAYLAND_DISPLAY is not set"
    ipc = sway_ipc.socket_of(environment)
    if ipc is not None:
        return Sway(wayland, ipc)
    if not wayland.exists():
        return f"WAYLAND_DISPLAY names {str(wayland)!r}, where no compositor is; it may have ended"
    desktop = environment.get("XDG_CURRENT_DESKTOP") or "this Wayland compositor"
    return Unknown(f"{desktop} lets no program ask it for windows, pictures or input in a way that is known here")
