"""Reads properties of the cells in any spreadsheet: their order, their kinds, their formulas and the number of rows."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from ufo.errors import UnreadableDocument
from ufo.schema.property_values import formula_plain
from ufo.verify.document_match import UNREAD
from ufo.verify.documents.model import Area, Cell, Sheet
from ufo.verify.documents.numbers import day_in
from ufo.verify.documents.references import area_name
from ufo.verify.properties.query import Asked, Reading, tell

MOST_CELLS = 20_000


def sheet_of(sheets: Sequence[Sheet], asked: Asked) -> Sheet:
    """Return the sheet asked for, or the first one where none is named. Raises UnreadableDocument."""
    found = next((one for one in sheets if not asked.sheet or one.name.casefold() == asked.sheet.casefold()), None)
    if found is None:
        raise UnreadableDocument(f"it has no sheet {asked.sheet!r}")
    return found


def places(asked: Asked) -> Iterator[tuple[int, int, str]]:
    """Iterate over the row, column and name of each cell asked for. Raises UnreadableDocument above `MOST_CELLS`."""
    areas = asked.areas()
    if sum((area.end_row - area.row + 1) * (area.end_column - area.column + 1) for area in areas) > MOST_CELLS:
        raise UnreadableDocument(f"more than {MOST_CELLS:,} cells are not read; name a smaller range")
    for area in areas:
        for row in range(area.row, area.end_row + 1):
            for column in range(area.column, area.end_column + 1):
                yield row, column, area_name(Area(column, row, column, row))


def _read(sheet: Sheet, row: int, column: int) -> Cell:
    """Return the cell. Raises UnreadableDocument where the file does not have what it shows."""
    cell = sheet.cell(row, column)
    if cell.unread:
        raise UnreadableDocument(UNREAD)
    return cell


def kinds(sheet: Sheet, asked: Asked) -> Iterator[Reading]:
    for row, column, name in places(asked):
        yield Reading(_read(sheet, row, column).kind or "empty", name)


def texts(sheet: Sheet, asked: Asked) -> Iterator[Reading]:
    for row, column, name in places(asked):
        yield Reading(_read(sheet, row, column).shown, name)


def formulas(sheet: Sheet, asked: Asked) -> Iterator[Reading]:
    for row, column, name in places(asked):
        formula = sheet.cell(row, column).formula
        yield Reading(formula_plain(formula) if formula else "no formula", name)


def order(sheet: Sheet, asked: Asked) -> list[Reading]:
    """Read the order of one column or one row. Numbers and dates compare by value, texts without case and accents; empty cells
    at the end do not count. Raises UnreadableDocument where the cells have no order.
    """
    areas = asked.areas()
    area = areas[0]
    if len(areas) > 1 or (area.row != area.end_row and area.column != area.end_column):
        raise UnreadableDocument("the order is that of one column or one row; name its cells")
    cells = [_read(sheet, row, column) for row, column, _ in places(asked)]
    while cells and not cells[-1].shown:
        cells.pop()
    if len(cells) < 2:
        raise UnreadableDocument("fewer than two cells are filled there, so they have no order")
    keys = [order_key(cell) for cell in cells]
    up = all(first <= second for first, second in zip(keys, keys[1:], strict=False))
    down = all(first >= second for first, second in zip(keys, keys[1:], strict=False))
    if up and down:
        raise UnreadableDocument(f"all cells of {asked.start} show the same, so they have no order")
    return tell("ascending" if up else "descending" if down else "neither ascending nor descending")


def order_key(cell: Cell) -> tuple[int, float, str]:
    """Return a sort key: numbers come before dates and dates before texts."""
    if cell.value is not None:
        return 0, cell.value, ""
    day = cell.day or (found.isoformat() if cell.kind in ("", "date") and (found := day_in(cell.shown)) else "")
    if day:
        return 1, 0.0, day
    plain = "".join(
        letter for letter in unicodedata.normalize("NFKD", cell.shown.casefold()) if not unicodedata.combining(letter)
    )
    return 2, 0.0, plain


def row_count(sheet: Sheet, asked: Asked) -> list[Reading]:
    """Count the rows up to the last one that shows something or has a formula."""
    return tell(max((row + 1 for (row, _), cell in sheet.cells.items() if cell.shown or cell.formula), default=0))
