"""Finds the table on a sheet: the block of filled cells with its header, without a title above it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..connection import Shown
from .ranges import Area, require_used, sheet_to_change


def table_in(shown: Shown, sheet_name: str | int) -> tuple[Any, Area]:
    """Return the sheet, which may be changed, and the area of its first table, header included. Raises Refused."""
    sheet = sheet_to_change(shown, sheet_name)
    used = require_used(sheet)
    data = used.of(sheet).getDataArray()
    first = next((at for at, row in enumerate(data) if sum(one != "" for one in row) > 1), 0)
    column = next(at for at, one in enumerate(data[first]) if one != "")
    area = region(sheet, used.column + column, used.row + first)
    return sheet, replace(area, row=used.row + first)


def region(sheet: Any, column: int, row: int) -> Area:
    """Return the area around a cell up to the next empty rows and columns."""
    cursor = sheet.createCursorByRange(sheet.getCellByPosition(column, row))
    cursor.collapseToCurrentRegion()
    address = cursor.RangeAddress
    return Area(address.StartColumn, address.StartRow, address.EndColumn, address.EndRow)


def databases_on(shown: Shown, sheet: Any) -> list[Any]:
    """Return the database ranges of a sheet, to which filters belong: the named ones, and the nameless one where it is there."""
    number = sheet.RangeAddress.Sheet
    named = [shown.document.DatabaseRanges.getByName(name) for name in shown.document.DatabaseRanges.ElementNames]
    nameless = shown.document.getPropertyValue("UnnamedDatabaseRanges")
    own = [nameless.getByTable(number)] if nameless.hasByTable(number) else []
    return [one for one in named if one.DataArea.Sheet == number] + own
