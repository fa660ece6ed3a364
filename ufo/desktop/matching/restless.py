"""Tells what changes by itself around the place of a stroke: a clock, a spinner, a film, a caret, an advertisement.

Only the control that is hit is judged, and of a page, a drawing or a long text only what lies near the point. In there,
tiles that go on changing while nothing is done are restless: that they look other than before says nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ufo.desktop.snapshot import Element
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame
from ufo.schema.roles import DOCUMENT_PARTS, DRAWN, EDITS_AND_TERMINALS, HOLDERS

NEAR_PX = 40
"""How far around a point a page, a drawing or a long text is judged."""
_TILE = 8
_PIXEL = 4
_TWICE = 2
_OFTEN = 3
"""How often what lies right under the point must change before it counts as restless, where it never looks as before."""
_UNDER = (24, 16)
_WIDE_OPEN = DOCUMENT_PARTS | DRAWN | EDITS_AND_TERMINALS | HOLDERS

Tiles = frozenset[Rect]


def judged_part(element: Element, at: Point | None) -> Rect:
    """Return the part of the control that tells it from others at a point: all of a button or a row, and of a page or a
    drawing only what lies near.
    """
    if at is None or element.role not in _WIDE_OPEN or not element.rect.contains(at):
        return element.rect
    return element.rect.intersection(around(at, 2 * NEAR_PX, 2 * NEAR_PX))


def around(point: Point, width: int, height: int) -> Rect:
    return Rect(point.x - width // 2, point.y - height // 2, width, height)


def other_tiles(then: Frame, now: Frame, where: Rect, restless: Iterable[Rect] = ()) -> Tiles:
    """Return the tiles of the place that look different in the two pictures, without the restless ones. Pictures of different
    parts of the screen differ everywhere.
    """
    frame, other = then.cropped(where), now.cropped(where)
    if then.rect != now.rect:
        return frozenset([where])
    if frame.pixels == other.pixels:
        return frozenset()
    area, stride = frame.rect, frame.rect.width * _PIXEL
    found: set[Rect] = set()
    for row in range(area.height):
        line, its_line = (
            frame.pixels[row * stride : (row + 1) * stride],
            other.pixels[row * stride : (row + 1) * stride],
        )
        if line != its_line:
            found.update(_in_row(line, its_line, area, area.y + row))
    return frozenset(found).difference(restless)


def _in_row(line: bytes, its_line: bytes, area: Rect, y: int) -> Iterable[Rect]:
    """Yield the tiles of a row of pixels that differ. Tiles lie on a grid of the whole screen, so that they can be compared."""
    for column in range(area.x // _TILE, (area.right - 1) // _TILE + 1):
        start, end = max(0, column * _TILE - area.x) * _PIXEL, max(0, (column + 1) * _TILE - area.x) * _PIXEL
        if line[start:end] != its_line[start:end]:
            yield Rect(column * _TILE, y // _TILE * _TILE, _TILE, _TILE)


def with_rim(tiles: Iterable[Rect]) -> Tiles:
    """Return the tiles and those around them, which what moves may reach next."""
    return frozenset(
        Rect(tile.x + across, tile.y + down, _TILE, _TILE)
        for tile in tiles
        for across in (-_TILE, 0, _TILE)
        for down in (-_TILE, 0, _TILE)
    )


@dataclass
class Watch:
    """Collects what changes by itself in a place, from pictures taken one after the other while nothing is done. `then` is how
    the place looked when it was known; `last` is the newest picture.
    """

    where: Rect
    then: Frame
    last: Frame
    _times: Counter[Rect] = field(default_factory=Counter)
    _differed: Tiles = frozenset()

    def __post_init__(self) -> None:
        self._differed = other_tiles(self.then, self.last, self.where)

    def see(self, now: Frame) -> None:
        self._times.update(other_tiles(self.last, now, self.where))
        self._differed |= other_tiles(self.then, now, self.where)
        self.last = now

    @property
    def restless(self) -> Tiles:
        """What changed while it was watched, where it had also changed before or changes again and again."""
        again = {rect for rect, times in self._times.items() if times >= _TWICE or rect in self._differed}
        return with_rim(again)

    def explains(self, at: Point | None) -> bool:
        """Tell whether the place looks as it did but for what is restless, and right under the point as it did altogether."""
        return not self._other_at_rest and self.is_same_under(at)

    def is_same_under(self, at: Point | None) -> bool:
        """Tell whether right under the point not a pixel differs."""
        return not self._other_under(at)

    def goes_on(self, at: Point | None) -> bool:
        """Tell whether the place looks as it did but for what is restless, which may lie right under the point as well where it
        changes all the time.
        """
        return not self._other_at_rest and all(self._times[rect] >= _OFTEN for rect in self._other_under(at))

    @property
    def _other_at_rest(self) -> Tiles:
        return other_tiles(self.then, self.last, self.where, self.restless)

    def _other_under(self, at: Point | None) -> Tiles:
        under = self.where if at is None else around(at, *_UNDER).intersection(self.where)
        return other_tiles(self.then, self.last, under)
