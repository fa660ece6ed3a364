"""Filters the rows of a table: buttons on its header, conditions on its columns, or conditions that stand in cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..api import enum, struct
from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .addresses import address_of, corner_of
from .named_places import column_in, on_sheet, place_in
from .ranges import Area
from .table_around import databases_on, table_in

_SIGNS = {
    "=": 2, "!=": 3, ">": 4, ">=": 5, "<": 6, "<=": 7, "top": 8, "top percent": 9, "bottom": 10, "bottom percent": 11,
    "contains": 12, "not contains": 13, "begins with": 14, "ends with": 16, "empty": 0, "filled": 1,
}  # fmt: skip
"""com.sun.star.sheet.FilterOperator2."""
_BARE = ("empty", "filled")
_MOST_TOLD = 30


def filter_rows(
    shown: Shown, where: Sequence[Mapping[str, Any]], join: str, cells: str, buttons: bool, sheet_name: str | int
) -> dict[str, Any]:
    """Show only the rows that fit. With no condition all rows show again; `buttons` tells whether the header keeps its buttons.
    In the result, `rows` are the numbers of the rows shown, `count` how many of `of` rows.
    """
    sheet, area = on_sheet(shown, cells, sheet_name, change=True) if cells else table_in(shown, sheet_name)
    if area.rows < 2:
        raise Refused(f"{area.name} has no rows below its header; give the range of the table")
    fields = [_field(sheet, area, record, join) for record in where]
    with one_step(shown.document, "Filter"):
        base = _database(shown, sheet, area)
        base.AutoFilter = buttons
        descriptor = base.getFilterDescriptor()
        descriptor.ContainsHeader = True
        descriptor.IsCaseSensitive = False
        descriptor.SkipDuplicates = False
        descriptor.UseRegularExpressions = False
        descriptor.setFilterFields2(tuple(fields))
        base.refresh()
        if not fields:
            # Without conditions, what an earlier filter hid stays hidden.
            area.of(sheet).filter(area.of(sheet).createFilterDescriptor(True))
            base.getFilterDescriptor().ContainsHeader = True
            base.AutoFilter = buttons
    rows = _visible(sheet, area)
    criteria = "; ".join(map(_said, where))
    return {
        "sheet": sheet.Name, "range": area.name, "rows": _spans(rows), "count": len(rows), "of": area.rows - 1,
        "buttons": bool(base.AutoFilter), "equal": base.AutoFilter is buttons and (bool(where) or len(rows) == area.rows - 1),
        "holds": _holds(sheet.Name, area, rows, criteria, buttons),
    }  # fmt: skip


def _field(sheet: Any, area: Area, record: Mapping[str, Any], join: str) -> Any:
    sign = str(record.get("sign", "="))
    if sign not in _SIGNS:
        raise Refused(f"{sign!r} is no comparison; take one of {', '.join(_SIGNS)}")
    value = record.get("value", "")
    field = struct(
        "sheet.TableFilterField2", Field=column_in(sheet, area, str(record["column"])), Operator=_SIGNS[sign]
    )
    field.Connection = enum("sheet.FilterConnection", join.upper())
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else _number(value)
    field.IsNumeric = number is not None and sign not in _BARE
    if number is not None:
        field.NumericValue = float(number)
    else:
        field.StringValue = "" if sign in _BARE else str(value)
    return field


def _number(value: Any) -> float | None:
    try:
        return float(str(value))
    except ValueError:
        return None


def _said(record: Mapping[str, Any]) -> str:
    sign = str(record.get("sign", "="))
    return f"{record['column']} {sign}" if sign in _BARE else f"{record['column']} {sign} {record.get('value', '')}"


def _database(shown: Shown, sheet: Any, area: Area) -> Any:
    """Return the named database range on the area, or else the sheet's own nameless one, as the menu's autofilter uses it: in a
    workbook, Office Open XML keeps a named one as another kind of table.
    """
    address = address_of(sheet, area)
    found = next((database for database in databases_on(shown, sheet) if database.DataArea == address), None)
    if found is not None:
        return found
    nameless = shown.document.getPropertyValue("UnnamedDatabaseRanges")
    nameless.setByTable(address)
    return nameless.getByTable(address.Sheet)


def _visible(sheet: Any, area: Area) -> list[int]:
    body = Area(area.column, area.row + 1, area.column, area.end_row).of(sheet)
    return [
        row
        for rangeaddress in body.queryVisibleCells().RangeAddresses
        for row in range(rangeaddress.StartRow + 1, rangeaddress.EndRow + 2)
    ]


def _spans(rows: Sequence[int]) -> list[str]:
    """Return row numbers as spans: ["2", "5:9"]."""
    spans: list[list[int]] = []
    for row in rows:
        if spans and row == spans[-1][1] + 1:
            spans[-1][1] = row
        else:
            spans.append([row, row])
    told = [str(first) if first == last else f"{first}:{last}" for first, last in spans[:_MOST_TOLD]]
    return told + [f"and {len(spans) - _MOST_TOLD} more"] * (len(spans) > _MOST_TOLD)


def _holds(name: str, area: Area, rows: Sequence[int], criteria: str, buttons: bool) -> list[dict[str, Any]]:
    hidden = sorted(set(range(area.row + 2, area.end_row + 2)) - set(rows))
    spans = _spans(hidden)
    held = [{"sheet": name, "property": "autofilter", "value": area.name if buttons else "off"}]
    if len(spans) <= _MOST_TOLD:
        held.append({"sheet": name, "property": "hidden rows", "value": ", ".join(spans) or "none"})
    if criteria:
        held.append({"sheet": name, "property": "filter", "value": criteria})
    return held


def filter_by_cells(
    shown: Shown, criteria: str, cells: str, copy_to: str, unique: bool, sheet_name: str | int
) -> dict[str, Any]:
    """Filter by conditions that stand in cells: headers, and below each its condition; rows of them are alternatives. With
    `copy_to` the fitting rows are written there and nothing is hidden.
    """
    sheet, area = on_sheet(shown, cells, sheet_name, change=True) if cells else table_in(shown, sheet_name)
    source, conditions = on_sheet(shown, criteria, sheet.Name)
    target = on_sheet(shown, copy_to, sheet.Name, change=True) if copy_to else None
    table, fields = area.of(sheet), conditions.of(source)
    descriptor = fields.createFilterDescriptorByObject(table)
    if descriptor is None:
        raise Refused(
            f"{conditions.name} holds no conditions for {area.name}; its first row must repeat headers of the table, "
            "with conditions such as >100 below"
        )
    descriptor.SkipDuplicates, descriptor.ContainsHeader = unique, True
    if target is not None:
        descriptor.CopyOutputData = True
        descriptor.OutputPosition = corner_of(*target)
    with one_step(shown.document, "Advanced filter"):
        table.filter(descriptor)
    if target is None:
        rows = _visible(sheet, area)
        held = _holds(sheet.Name, area, rows, "", False)[1:]
        return {
            "sheet": sheet.Name, "range": area.name, "rows": _spans(rows), "count": len(rows), "of": area.rows - 1,
            "equal": True, "holds": held,
        }  # fmt: skip
    return _copied(target, area)


def _copied(target: tuple[Any, Area], area: Area) -> dict[str, Any]:
    sheet, place = target
    cursor = sheet.createCursorByRange(sheet.getCellByPosition(place.column, place.row))
    cursor.collapseToCurrentRegion()
    end = cursor.RangeAddress.EndRow
    out = place_in(sheet, Area(place.column, place.row, place.column + area.columns - 1, end).name)
    header = [[str(item) for item in out.of(sheet).getDataArray()[0]]]
    return {
        "sheet": sheet.Name, "range": out.name, "count": out.rows - 1, "of": area.rows - 1, "rows": [],
        "equal": any(header[0]), "holds": [{"sheet": sheet.Name, "start": out.name.partition(":")[0], "cells": header}],
    }  # fmt: skip
