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

LOCKED = "the locked screen"
KEYS_ELSEWHERE = "a locked screen, or a panel that has the keyboard,"


class LayoutPointing(PlacesAndOrder):
    """`in_front` names what lies over everything now, such as a locked screen, "" where nothing does. `no_place` is the next move
    for a window of which the compositor tells no place.
    """

    def __init__(self, windows: LayoutWindows, in_front: Callable[[], str], no_place: str = "") -> None:
        super().__init__(windows)
        self._shown = windows
        self._in_front = in_front
        self._no_place = no_place
        self.seen: Layout | None = None
        """What was shown when a place was asked for last."""

    def require_place(self, point: Point) -> Surface | None:
        """Return the window at the point. Raises NotActionable for a point of a window whose place is not known."""
        return self._placed(self._at(point))

    def obstacle(self, window_id: str) -> str | None:
        return self._in_front() or None

    def require_at(self, aim: Aim | None, point: Point) -> int:
        self._require_nothing_in_front()
        top = super().require_at(aim, point)
        self._placed(None if self.seen is None else self.seen.at(point))
        return top

    def require_focus(self, aim: Aim | None) -> None:
        self._require_nothing_in_front()
        super().require_focus(aim)

    def _at(self, point: Point) -> Surface | None:
        self.seen = self._shown.layout()
        return self.seen.at(point)

    def _placed(self, surface: Surface | None) -> Surface | None:
        if surface is not None and surface.placeless:
            raise NotActionable(
                f"nobody tells where {surface.window.title!r} is on the screen, so nothing was done with the pointer; "
                f"{self._no_place}"
            )
        return surface

    def _require_nothing_in_front(self) -> None:
        if name := self._in_front():
            raise NotActionable(f"{name} is in front, so nothing was sent; unlock or close it first")
