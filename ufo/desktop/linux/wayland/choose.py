"""Finds out which Wayland compositor the session of an environment has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ufo.desktop.linux.wayland import client, sway_ipc


@dataclass(frozen=True, slots=True)
class Sway:
    """Sway, by its two sockets."""

    wayland: Path
    ipc: Path


@dataclass(frozen=True, slots=True)
class OtherCompositor:
    """A compositor that cannot be worked. `why` says so in a sentence, without its full stop."""

    why: str


@dataclass(frozen=True, slots=True)
class NoCompositor:
    why: str


def choose(environment: Mapping[str, str]) -> Sway | OtherCompositor | NoCompositor:
    wayland = client.socket_of(environment)
    if wayland is None:
        return NoCompositor("WAYLAND_DISPLAY is not set")
    if not wayland.exists():
        return NoCompositor(f"WAYLAND_DISPLAY names {str(wayland)!r}, where no compositor is; it may have ended")
    ipc = sway_ipc.socket_of(environment)
    if ipc is not None:
        return Sway(wayland, ipc)
    desktop = environment.get("XDG_CURRENT_DESKTOP") or "this Wayland compositor"
    return OtherCompositor(
        f"{desktop} lets no program ask it for windows, pictures or input in a way that is known here"
    )
