"""Writes a block of values so that it can be undone.

LibreOffice's undo of `setDataArray` brings back what filled cells held, but leaves what was written to empty ones. So those are
filled first in a way that its undo does take back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..api import enum

_MOST_BLOCKS = 500


def put_values(cells: Any, data: Sequence[Sequence[float | str]]) -> None:
    """Write numbers and texts into the range, whose size they have. A text that begins with "=" stays a text."""
    for block in _uniform_blocks(cells):
        block.getCellByPosition(0, 0).setValue(0.0)
        address = block.RangeAddress
        if address.EndRow > address.StartRow:
            first = block.getCellRangeByPosition(0, 0, 0, address.EndRow - address.StartRow)
            first.fillAuto(enum("sheet.FillDirection", "TO_BOTTOM"), 1)
        if address.EndColumn > address.StartColumn:
            block.fillAuto(enum("sheet.FillDirection", "TO_RIGHT"), 1)
    cells.setDataArray(data)


def _uniform_blocks(cells: Any) -> Iterator[Any]:
    """Yield the parts of the range that hold empty cells and have one format each, which filling them would spread."""
    found: list[Any] = []
    ranges = cells.getUniqueCellFormatRanges()
    for at in range(ranges.getCount()):
        same = ranges.getByIndex(at)
        found += [same.getByIndex(place) for place in range(min(same.getCount(), _MOST_BLOCKS))]
    yield from (one for one in found[:_MOST_BLOCKS] if one.queryEmptyCells().getCount())
