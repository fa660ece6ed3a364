"""Finds out which windows belong together, by their parents and processes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ufo.desktop.linux.screen.surface import Surface
from ufo.errors import WindowGone


def find(window_id: str, everything: Sequence[Surface]) -> Surface:
    """Return the window with this id. Raises WindowGone where it is closed."""
    for surface in everything:
        if surface.window.id == window_id:
            return surface
    raise WindowGone(f"the window {window_id!r} is closed; look at the windows again")


def related(window_id: str, everything: Sequence[Surface]) -> tuple[Surface, ...]:
    """Return a window first, and then the others that belong to it, in their order: its dialogs, also those that another
    process opened for it, as a plug-in does, and the menus and popups of all these processes.

    `everything` are all windows, topmost first. Raises WindowGone where the window is closed.
    """
    target = find(window_id, everything)
    others = [surface for surface in everything if surface.window.id != window_id and surface.shown]
    dialogs = [surface for surface in others if not surface.popup and window_id in ancestry(surface, everything)]
    family = {target.window.pid, *(dialog.window.pid for dialog in dialogs)}
    opened = {dialog.window.id for dialog in dialogs}
    belonging = [
        surface for surface in others if surface.window.id in opened or (surface.popup and surface.window.pid in family)
    ]
    known = {surface.window.id for surface in belonging}
    beside = tuple(
        surface for surface in others if surface.window.id not in known and surface.window.pid == target.window.pid
    )
    return replace(target, beside=beside), *belonging


def ancestry(surface: Surface, everything: Sequence[Surface], with_itself: bool = False) -> list[str]:
    """Return the ids of the windows that a window belongs to, nearest first."""
    by_id = {other.window.id: other.window for other in everything}
    window = surface.window
    chain = [window.id] if with_itself else []
    while window.parent and window.parent in by_id and window.parent not in chain:
        chain.append(window.parent)
        window = by_id[window.parent]
    return chain
