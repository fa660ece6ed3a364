"""Makes, changes and removes pivot tables."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

from ..api import UnoError, enum
from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .addresses import address_of, corner_of
from .cells import values_of
from .named_places import on_sheet
from .ranges import Area, area_at, find_sheet, sheet_to_change
from .table_around import table_in

_GENERAL = {
    "sum": "SUM", "count": "COUNT", "average": "AVERAGE", "max": "MAX", "min": "MIN", "product": "PRODUCT",
    "count numbers": "COUNTNUMS", "deviation": "STDEV", "variance": "VAR",
}  # fmt: skip
_FUNCTION2 = {"median": 13}
"""com.sun.star.sheet.GeneralFunction2, which the older interface does not have."""
_FUNCTIONS = (*_GENERAL, *_FUNCTION2)
_PLACES = {"row": "ROW", "column": "COLUMN", "page": "PAGE", "data": "DATA"}
_MOST_ROWS = 60


def set_pivot_table(
    shown: Shown, fields: Mapping[str, Any], source: str, target: str, sheet_name: str | int, totals: bool
) -> dict[str, Any]:
    """Make a pivot table of `source` on `target` ("Summary.A1"; a sheet that is not there is added), in place of one that
    stands there already.
    """
    sheet, area = on_sheet(shown, source, sheet_name) if source else _table(shown, sheet_name)
    headers = _headers(sheet, area)
    chosen = _fields(headers, fields)
    _check(chosen)
    with one_step(shown.document, "Pivot table"):
        on, place = _target(shown, target, sheet)
        _clear(on, place)
        name = _free_name(shown)
        _insert(on, place, name, _descriptor(on, sheet, area, totals), chosen)
    table = on.DataPilotTables.getByName(name)
    covered = area_at(table.OutputRange)
    top = Area(covered.column, covered.row, covered.end_column, min(covered.end_row, covered.row + _MOST_ROWS))
    told = values_of(shown, on, top, as_shown=False)
    said = ", ".join(f"{function} of {field}" if function else f"{where} {field}" for where, field, function in chosen)
    texts = [[str(item) for item in line] for line in told]
    held = [
        {"sheet": on.Name, "property": "pivot table", "value": said},
        {"sheet": on.Name, "start": covered.name.partition(":")[0], "cells": texts},
    ]
    return {
        "sheet": on.Name, "range": covered.name, "name": name, "source": f"{sheet.Name}.{area.name}", "table": told,
        "equal": _reads_back(table, chosen), "holds": held,
    }  # fmt: skip


def _fields(headers: Sequence[str], fields: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Return place, header and function of each field."""
    placed = [("row", "rows"), ("column", "columns"), ("page", "pages")]
    found = [(where, _named(headers, field), "") for where, key in placed for field in fields.get(key) or ()]
    return found + [
        ("data", _named(headers, field["field"]), field.get("function") or "sum")
        for field in fields.get("values") or ()
    ]


def _table(shown: Shown, sheet_name: str | int) -> tuple[Any, Area]:
    find_sheet(shown, sheet_name)
    return table_in(shown, sheet_name)


def _headers(sheet: Any, area: Area) -> list[str]:
    first = Area(area.column, area.row, area.end_column, area.row).of(sheet).getDataArray()[0]
    headers = [str(item) for item in first]
    if area.rows < 2 or not all(header.strip() for header in headers):
        raise Refused(
            f"{sheet.Name}.{area.name} needs a header over every column, and rows below; its first row is {headers}"
        )
    return headers


def _named(headers: Sequence[str], name: str) -> str:
    found = [header for header in headers if header.strip().casefold() == name.strip().casefold()]
    if len(found) != 1:
        near = difflib.get_close_matches(name, headers, 1, 0.5)
        meant = f"did you mean {near[0]!r}? The" if near else "the"
        raise Refused(
            f"{len(found) or 'no'} columns are headed {name!r}; {meant} columns are {', '.join(map(repr, headers))}"
        )
    return found[0]


def _check(fields: Sequence[tuple[str, str, str]]) -> None:
    if not any(where == "data" for where, *_ in fields):
        raise Refused("name at least one field in values, such as {field: 'Total', function: 'sum'}")
    unknown = [function for _, _, function in fields if function and function not in _FUNCTIONS]
    if unknown:
        raise Refused(f"{unknown[0]!r} is no function of a pivot table; take one of {', '.join(_FUNCTIONS)}")
    placed = [field for where, field, _ in fields if where != "data"]
    twice = next((text for text in placed if placed.count(text) > 1), "")
    if twice:
        raise Refused(f"{twice!r} can stand only once in rows, columns and pages")


