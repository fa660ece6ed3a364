"""Finds the table on a sheet: the block of filled cells with its header, without a title above it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .ranges import Area, Sheets, area_at, require_used, sheet_to_change

_TITLES = 200
"""The rows at the top of a sheet in which its first header is looked for."""
_NEAR = 30
_MOST_MERGED = 5


def table_in(shown: Sheets, sheet_name: str | int) -> tuple[Any, Area]:
    """Return the sheet, which may be changed, and the area of its first table, header included. Raises Refused."""
    sheet = sheet_to_change(shown, sheet_name)
    first = first_header(sheet, require_used(sheet))
    return sheet, replace(region(sheet, first.column, first.row), row=first.row)


def first_header(sheet: Any, used: Area) -> Area:
    """Return the row of the first header, from its first to its last filled cell: the first row that is no title."""
    top = replace(used, end_row=min(used.end_row, used.row + _TITLES))
    data = top.of(sheet).getDataArray()
    counts = [sum(item != "" for item in line) for line in data]
    row = next((at for at, count in enumerate(counts) if not is_title(count, max(counts[at : at + _NEAR]))), 0)
    column = next((at for at, item in enumerate(data[row]) if item != ""), 0)
    last = max((at for at, item in enumerate(data[row]) if item != ""), default=0)
    return Area(used.column + column, used.row + row, used.column + last, used.row + row)


def is_title(count: int, width: int) -> bool:
    """Tell whether a row with so many filled cells is a title, or a remark, above a table of that width."""
    return count < 2 or count * 3 < width


def totals_at_end(cells: Any) -> int:
    """Count the rows at the end of a table's body in which some column, below its values, has a formula over a range."""
    most = 0
    for column in zip(*cells.getFormulaArray(), strict=True):
        count = 0
        while count < len(column) and column[-1 - count].startswith("=") and ":" in column[-1 - count]:
            count += 1
        above = column[-1 - count] if count < len(column) else ""
        # Formulas all the way down that end in such ones go on counting, like a running balance.
        if above and (not above.startswith("=") or count < len(column) - count):
            most = max(most, count)
    return most


def region(sheet: Any, column: int, row: int) -> Area:
    """Return the area around a cell up to the next empty rows and columns."""
    cursor = sheet.createCursorByRange(sheet.getCellByPosition(column, row))
    cursor.collapseToCurrentRegion()
    return area_at(cursor.RangeAddress)


def merged_in(sheet: Any, area: Area) -> list[str]:
    """Return the first merged ranges that reach into an area, such as ["H6:H10"]."""
    found: list[str] = []
    parts = [area]
    while parts and len(found) < _MOST_MERGED:
        part = parts.pop()
        if not part.of(sheet).getIsMerged():
            continue
        if part.rows > 1:
            middle = part.row + part.rows // 2
            parts += [replace(part, row=middle), replace(part, end_row=middle - 1)]
        elif part.columns > 1:
            middle = part.column + part.columns // 2
            parts += [replace(part, column=middle), replace(part, end_column=middle - 1)]
        else:
            found.append(_merged_at(sheet, part))
    return found


def _merged_at(sheet: Any, cell: Area) -> str:
    cursor = sheet.createCursorByRange(cell.of(sheet))
    cursor.collapseToMergedArea()
    return area_at(cursor.RangeAddress).name


def databases_on(shown: Sheets, sheet: Any) -> list[Any]:
    """Return the database ranges of a sheet, to which filters belong: the named ones, and the nameless one where it is there."""
    number = sheet.RangeAddress.Sheet
    named = [shown.document.DatabaseRanges.getByName(name) for name in shown.document.DatabaseRanges.ElementNames]
    nameless = shown.document.getPropertyValue("UnnamedDatabaseRanges")
    own = [nameless.getByTable(number)] if nameless.hasByTable(number) else []
    return [item for item in named if item.DataArea.Sheet == number] + own
