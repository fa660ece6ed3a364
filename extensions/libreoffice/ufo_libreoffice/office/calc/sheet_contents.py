"""Tells what is in the sheets of a document, and what hangs on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Any

from ..api import items
from ..connection import Shown
from .cells import values_of
from .chart import told_chart
from .conditional import told_rules
from .ranges import Area, area_at, column_name, used_area
from .table_around import first_header

_MOST_COLUMNS = 39
_MOST_TOLD, _MOST_FORMATS = 20, 300
_LONGEST = 300
_BESIDE = 20
"""So many rows and columns beside what is filled are looked at for cells that are merged and empty."""


def look_at_sheets(shown: Shown) -> dict[str, Any]:
    """Tell of every sheet its name, the area that is filled, its first header, and what hangs on it."""
    shown.require("sheet.SpreadsheetDocument", "spreadsheet")
    return {
        "path": shown.path,
        "sheets": [_told(shown, sheet) for sheet in items(shown.document.Sheets)],
        "names": {
            name: shown.document.NamedRanges.getByName(name).Content for name in shown.document.NamedRanges.ElementNames
        },
    }


def _told(shown: Shown, sheet: Any) -> dict[str, Any]:
    used = used_area(sheet)
    pivots = list(sheet.DataPilotTables.ElementNames)
    told: dict[str, Any] = {"name": sheet.Name, "filled": used.name if used else "", **_header(shown, sheet, used)}
    told |= {"hidden": True} if not sheet.IsVisible else {}
    told |= {"protected": True} if sheet.isProtected() else {}
    charts = {name: told_chart(sheet.Charts.getByName(name)) for name in sheet.Charts.ElementNames}
    told |= {"charts": charts} if charts else {}
    merged = list(islice(_merged(sheet, used), _MOST_TOLD)) if used else []
    told |= {"merged": ", ".join(merged)} if merged else {}
    comments = dict(islice(_comments(sheet.Annotations), _MOST_TOLD))
    told |= {"comments": comments} if comments else {}
    rules = told_rules(sheet)
    told |= {"conditional formats": dict(list(rules.items())[:_MOST_TOLD])} if rules else {}
    return told | ({"pivot tables": pivots} if pivots else {})


def _merged(sheet: Any, used: Area) -> Iterator[str]:
    """Yield the areas that are merged into one cell each: their first cells have a format of their own."""
    limits = sheet.RangeAddress
    column, row = min(used.end_column + _BESIDE, limits.EndColumn), min(used.end_row + _BESIDE, limits.EndRow)
    groups = Area(0, 0, column, row).of(sheet).getUniqueCellFormatRanges()
    for group in islice(items(groups), _MOST_FORMATS):
        if not group.getByIndex(0).getCellByPosition(0, 0).getIsMerged():
            continue
        for area in map(area_at, group.RangeAddresses):
            places = product(range(area.row, area.end_row + 1), range(area.column, area.end_column + 1))
            for row, column in places:
                cursor = sheet.createCursorByRange(sheet.getCellByPosition(column, row))
                cursor.collapseToMergedArea()
                yield area_at(cursor.RangeAddress).name


def _comments(comments: Any) -> Iterator[tuple[str, str]]:
    for comment in items(comments):
        at = comment.Position
        yield Area(at.Column, at.Row, at.Column, at.Row).name, str(comment.String)[:_LONGEST]


def _header(shown: Shown, sheet: Any, used: Area | None) -> dict[str, Any]:
    """Return the number of the row that heads the first table, and its texts by their columns."""
    if used is None:
        return {}
    first = first_header(sheet, used)
    texts = values_of(
        shown, sheet, replace(first, end_column=min(first.end_column, first.column + _MOST_COLUMNS)), as_shown=True
    )
    header = [f"{column_name(first.column + at)}: {item}" for at, item in enumerate(texts[0]) if item != ""]
    return {"header row": first.row + 1, "header": header}
