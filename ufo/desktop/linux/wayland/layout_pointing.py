"""Tells which window gets a click or a key, from what a compositor shows: a panel, a notification or a window's frame at the
point counts as well, and a locked screen lies over everything.
"""

from __future__ import annotations

from collections.abc import Callable

from ufo.desktop.linux.screen.call import Aim
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.wayland.layout import Layout
from ufo.desktop.linux.wayland.layout_windows import LayoutWindows
from ufo.desktop.linux.wayland.places_and_order import PlacesAndOrder
from ufo.errors import NotActionable
from ufo.schema.geometry import Point

_LOCKED = "the locked screen"


class LayoutPointing(PlacesAndOrder):
    """`is_locked` tells whether the session is locked now, and is asked in the screen's thread."""

    def __init__(self, windows: LayoutWindows, is_locked: Callable[[], bool]) -> None:
        super().__init__(windows)
        self._shown = windows
        self._is_locked = is_locked
        self.seen: Layout | None = None
        """What was shown when a place was asked for last."""

    def obstacle(self, window_id: str) -> str | None:
        return _LOCKED if self._is_locked() else None

    def require_at(self, aim: Aim | None, point: Point) -> int:
        self._require_unlocked()
        return super().require_at(aim, point)

    def require_focus(self, aim: Aim | None) -> None:
        self._require_unlocked()
        super().require_focus(aim)

    def _at(self, point: Point) -> Surface | None:
        self.seen = self._shown.layout()
        return self.seen.at(point)

    def _require_unlocked(self) -> None:
        if self._is_locked():
            raise NotActionable("the screen is locked, so nothing was sent; unlock it first")
