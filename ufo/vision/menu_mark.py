"""Reads the mark of a menu entry from its picture: some toolkits draw a box or a circle before the words and report neither."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ufo.schema.picture import Frame

_PIXEL = 4
_STRIP_PX, _EDGE_PX = 48, 2
"""How far from its left edge an entry has its mark, and how wide the border of the menu is at most."""
_LEAST_PX, _MOST_PX, _GAP_PX = 10, 24, 3
"""The size of a mark, and the least distance to the words after it: letters stand closer."""
_INK, _DRAWN, _ALIKE = 28, 48, 40
"""By how much of 255 a colour differs from what is around it: where anything is drawn, in a mark, and within one line."""
_INSET_PX = 3
_SET, _CLEAR, _TALL = 0.08, 0.02, 0.35
Pixel = tuple[int, int, int]


def is_marked(entry: Frame) -> bool | None:
    """Tell whether the box or circle before an entry's words has a tick or a dot in it. None where there is neither, or where
    that is not certain, as with a dash or a coloured picture.
    """
    if entry.rect.width < _STRIP_PX or entry.rect.height < _LEAST_PX:
        return None
    strip = _Strip(entry)
    box = strip.first_shape()
    if box is None or not strip.is_outlined(box):
        return None
    drawn, total = strip.drawn_in(box)
    rows = {y for _, y in drawn}
    if len(drawn) <= _CLEAR * total:
        return False
    is_tall = len(rows) >= _TALL * (box.height - 2 * _INSET_PX)
    return True if is_tall and len(drawn) >= _SET * total else None


class _Box(NamedTuple):
    x: int
    y: int
    width: int
    height: int

    def sides(self, inset: int) -> Iterator[tuple[int, int]]:
        """Yield the middles of the four sides, that far inside."""
        across, down = self.x + self.width // 2, self.y + self.height // 2
        yield across, self.y + inset
        yield across, self.y + self.height - 1 - inset
        yield self.x + inset, down
        yield self.x + self.width - 1 - inset, down


class _Strip:
    """The left part of an entry, where marks are."""

    def __init__(self, entry: Frame) -> None:
        stride = entry.rect.width * _PIXEL
        self._rows = [
            [
                (entry.pixels[at], entry.pixels[at + 1], entry.pixels[at + 2])
                for at in range(row * stride, row * stride + _STRIP_PX * _PIXEL, _PIXEL)
            ]
            for row in range(1, entry.rect.height - 1)
        ]
        counted = Counter(pixel for row in self._rows for pixel in row)
        self._ground = counted.most_common(1)[0][0]

    def first_shape(self) -> _Box | None:
        """Return what stands first and alone, as large and as square as a mark is; None where it is something else."""
        columns = [any(self._is_ink(x, y) for y in range(len(self._rows))) for x in range(_STRIP_PX)]
        columns[:_EDGE_PX] = [False] * _EDGE_PX
        if True not in columns:
            return None
        left = columns.index(True)
        right = columns.index(False, left) if False in columns[left:] else _STRIP_PX
        inked = [y for y in range(len(self._rows)) if any(self._is_ink(x, y) for x in range(left, right))]
        box = _Box(left, inked[0], right - left, inked[-1] - inked[0] + 1)
        is_sized = min(box.width, box.height) >= _LEAST_PX and max(box.width, box.height) <= _MOST_PX
        is_apart = not any(columns[right : right + _GAP_PX])
        return box if is_sized and is_apart and abs(box.width - box.height) <= 2 else None

    def is_outlined(self, box: _Box) -> bool:
        """Tell whether one line of one colour goes around one even ground, which letters and pictures seldom have."""
        line = [self._rows[y][x] for x, y in box.sides(0)]
        ground = [self._rows[y][x] for x, y in box.sides(_INSET_PX)]
        is_line = all(_differ(pixel, line[0]) <= _ALIKE and _differ(pixel, self._ground) > _INK for pixel in line)
        # A tick may reach to one side.
        alike = max(sum(_differ(pixel, other) <= _ALIKE for other in ground) for pixel in ground)
        return is_line and alike >= len(ground) - 1

    def drawn_in(self, box: _Box) -> tuple[list[tuple[int, int]], int]:
        """Return what is drawn inside the outline, and how many pixels are inside."""
        across, down = box.x + (box.width - 1) / 2, box.y + (box.height - 1) / 2
        radius = min(box.width, box.height) / 2 - _INSET_PX
        inside = [
            (x, y)
            for y in range(box.y, box.y + box.height)
            for x in range(box.x, box.x + box.width)
            if (x - across) ** 2 + (y - down) ** 2 <= radius**2
        ]
        sides = Counter(self._rows[y][x] for x, y in box.sides(_INSET_PX))
        ground = sides.most_common(1)[0][0]
        return [(x, y) for x, y in inside if _differ(self._rows[y][x], ground) > _DRAWN], len(inside)

    def _is_ink(self, x: int, y: int) -> bool:
        return _differ(self._rows[y][x], self._ground) > _INK


def _differ(entry: Pixel, other: Pixel) -> int:
    return max(abs(a - b) for a, b in zip(entry, other, strict=True))
