"""Compares two pictures of one window in tiles, which tells for any rectangle at once whether it changed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from ufo.desktop.matching.other_tiles import other_tiles
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_PIXEL = 4
_WIDE, _HIGH = 64, 16


@dataclass(frozen=True, slots=True)
class DirtyTiles:
    """The changed tiles of a picture. `sums[row][column]` counts those above and left of that corner."""

    area: Rect
    sums: tuple[tuple[int, ...], ...]

    @property
    def share(self) -> float:
        """The share of the tiles that changed, 0 to 1."""
        return self.sums[-1][-1] / max(1, (len(self.sums) - 1) * (len(self.sums[0]) - 1))

    def touches(self, rect: Rect) -> bool:
        """Tell whether anything changed in the rectangle. True as well where the pictures do not show all of it."""
        if not self.area.covers(rect):
            return True
        left, top = (rect.x - self.area.x) // _WIDE, (rect.y - self.area.y) // _HIGH
        right, bottom = -(-(rect.right - self.area.x) // _WIDE), -(-(rect.bottom - self.area.y) // _HIGH)
        above, below = self.sums[top], self.sums[bottom]
        return below[right] - below[left] - above[right] + above[left] > 0


def between(before: Frame, after: Frame) -> DirtyTiles | None:
    """Compare the two pictures; None where they show different parts of the screen."""
    if before.rect != after.rect or len(before.pixels) != len(after.pixels):
        return None
    area, stride = before.rect, before.rect.width * _PIXEL
    across = -(-area.width // _WIDE)
    unchanged = (0,) * (across + 1)
    sums: list[tuple[int, ...]] = [unchanged]
    for top in range(0, area.height, _HIGH):
        start, end = top * stride, min(top + _HIGH, area.height) * stride
        changed = set(other_tiles(before.pixels[start:end], after.pixels[start:end], stride, _WIDE * _PIXEL))
        row = tuple(accumulate((int(tile in changed) for tile in range(across)), initial=0)) if changed else unchanged
        sums.append(tuple(here + above for here, above in zip(row, sums[-1], strict=True)))
    return DirtyTiles(area, tuple(sums))
