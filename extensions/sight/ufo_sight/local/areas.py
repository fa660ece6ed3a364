"""Finds areas of one ground in a picture (neighbouring pixels that differ little belong together), and boxes among them: fields,
buttons, panels, the squares of check boxes.

So a soft gradient is one area, and a border line divides two. Areas are built by rows, from runs of pixels joined to the
runs below that they touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ufo.schema.geometry import Rect

Grey = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

STEP = 6
"""The most that two neighbours of one area differ by: 1 or 2 in a theme's gradient; at the faintest borders it is some 8."""
_SHORTEST = 2
_DOT = 24
_BAND_ROWS = 64
# For an area to be a box: the least share of each side that is border, and of the box that is of one ground.
_STRAIGHT = 0.72
_FILLED = 0.55
_LEAST_BOX, _AWAY = 7, 5


@dataclass(frozen=True, slots=True)
class Runs:
    """Runs of pixels in reading order: `row`, `start` and (exclusive) `end` of each, and `width` of the picture."""

    row: Numbers
    start: Numbers
    end: Numbers
    width: int

    def __len__(self) -> int:
        return len(self.row)

    @property
    def length(self) -> Numbers:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Areas:
    """Connected areas. `order` sorts runs by area: those of area n are `order[first[n] : first[n + 1]]`. `size`: pixels."""

    runs: Runs
    order: Numbers
    first: Numbers
    left: Numbers
    top: Numbers
    right: Numbers
    bottom: Numbers
    size: Numbers

    def __len__(self) -> int:
        return len(self.size)

    def rect(self, number: int) -> Rect:
        return Rect.from_ltrb(
            int(self.left[number]), int(self.top[number]), int(self.right[number]), int(self.bottom[number])
        )

    def members(self, number: int) -> Numbers:
        """Return the runs of one area."""
        return self.order[self.first[number] : self.first[number + 1]]

    def mask(self, chosen: Mask, shape: tuple[int, int]) -> Mask:
        """Return a mask of the pixels of the chosen areas."""
        of_run = np.empty(len(self.runs), dtype=np.int64)
        of_run[self.order] = np.repeat(np.arange(len(self)), np.diff(self.first))
        kept = chosen[of_run]
        marks = np.zeros(shape[0] * shape[1] + 1, dtype=np.int8)
        base = self.runs.row[kept] * shape[1]
        # No two runs start or end at the same pixel.
        marks[base + self.runs.start[kept]] += 1
        marks[base + self.runs.end[kept]] -= 1
        flat: Mask = np.empty(shape[0] * shape[1], dtype=bool)
        opened = np.int8(0)
        for rows in bands_of(shape[0]):
            here = slice(rows.start * shape[1], rows.stop * shape[1])
            # A run that reaches the right edge ends with the first pixel of the next row.
            within = np.cumsum(marks[here], dtype=np.int8) + opened
            opened = within[-1]
            np.greater(within, 0, out=flat[here])
        return flat.reshape(shape)


def without_dots(grey: Grey) -> Grey:
    """Return the picture with dotted lines made solid. A focus rectangle is dotted, and counts as a border too."""
    joined = grey.copy()
    for flat, whole in ((grey, joined), (grey.T, joined.T)):
        for rows in bands_of(len(flat)):
            _join_dots(flat[rows], whole[rows])
    return joined


def _join_dots(flat: Grey, whole: Grey) -> None:
    pixels = flat.astype(np.int16)
    here, left, right = pixels[:, 2:-2], pixels[:, 1:-3], pixels[:, 3:-1]
    lighter = here - np.maximum(left, right) > _DOT
    alike = (np.abs(left - right) <= _DOT) & (np.abs(pixels[:, :-4] - here) <= _DOT)
    gaps = lighter & alike & (np.abs(pixels[:, 4:] - here) <= _DOT)
    whole[:, 2:-2][gaps] = np.minimum(left, right)[gaps].astype(np.uint8)


def bands_of(height: int) -> Iterator[slice]:
    """Iterate over bands of rows to work on: whole pictures of large numbers would cost tens of megabytes."""
    return (slice(top, min(height, top + _BAND_ROWS)) for top in range(0, height, _BAND_ROWS))


def areas_of(grey: Grey) -> Areas:
    """Find the areas of all pixels but the finest strokes."""
    runs = _even_runs(grey)
    return _gathered(runs, _joined(runs, grey))


def blobs_of(bands: Iterable[Mask]) -> Areas:
    """Find the areas of pixels that are set. Pixels that touch at a corner belong together. `bands` are the rows of one picture
    from its top, a few at a time.
    """
    parts, top = [], 0
    for mask in bands:
        parts.append(_set_runs(mask, top))
        top += len(mask)
    row, start, end = (np.concatenate([getattr(part, name) for part in parts]) for name in ("row", "start", "end"))
    runs = Runs(row, start, end, parts[0].width)
    return _gathered(runs, _joined(runs, None))


def _even_runs(grey: Grey) -> Runs:
    height, width = grey.shape
    breaks = np.ones((height, width), dtype=bool)
    for rows in bands_of(height):
        breaks[rows, 1:] = np.abs(np.diff(grey[rows].astype(np.int16), axis=1)) > STEP
    starts = np.flatnonzero(breaks)
    ends = np.append(starts[1:], height * width)
    long = (ends - starts) >= _SHORTEST
    return _split(starts[long], ends[long], width)


def _set_runs(mask: Mask, top: int) -> Runs:
    height, width = mask.shape
    padded = np.zeros(1 + height * (width + 1), dtype=np.int8)
    padded[1:].reshape(height, width + 1)[:, :width] = mask
    changes = np.diff(padded)
    runs = _split(np.flatnonzero(changes > 0), np.flatnonzero(changes < 0), width + 1)
    return Runs(runs.row + top, runs.start, runs.end, width)


