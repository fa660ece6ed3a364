"""Writes into the tables that stand on slides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..api import items
from ..refusals import Refused
from .slide_pages import of_kind

_TABLE = "TableShape"
Rows = Sequence[Sequence[str | float | None]]


def rows_of(table: Any) -> Iterator[list[str]]:
    model = table.Model
    for row in range(model.Rows.Count):
        yield [str(model.getCellByPosition(column, row).String) for column in range(model.Columns.Count)]


def write_table(page: Any, rows: Rows, number: int) -> None:
    """Write rows into the slide's table with that number from 1. Raises Refused where there is no such table."""
    fill_table(_table(page, number), rows)


def fill_table(table: Any, rows: Rows) -> None:
    """Write rows into a table from its first cell on. A cell that is None stays as it is; rows and columns that are missing are
    added at the end.
    """
    model, wide = table.Model, table.Size.Width
    columns = max((len(row) for row in rows), default=0)
    if model.Rows.Count < len(rows):
        model.Rows.insertByIndex(model.Rows.Count, len(rows) - model.Rows.Count)
    if model.Columns.Count < columns:
        model.Columns.insertByIndex(model.Columns.Count, columns - model.Columns.Count)
        # Those that are inserted are as wide as the whole, or as nothing.
        for column in items(model.Columns):
            column.Width = wide // columns
    for at, row in enumerate(rows):
        for column, value in enumerate(row):
            if value is not None:
                model.getCellByPosition(column, at).String = _text(value)


def holds(table: Any, rows: Rows) -> bool:
    """Tell whether a table holds the rows as they were given."""
    found = list(rows_of(table))
    return all(
        value is None or found[at][column] == _text(value)
        for at, row in enumerate(rows)
        for column, value in enumerate(row)
    )


def has_rows(page: Any, rows: Rows, number: int) -> bool:
    return holds(_table(page, number), rows)


def _text(value: str | float) -> str:
    """Return a number without the digits that only its notation adds: 3 for 3.0."""
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def _table(page: Any, number: int) -> Any:
    tables = of_kind(page, _TABLE)
    if not 1 <= number <= len(tables):
        raise Refused(f"the slide has {len(tables)} tables, so there is no table {number}; add_to_slide puts one there")
    return tables[number - 1]
