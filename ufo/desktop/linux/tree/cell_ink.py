"""Finds the cells of a sheet that show anything in its picture, since a cell without ink need not be asked for its text.

A cell is plain when all of its pixels have one colour and grid lines bound it on the right and below. Without these lines it
may belong to a merged cell, whose words stand somewhere else, or to a text that runs over; both are read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_PIXEL = 4
# A smaller band shows too little of a cell to judge it, in pixels.
_LEAST = 8


@dataclass(frozen=True, slots=True)
class Band:
    """A row or a column of a sheet: its number, and the screen pixels from `start` to `end`, of which the last is its grid
    line.
    """

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Judged:
    """Cells by row and column. `inked` are the cells to read; `open` are those among them that no grid line bounds."""

    inked: frozenset[tuple[int, int]]
    open: frozenset[tuple[int, int]]


def judge(frame: Frame, rows: Sequence[Band], columns: Sequence[Band], clip: Rect) -> Judged:
    """Return which cells have to be read. `clip` is the part of the screen that shows the sheet; a cell that it cuts is read
    too.
    """
    area = clip.intersection(frame.rect)
    seen = [column for column in columns if _whole(column, area.x, area.right)]
    cut = {column.number for column in columns} - {column.number for column in seen}
    inked: set[tuple[int, int]] = set()
    lines: Counter[bytes] = Counter()
    sheet = _Columns(frame, seen)
    for row in rows:
        if not _whole(row, area.y, area.bottom):
            inked |= {(row.number, column.number) for column in columns}
            continue
        inked |= {(row.number, number) for number in cut}
        for number, line in sheet.row(row):
            if line:
                lines[line] += 1
            else:
                inked.add((row.number, number))
    grid = lines.most_common(1)[0][0] if lines else b""
    by_column = {column.number: column for column in seen}
    whole = {row.number: row for row in rows if _whole(row, area.y, area.bottom)}
    closed = {
        place
        for place in inked
        if grid and place[0] in whole and place[1] in by_column
        if _is_closed(frame, whole[place[0]], by_column[place[1]], grid)
    }
    return Judged(frozenset(inked), frozenset(inked - closed))


def _whole(band: Band, start: int, end: int) -> bool:
    return band.start >= start and band.end <= end and band.end - band.start >= _LEAST


class _Columns:
    def __init__(self, frame: Frame, columns: Sequence[Band]) -> None:
        self._frame = frame
        self._columns = columns
        left = frame.rect.x
        self._spans = [((column.start - left) * _PIXEL, (column.end - left) * _PIXEL) for column in columns]
        self._last: tuple[tuple[bytes, bytes], list[tuple[int, bytes]]] = (b"", b""), []

    def row(self, row: Band) -> list[tuple[int, bytes]]:
        """Return for each column its number and the colour of the grid line below, or b"" where its cell is not plain."""
        if not self._spans:
            return []
        frame = self._frame
        stride = frame.rect.width * _PIXEL
        tops = range((row.start - frame.rect.y) * stride, (row.end - frame.rect.y) * stride, stride)
        first, last = self._spans[0][0], self._spans[-1][1]
        line = frame.pixels[tops[0] + first : tops[0] + last]
        if not _same(frame.pixels, tops, first, line):
            return self._judged(tops, alike=False)
        # Most rows of most sheets are empty: each line of pixels repeats the line above, and the rows look like one another.
        looks = line, frame.pixels[tops[-1] + first : tops[-1] + last]
        if looks != self._last[0]:
            self._last = looks, self._judged(tops, alike=True)
        return self._last[1]

    def _judged(self, tops: Sequence[int], alike: bool) -> list[tuple[int, bytes]]:
        pixels, found = self._frame.pixels, []
        for column, (start, end) in zip(self._columns, self._spans, strict=True):
            colour = pixels[tops[0] + start : tops[0] + start + _PIXEL]
            edge = pixels[tops[0] + end - _PIXEL : tops[0] + end]
            across = pixels[tops[0] + start : tops[0] + end]
            under = pixels[tops[-1] + start : tops[-1] + end]
            is_plain = (
                edge != colour
                and across == colour * (len(across) // _PIXEL - 1) + edge
                and under[:_PIXEL] != colour
                and under == under[:_PIXEL] * (len(under) // _PIXEL)
                and (alike or _same(pixels, tops, start, across))
            )
            found.append((column.number, under[:_PIXEL] if is_plain else b""))
        return found


def _same(pixels: bytes, tops: Sequence[int], start: int, line: bytes) -> bool:
    """Tell whether all lines but the last show `line` from `start` on. This is a plain loop, as it runs some ten thousand times
    a look.
    """
    for top in tops[:-1]:  # noqa: SIM110
        if not pixels.startswith(line, top + start):
            return False
    return True


def _is_closed(frame: Frame, row: Band, column: Band, grid: bytes) -> bool:
    stride, left = frame.rect.width * _PIXEL, frame.rect.x
    start, end = (column.start - left) * _PIXEL, (column.end - left) * _PIXEL
    tops = range((row.start - frame.rect.y) * stride, (row.end - frame.rect.y) * stride, stride)
    under = frame.pixels[tops[-1] + start : tops[-1] + end]
    return under == grid * (len(under) // _PIXEL) and _same(frame.pixels, tops, end - _PIXEL, grid)