def _split(starts: Numbers, ends: Numbers, width: int) -> Runs:
    row = starts // width
    return Runs(row, starts - row * width, ends - row * width, width)


def _joined(runs: Runs, grey: Grey | None) -> Numbers:
    """Return a number for each run, which runs of one area share. Without `grey`, touching is enough to belong together."""
    stride = runs.width + 2
    slack = 1 if grey is None else 0
    starts, ends = runs.row * stride + runs.start, runs.row * stride + runs.end
    first = np.searchsorted(ends, starts + stride - slack, side="right")
    last = np.searchsorted(starts, ends + stride + slack, side="left")
    count = np.maximum(0, last - first)
    above = np.repeat(np.arange(len(starts)), count)
    below = np.repeat(first, count) + np.arange(len(above)) - np.repeat(np.cumsum(count) - count, count)
    if grey is not None:
        column, row = np.maximum(runs.start[above], runs.start[below]), runs.row[above]
        alike = np.abs(grey[row, column].astype(np.int16) - grey[row + 1, column]) <= STEP
        above, below = above[alike], below[alike]
    return _connected(len(starts), above, below)


def _connected(count: int, ndarray: Numbers, other: Numbers) -> Numbers:
    """Return the least number of each connected group, by lowering and shortcutting until nothing changes."""
    labels = np.arange(count)
    while True:
        lowest = np.minimum(labels[ndarray], labels[other])
        lowered = labels.copy()
        np.minimum.at(lowered, labels[ndarray], lowest)
        np.minimum.at(lowered, labels[other], lowest)
        lowered = lowered[lowered]
        while not np.array_equal(lowered, lowered[lowered]):
            lowered = lowered[lowered]
        if np.array_equal(lowered, labels):
            return labels
        labels = lowered


def _gathered(runs: Runs, labels: Numbers) -> Areas:
    order = np.argsort(labels, kind="stable")
    first = np.flatnonzero(np.diff(labels[order], prepend=-1))

    def least(values: Numbers) -> Numbers:
        return np.minimum.reduceat(values[order], first) if len(first) else values

    def most(values: Numbers) -> Numbers:
        return np.maximum.reduceat(values[order], first) if len(first) else values

    size = np.add.reduceat(runs.length[order], first) if len(first) else runs.length
    bounds = np.append(first, len(order))
    return Areas(runs, order, bounds, least(runs.start), least(runs.row), most(runs.end), most(runs.row) + 1, size)


@dataclass(frozen=True, slots=True)
class Box:
    """A box. `rect`: its pixels in the picture, without border; `ground`: its grey, 0 to 255; `outside`: that around it."""

    rect: Rect
    ground: int
    outside: int


def boxes(grey: Grey, areas: Areas) -> list[Box]:
    """Return the boxes of at least 7 pixels either way, from the top. The whole picture is not a box."""
    width, height = areas.right - areas.left, areas.bottom - areas.top
    fits = (width >= _LEAST_BOX) & (height >= _LEAST_BOX) & (areas.size >= _FILLED * width * height)
    fits &= (width < grey.shape[1]) | (height < grey.shape[0])
    found: list[Box] = []
    for number in np.flatnonzero(fits):
        rect, ground = areas.rect(int(number)), ground_of(grey, areas, int(number))
        if _is_box(grey, rect, ground):
            found.append(Box(rect, ground, _outside(grey, rect)))
    return sorted(found, key=lambda box: (box.rect.y, box.rect.x))


def ground_of(grey: Grey, areas: Areas, number: int) -> int:
    """Return the grey of an area, taken from its longest run."""
    members = areas.members(number)
    longest = members[np.argmax(areas.runs.length[members])]
    return int(np.median(grey[areas.runs.row[longest], areas.runs.start[longest] : areas.runs.end[longest]]))


def _outside(grey: Grey, rect: Rect) -> int:
    """Return the grey around the box, past its border and its shadow."""
    height, width = grey.shape
    rows, columns = slice(rect.y, rect.bottom), slice(rect.x, rect.right)
    lines = [grey[max(0, rect.y - _AWAY), columns], grey[min(height - 1, rect.bottom - 1 + _AWAY), columns]]
    lines += [grey[rows, max(0, rect.x - _AWAY)], grey[rows, min(width - 1, rect.right - 1 + _AWAY)]]
    return int(np.median(np.concatenate(lines)))


def _is_box(grey: Grey, rect: Rect, ground: int) -> bool:
    """Tell whether an area is a box: all four sides are borders for most of their length, and at least three corners are of its
    ground. Words may stand at the very edge.

    The drop button of a combo box often has a bevel of the field's own colour, so its two left corners are enough.
    """
    height, width = grey.shape
    rows, columns = slice(rect.y, rect.bottom), slice(rect.x, rect.right)
    sides = (
        grey[rows, rect.x - 1] if rect.x else None,
        grey[rows, rect.right] if rect.right < width else None,
        grey[rect.y - 1, columns] if rect.y else None,
        grey[rect.bottom, columns] if rect.bottom < height else None,
    )
    if any(side is not None and np.mean(_differs(side, ground)) < _STRAIGHT for side in sides):
        return False
    inset = min(2, min(rect.width, rect.height) // 4)
    across, down = [rect.x + inset, rect.right - 1 - inset], [rect.y + inset, rect.bottom - 1 - inset]
    corners = ~_differs(grey[np.ix_(down, across)], ground)
    return int(corners.sum()) >= 3 or bool(corners[:, 0].all())


def _differs(pixels: Grey, ground: int) -> Mask:
    differs: Mask = np.abs(pixels.astype(np.int16) - ground) > STEP
    return differs
