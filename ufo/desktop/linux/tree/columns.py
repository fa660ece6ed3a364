"""Where the columns of a sheet stand. Those of a sheet that runs from right to left are told otherwise.

LibreOffice (7.4) tells the box of such a cell from its right edge on, and picks by these boxes. It cuts them at the sheet's edge:
of the first column's, one pixel is left. Grid lines are at the left of cells there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ufo.desktop.linux.tree.cell_ink import Band
from ufo.schema.geometry import Rect

_EDGE_PX = 2
"""How near to the sheet's right edge the first column's told left edge lies. No column that is in sight is as narrow."""


@dataclass(frozen=True, slots=True)
class Columns:
    """`bands`: where they are, from left to right. `lined`: the same so that each ends with a grid line. `back`: for each column
    how far from its told box it is, by the middles of both, in pixels; `cut`: those whose told box is less wide than they are.
    """

    bands: Sequence[Band]
    lined: Sequence[Band]
    back: Mapping[int, int]
    cut: frozenset[int]

    def box(self, column: int, told: Rect) -> Rect | None:
        """Return the box of a cell that begins in a column and may reach over several. None where its width is not known."""
        if not self.back[column]:
            return told
        return None if column in self.cut else told.moved(1 - told.width, 0)


def placed(told: Sequence[Band], sheet: Rect) -> Columns:
    """Return the columns whose bands an application tells, from left to right, of a sheet at that place on the screen."""
    if not _run_left(told, sheet):
        return Columns(told, told, {band.number: 0 for band in told}, frozenset())
    edges = [(sheet.x - 1, told[0]), *((left.start, band) for left, band in pairwise(told))]
    bands = [Band(band.number, start + 1, band.start + 1) for start, band in edges if band.start > start]
    lined = [Band(band.number, band.start + 1, band.end + 1) for band in bands]
    boxes = {band.number: band for band in told}
    back = {band.number: _middle(band) - _middle(boxes[band.number]) for band in bands}
    return Columns(
        bands, lined, back, frozenset(band.number for band in bands if _width(boxes[band.number]) < _width(band))
    )


def _run_left(told: Sequence[Band], sheet: Rect) -> bool:
    numbers = [band.number for band in told]
    return len(told) > 1 and numbers == sorted(numbers, reverse=True) and told[-1].start >= sheet.right - _EDGE_PX


def _middle(band: Band) -> int:
    return (band.start + band.end) // 2


def _width(band: Band) -> int:
    return band.end - band.start