def _target(shown: Shown, target: str, source: Any) -> tuple[Any, Area]:
    """Return the sheet and the cell to write to; without a target, or with the name of no sheet, on a new sheet."""
    sheets = shown.document.Sheets
    name, _, cell = target.rpartition(".") if "." in target or "!" in target else (target, "", "A1")
    name, cell = name.strip("$'") or target, cell if cell[-1:].isdigit() else "A1"
    if not target:
        name = next(
            f"Pivot {n}".removesuffix(" 1")
            for n in range(1, 999)
            if not sheets.hasByName(f"Pivot {n}".removesuffix(" 1"))
        )
    found = next((elementname for elementname in sheets.ElementNames if elementname.casefold() == name.casefold()), "")
    if not found:
        shown.require_writable()
        sheets.insertNewByName(name, source.RangeAddress.Sheet + 1)
        found = name
    return on_sheet(shown, cell, sheet_to_change(shown, found).Name)


def _clear(on: Any, place: Area) -> None:
    """Remove the pivot table that covers the place."""
    tables = on.DataPilotTables
    for name in tables.ElementNames:
        out = tables.getByName(name).OutputRange
        if out.StartColumn <= place.column <= out.EndColumn and out.StartRow <= place.row <= out.EndRow:
            tables.removeByName(name)


def _free_name(shown: Shown) -> str:
    """Return a name that no pivot table of the document has: LibreOffice would give the new one another."""
    taken = {name for sheet in shown.document.Sheets for name in sheet.DataPilotTables.ElementNames}
    return next(f"Pivot{n}" for n in range(1, len(taken) + 2) if f"Pivot{n}" not in taken)


def _descriptor(on: Any, sheet: Any, area: Area, totals: bool) -> Any:
    descriptor = on.DataPilotTables.createDataPilotDescriptor()
    descriptor.setSourceRange(address_of(sheet, area))
    descriptor.ShowFilterButton = False
    descriptor.ColumnGrand = descriptor.RowGrand = totals
    return descriptor


def _insert(on: Any, place: Area, name: str, descriptor: Any, fields: Sequence[tuple[str, str, str]]) -> None:
    _orient(descriptor, fields)
    try:
        on.DataPilotTables.insertNewByName(name, corner_of(on, place), descriptor)
    except UnoError as error:
        raise Refused(
            f"no pivot table could be made on {on.Name}.{place.name} ({error}); choose another target"
        ) from error


def _orient(descriptor: Any, fields: Sequence[tuple[str, str, str]]) -> None:
    for where, field, function in fields:
        # A field that has a place already becomes a copy of itself when it is made data.
        item = descriptor.DataPilotFields.getByName(field)
        item.Orientation = enum("sheet.DataPilotFieldOrientation", _PLACES[where])
        if function in _GENERAL:
            item.Function = enum("sheet.GeneralFunction", _GENERAL[function])
        elif function:
            item.Function2 = _FUNCTION2[function]
    if sum(where == "data" for where, *_ in fields) > 1:
        layout = descriptor.DataPilotFields.getByName("Data")
        layout.Orientation = enum("sheet.DataPilotFieldOrientation", "COLUMN")


def _reads_back(table: Any, fields: Sequence[tuple[str, str, str]]) -> bool:
    counts = {where: sum(field == where for field, *_ in fields) for where in _PLACES}
    real = {
        "row": table.RowFields.getCount(), "column": table.ColumnFields.getCount(), "page": table.PageFields.getCount(),
        "data": table.DataFields.getCount(),
    }  # fmt: skip
    layout = counts["data"] > 1
    return real["row"] + real["column"] in (
        counts["row"] + counts["column"],
        counts["row"] + counts["column"] + layout,
    ) and all(real[item] == counts[item] for item in ("page", "data"))


def remove_pivot_table(shown: Shown, sheet_name: str | int) -> dict[str, Any]:
    sheet = sheet_to_change(shown, sheet_name)
    names = list(sheet.DataPilotTables.ElementNames)
    if not names:
        raise Refused(f"there is no pivot table on {sheet.Name!r}")
    with one_step(shown.document, "Remove pivot table"):
        for name in names:
            sheet.DataPilotTables.removeByName(name)
    held = {"sheet": sheet.Name, "property": "pivot table", "value": "off"}
    return {
        "sheet": sheet.Name, "removed": names, "equal": not sheet.DataPilotTables.ElementNames, "holds": [held],
    }  # fmt: skip
