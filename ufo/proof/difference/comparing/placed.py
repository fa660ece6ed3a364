"""Tells where texts stand as a person counts: by the number of the paragraph, or by the row and column of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ufo.proof.difference.comparing.grid import numbered
from ufo.proof.difference.content import Paragraph, TableCell

_MOST_ROWS = 3

Cells = Mapping[int, TableCell]
"""The cells of the texts that stand in tables, by the place of the text."""


def cells_of(paragraphs: Sequence[Paragraph]) -> Cells:
    return {place: paragraph.cell for place, paragraph in enumerate(paragraphs) if paragraph.cell is not None}


def placed(unit: str, places: Iterable[int], cells: Cells, where: str = "") -> str:
    """Return "paragraph 3", "table 1, rows 2 to 4, column 2" or both for places that count from 0. `where`: what they are in."""
    places = list(places)
    plain = [place for place in places if place not in cells]
    told = [numbered(unit, plain)] if plain else []
    tables: dict[int, list[TableCell]] = {}
    for place in places:
        if place in cells:
            tables.setdefault(cells[place].table, []).append(cells[place])
    told += [f"table {table + 1}, {_in_table(found)}" for table, found in tables.items()]
    return ", ".join(filter(None, (where, "; ".join(told))))


def numbers_of(places: Iterable[int], cells: Cells) -> tuple[str, ...]:
    """Return the numbers of the row and of the column where all of it stands in one."""
    found = [cells.get(place) for place in places]
    one_row, one_column = ({cell and (cell.table, way(cell)) for cell in found} for way in (_row, _column))
    return tuple(str(number[1] + 1) for way in (one_row, one_column) if len(way) == 1 for number in way if number)


def rows_of(places: Iterable[int], cells: Cells, texts: Mapping[int, str] | Sequence[str]) -> list[list[str]]:
    """Return the texts of these places as rows of cells, empty ones between them too. The paragraphs of a cell are one text."""
    rows: dict[tuple[int, int], dict[int, list[str]]] = {}
    for place in places:
        cell = cells[place]
        rows.setdefault((cell.table, cell.row), {}).setdefault(cell.column, []).append(texts[place])
    columns = [column for row in rows.values() for column in row]
    span = range(min(columns, default=0), max(columns, default=0) + 1)
    return [[" / ".join(filter(None, row.get(column, ()))) for column in span] for row in rows.values()]


def _row(cell: TableCell) -> int:
    return cell.row


def _column(cell: TableCell) -> int:
    return cell.column


def _in_table(cells: Sequence[TableCell]) -> str:
    columns: dict[int, set[int]] = {}
    for cell in cells:
        columns.setdefault(cell.row, set()).add(cell.column)
    alike: dict[tuple[int, ...], list[int]] = {}
    for row, held in columns.items():
        alike.setdefault(tuple(sorted(held)), []).append(row)
    told = [f"{numbered('row', rows)}, {numbered('column', held)}" for held, rows in alike.items()]
    return "; ".join(told[:_MOST_ROWS]) + (" …" if len(told) > _MOST_ROWS else "")
