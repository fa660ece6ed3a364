"""Finds where two pictures of a window differ, and whether that is near to where an act was."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ufo.desktop.matching.other_tiles import other_tiles
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame

NEAR_PX = 40
_TILE = 16


def changed_tiles(before: Frame, after: Frame) -> tuple[Rect, ...]:
    """Return the tiles in which two pictures of the same part of the screen differ; () where they show different parts."""
    area = before.rect
    if (
        area != after.rect
        or len(before.pixels) != len(after.pixels)
        or len(before.pixels) != area.width * area.height * 4
    ):
        return ()
    long, wide = area.width * 4, _TILE * 4
    return tuple(
        Rect(area.x + column * _TILE, area.y + row, _TILE, _TILE).intersection(area)
        for row in range(0, area.height, _TILE)
        for column in other_tiles(_lines(before, row, long), _lines(after, row, long), long, wide)
    )


def _lines(frame: Frame, row: int, long: int) -> bytes:
    """Return the pixels of a row of tiles that begins at this row of pixels. `long`: the bytes of a row of pixels."""
    return frame.pixels[row * long : (row + _TILE) * long]


def without(tiles: Iterable[Rect], restless: Sequence[Rect]) -> tuple[Rect, ...]:
    """Leave out the tiles that touch what changes by itself."""
    return tuple(tile for tile in tiles if not any(tile.overlaps(other) for other in restless))


def is_near(tiles: Iterable[Rect], way: Sequence[Point]) -> bool:
    """Tell whether one of the tiles lies near the way, which goes straight from each point to the next."""
    ends = list(zip(way, way[1:], strict=False)) or [(point, point) for point in way]
    return any(_distance(tile.center, *each) <= NEAR_PX + _TILE for tile in tiles for each in ends)


def _distance(point: Point, start: Point, end: Point) -> float:
    across, down = end.x - start.x, end.y - start.y
    long = across * across + down * down
    part = ((point.x - start.x) * across + (point.y - start.y) * down) / long if long else 0.0
    part = min(1.0, max(0.0, part))
    dx, dy = start.x + part * across - point.x, start.y + part * down - point.y
    return float((dx * dx + dy * dy) ** 0.5)
