"""Tells what a formula's range leaves out of the numbers that it goes over."""

from __future__ import annotations

from collections.abc import Mapping

from ufo.conditions.readers.references import column_number
from ufo.proof.difference.comparing.cells import CellChange
from ufo.proof.difference.comparing.grid import Grid, block_name
from ufo.schema.patterns import regex
from ufo.schema.property_values import formula_plain

_RANGE = regex(r"(?<![\w.])(?:('(?:[^']|'')*'|[\w.]+)!)?([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})(?![\w(.])")


def left_out_of(change: CellChange, own: Grid, others: Mapping[str, Grid]) -> str:
    """Return "B2:B10 leaves out B11 of the filled B2:B11" for the first range of one column that does; "" for none."""
    sheets = {name.upper().replace(" ", ""): grid for name, grid in others.items()}
    for named, first, top, last, bottom in _RANGE.findall(formula_plain(change.after.formula)):
        grid = sheets.get(named.strip("'").upper().replace(" ", "")) if named else own
        if grid is None or first != last:
            continue
        column, rows = column_number(first), range(int(top) - 1, int(bottom))
        whole = _numbers_around(grid, column, rows, change if grid is own else None)
        if len(whole) > len(rows):
            across = range(column, column + 1)
            missing = [block_name(range(row, row + 1), across) for row in whole if row not in rows]
            return f"{block_name(rows, across)} leaves out {', '.join(missing[:3])} of the filled {block_name(whole, across)}"
    return ""


def _numbers_around(grid: Grid, column: int, rows: range, own: CellChange | None) -> range:
    """Return the rows of the range and the numbers that touch it; a formula beyond it is a result and no part of it."""
    first, last = rows[0], rows[-1]
    while _is_number(grid, first - 1, column, own):
        first -= 1
    while _is_number(grid, last + 1, column, own):
        last += 1
    return range(first, last + 1)


def _is_number(grid: Grid, row: int, column: int, own: CellChange | None) -> bool:
    cell = grid.cell(row, column)
    is_own = own is not None and (own.row, own.column) == (row, column)
    return cell.value is not None and not cell.formula and not is_own
