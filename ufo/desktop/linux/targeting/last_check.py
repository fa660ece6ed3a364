"""Makes the last check before a stroke: whether what was confirmed about a target still holds.

Some milliseconds pass between asking an application for a control and pressing the button, in which a page can put
another control in its place. Right before the stroke the picture is compared. While the X server is grabbed for the
stroke, its own answers are compared: whether anything was painted since (DAMAGE), which window has the keyboard focus,
and what is seen around the point.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from ufo.desktop.linux.screen import surface
from ufo.desktop.linux.screen.call import Pointing
from ufo.desktop.linux.screen.screen import Pictures, Stamp
from ufo.desktop.matching.restless import Tiles, around, other_tiles
from ufo.desktop.target import Fingerprint
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame

_PATCH = (64, 24)
_NOTHING = Frame(Rect(0, 0, 0, 0), b"")


class Disturbed(Exception):
    """Nothing was sent, since the place looks other than it did, was painted on, or the focus has moved."""


class TooLate(Disturbed):
    """Nothing was sent, since it is too long ago that the application said what lies over the control."""


@dataclass
class LooksSame:
    """Checks that the place around the point looks as it did when the tree was believed. `strictly`: any painting
    disturbs. `by`: the monotonic time until which the answer holds that nothing invisible lies over it.
    """

    pictures: Pictures
    known: Fingerprint
    strictly: bool
    by: float = math.inf
    _seen: Frame = _NOTHING

    def before(self, point: Point | None) -> None:
        if point is not None:
            self._seen = _seen_now(self.pictures, around(point, *_PATCH))
            require_same(self.known, self._stamp, self.pictures.picture, point, strictly=self.strictly)

    def _stamp(self, window_id: str) -> Stamp | None:
        return self.pictures.stamped(window_id)[1]

    def at_last(self, point: Point | None, pointing: Pointing) -> None:
        """Check what has come there since `before`, which may look the same. Raises Disturbed."""
        stamp = self.known.stamp
        if self.strictly and not self.known.lags and stamp is not None and self.pictures.renewed(stamp) != stamp:
            raise Disturbed
        if point is not None and _seen_otherwise(self.pictures, self._seen, self.known.restless):
            raise Disturbed
        if time.monotonic() > self.by:
            raise TooLate


@dataclass
class NothingPainted:
    """Checks that nothing was painted on the window since `stamp` and, for keys, that the focus is still in the window
    `top`. For a window that is painted on without pause, `place` must look as in `frame`, which was taken before the
    target was asked for, but for what is restless.
    """

    pictures: Pictures
    window_id: str
    top: int
    stamp: Stamp | None
    frame: Frame | None
    place: Rect = Rect(0, 0, 0, 0)
    restless: Tiles = frozenset()
    _seen: Frame = _NOTHING

    def before(self, point: Point | None) -> None:
        if self.frame is not None:
            self._seen = _seen_now(self.pictures, self.place)
            if other_tiles(self.frame, self.pictures.picture(self.window_id), self.place, self.restless):
                raise Disturbed

    def at_last(self, point: Point | None, pointing: Pointing) -> None:
        if point is None and pointing.focused_top() != self.top:
            raise Disturbed
        is_painted = self.stamp is None or self.pictures.renewed(self.stamp) != self.stamp
        if is_painted and (self.frame is None or _seen_otherwise(self.pictures, self._seen, self.restless)):
            raise Disturbed


@dataclass(frozen=True)
class FocusStays:
    """Checks, where no pictures are to be had, only that keys still go to the window `top`."""

    top: int

    def before(self, point: Point | None) -> None:
        return None

    def at_last(self, point: Point | None, pointing: Pointing) -> None:
        if point is None and pointing.focused_top() != self.top:
            raise Disturbed


def require_same(
    known: Fingerprint,
    stamp: Callable[[str], Stamp | None],
    picture: Callable[[str], Frame],
    point: Point,
    *,
    strictly: bool = False,
) -> None:
    """Raise Disturbed where the place of the control looks other than in `known`. For the X thread. `strictly`: any painting
    on the window disturbs, since a new control may look the same; but not where the tree lags, as asking it again would
    not help.
    """
    if not known.rect.contains(point):
        return
    if known.stamp is not None and stamp(known.window_id) == known.stamp:
        return
    if strictly and not known.lags:
        raise Disturbed
    if other_tiles(known.frame, picture(known.window_id), known.judged, known.restless):
        raise Disturbed


def _seen_now(pictures: Pictures, place: Rect) -> Frame:
    """Return what the screens show of a place, which may lie outside of them in part."""
    shown = place.intersection(surface.around(monitor.rect for monitor in pictures.monitors()))
    return Frame(shown, pictures.seen_in(shown))


def _seen_otherwise(pictures: Pictures, then: Frame, restless: Tiles) -> bool:
    now = pictures.seen_in(then.rect)
    return now != then.pixels and bool(other_tiles(then, Frame(then.rect, now), then.rect, restless))
