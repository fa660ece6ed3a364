"""The last moment before a stroke: whether what was made sure of still holds.

Right before, the picture can be asked; while the X server is held still for the stroke, what it says itself: whether anything was
painted since, who has the keyboard focus, and what is seen around a place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from Xlib import X

from ufo.desktop.linux.connection import XConnection
from ufo.desktop.linux.lateness import looks_other
from ufo.desktop.linux.reach import Reach
from ufo.desktop.linux.repaints import Stamp
from ufo.desktop.linux.shown import Shown
from ufo.desktop.linux.vouching import Disturbed, Vouched, require_same
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame

_PATCH = (64, 24)
_ALL_PLANES = 0xFFFFFFFF


class Sure(Protocol):
    """For the X thread. Both raise Disturbed. `point` is None for keys."""

    def before(self, point: Point | None) -> None: ...

    def at_last(self, point: Point | None) -> None:
        """While the server is held still: nobody else's connection is answered, the one that takes pictures of windows
        included."""
        ...


@dataclass
class LooksSame:
    """What is around the point looks as it did when a tree was believed. `strictly`: anything that was painted disturbs."""

    connection: XConnection
    shown: Shown
    vouched: Vouched
    strictly: bool
    _seen: bytes = b""

    def before(self, point: Point | None) -> None:
        if point is not None:
            self._seen = seen_in(self.connection, _around(point))
            require_same(self.vouched, self.shown.stamp_now, self.shown.picture_now, point, strictly=self.strictly)

    def at_last(self, point: Point | None) -> None:
        """What came there since `before` may look the same."""
        stamp = self.vouched.stamp
        if self.strictly and not self.vouched.lags and stamp is not None and self.shown.renewed(stamp) != stamp:
            raise Disturbed
        if point is not None and seen_in(self.connection, _around(point)) != self._seen:
            raise Disturbed


@dataclass
class NothingPainted:
    """Nothing was painted on the window since `stamp`, and for keys the focus is where it was, in the window `top`. Where it is
    painted on without pause, `place` looks as in the `frame` that was taken before it was asked for."""

    connection: XConnection
    reach: Reach
    painted_since: Callable[[], bool]
    top: int
    place: Rect
    frame: Frame | None = None
    picture: Callable[[], Frame] | None = field(default=None, repr=False)
    _seen: bytes = b""

    def before(self, point: Point | None) -> None:
        if self.frame is not None and self.picture is not None:
            self._seen = seen_in(self.connection, self.place)
            if looks_other(self.frame, self.picture(), self.place):
                raise Disturbed

    def at_last(self, point: Point | None) -> None:
        if point is None and self.reach.focused_top() != self.top:
            raise Disturbed
        if self.painted_since() and (self.frame is None or seen_in(self.connection, self.place) != self._seen):
            raise Disturbed


def seen_in(connection: XConnection, place: Rect) -> bytes:
    """What is seen in a part of the screen at this moment, for the X thread; b"" where there are no pictures."""
    size = connection.root.get_geometry()
    seen = place.intersection(Rect(0, 0, size.width, size.height))
    if seen.is_empty:
        return b""
    return bytes(connection.root.get_image(seen.x, seen.y, seen.width, seen.height, X.ZPixmap, _ALL_PLANES).data)


def _around(point: Point) -> Rect:
    across, down = _PATCH
    return Rect(point.x - across // 2, point.y - down // 2, across, down)


def painted_since(shown: Shown, stamp: Stamp | None) -> Callable[[], bool]:
    """For the X thread, as cheap as two round trips: the windows are those of the stamp."""
    return lambda: stamp is None or shown.renewed(stamp) != stamp
