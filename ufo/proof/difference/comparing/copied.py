"""Finds where new values of a sheet stood before: in another column or another sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ufo.conditions.readers.model import Cell
from ufo.conditions.readers.references import column_letters
from ufo.proof.difference.comparing.arrangement import key_of
from ufo.proof.difference.comparing.cells import Block
from ufo.proof.difference.comparing.grid import Grid, block_name

_FEWEST = 2


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
