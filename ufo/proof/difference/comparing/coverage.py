"""Tells how far a block of new cells goes: of what it leaves out, and of which cells it is a copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ufo.conditions.readers.blocks import block_name
from ufo.conditions.readers.model import Cell
from ufo.conditions.readers.references import column_letters, column_number
from ufo.proof.difference.comparing.arrangement import key_of
from ufo.proof.difference.comparing.cells import Block, CellChange
from ufo.proof.difference.comparing.grid import Grid
from ufo.schema.patterns import regex
from ufo.schema.property_values import formula_plain

_FEWEST = 2
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


def copied_from(values: Sequence[Cell], block: Block, sheets: Mapping[str, Grid], own: str) -> tuple[str, str] | None:
    """Return in words which column holds the block's values in the same order, and what of it was not taken; None for none."""
    if len(values) < _FEWEST or len(block.columns) > 1 or len(block.rows) > 1 or len({key_of(v) for v in values}) == 1:
        return None
    keys = [key_of(value) for value in values]
    for name, grid in sheets.items():
        for column, rows in sorted(grid.rows_of.items()):
            start = _found_at(keys, grid, column, sorted(rows))
            if start is not None and (name, column, start) != (own, block.columns[0], block.rows[0][0]):
                return _source(f"{name}!" if len(sheets) > 1 else "", grid, column, range(start, start + len(keys)))
    return None


def _found_at(keys: list[str], grid: Grid, column: int, rows: list[int]) -> int | None:
    for row in rows:
        if key_of(grid.cell(row, column)) == keys[0] and all(
            key_of(grid.cell(row + step, column)) == key for step, key in enumerate(keys)
        ):
            return row
    return None


def _source(prefix: str, grid: Grid, column: int, rows: range) -> tuple[str, str]:
    said = f"equal to {prefix}{block_name(rows, range(column, column + 1))}"
    partial = grid.share(len(rows), column, rows[0], prefix)
    return f"{said} ({partial or f'all filled cells of {prefix}{column_letters(column)}'})", partial
