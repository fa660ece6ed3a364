"""Places the entries of an open menu by the window that shows it.

On Wayland a program does not know where its menu came to lie: the compositor keeps it on the screen, and GTK 3 reckons without
the decoration that it draws itself. So its entries are laid into the popup that they fill, in the middle.
"""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.screen.surface import Surface, around
from ufo.desktop.linux.toolkits.toolkit import centred

_WIDER, _HIGHER = 24, 48
"""How much larger than its entries a menu's window may be: its border and padding, and separators at its ends."""


class PopupPlaces:
    """For one top-level of a window whose program knows only places inside of it."""

    def __init__(self, surfaces: Sequence[Surface]) -> None:
        self._popups = [surface for surface in surfaces if surface.popup and not surface.passing]
        self._shifts: dict[int, tuple[int, int] | None] = {}

    def shift(self, menu: Node) -> tuple[int, int] | None:
        """Return what to add to the extents of the menu's entries to get screen pixels, None where no popup shows them."""
        if id(menu) not in self._shifts:
            self._shifts[id(menu)] = self._of(menu)
        return self._shifts[id(menu)]

    def _of(self, menu: Node) -> tuple[int, int] | None:
        entries = around(child.raw for child in menu.children if child.shown and child.raw is not None)
        fitting = []
        for popup in self._popups:
            wider, higher = popup.visible.width - entries.width, popup.visible.height - entries.height
            if 0 <= wider <= _WIDER and 0 <= higher <= _HIGHER:
                fitting.append((wider + higher, popup))
        if entries.is_empty or not fitting:
            return None
        _, best = min(fitting, key=lambda fit: fit[0])
        # Another menu's entries are not laid in it as well.
        self._popups.remove(best)
        return centred(best, entries)
