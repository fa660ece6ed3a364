"""Edits the conditional formats in a spreadsheet's flat XML file (OpenDocument as LibreOffice extends it)."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.sax.saxutils import quoteattr, unescape

from .ranges import Area, column_index

_END = "</table:table>"
_ALL = re.compile(r"<calcext:conditional-formats>.*?</calcext:conditional-formats>", re.DOTALL)
_ONE = re.compile(
    r'<calcext:conditional-format [^>]*?target-range-address="([^"]*)".*?</calcext:conditional-format>', re.DOTALL
)
_MAP = re.compile(r'<style:map style:condition="(?!value\(\))[^>]*/>')
"""Conditions with a style, which the file holds a second time, in the styles of the cells."""
_WHERE = re.compile(r'target-range-address="[^"]*"')
_SHEET = r"(?:'(?:[^']|'')*'|[^\s'.]+)\."
_RANGE = re.compile(rf"{_SHEET}([A-Z]+)([0-9]+)(?::{_SHEET}([A-Z]+)([0-9]+))?")
_FORMULA = re.compile(r' table:formula="(?:of:)?=([^"]*)"')


def formulas_of_last_sheet(text: str) -> list[str]:
    """Return the formulas of the last sheet, as they stand in the file."""
    return _FORMULA.findall(text.split(_END)[-2])


def without_area(text: str, place: int, sheet: str, area: Area) -> str:
    """Take the area out of the conditional formats of the sheet with that number from 0."""
    return _changed(text, place, lambda element: _cut(element, sheet, area), "")


def with_rule(text: str, place: int, element: str) -> str:
    """Put a conditional format after those that the sheet has."""
    return _changed(text, place, lambda kept: kept, element)


def address(sheet: str, areas: list[Area]) -> str:
    """Return how a file names cells: 'My sheet'.A1:'My sheet'.B5, several divided by spaces."""
    name = "'" + sheet.replace("'", "''") + "'"
    return " ".join(
        f"{name}.{first}:{name}.{last or first}" for first, _, last in (one.name.partition(":") for one in areas)
    )


def _changed(text: str, place: int, change: Callable[[str], str], more: str) -> str:
    sheets = text.split(_END)
    kept = "".join(change(one[0]) for found in _ALL.findall(sheets[place]) for one in _ONE.finditer(found))
    formats = f"<calcext:conditional-formats>{kept}{more}</calcext:conditional-formats>" if kept or more else ""
    sheets[place] = _ALL.sub("", sheets[place]) + formats
    return _MAP.sub("", _END.join(sheets))


def _cut(element: str, sheet: str, area: Area) -> str:
    found = _ONE.match(element)
    assert found is not None
    areas = _areas(unescape(found[1], {"&apos;": "'", "&quot;": '"'}))
    left = [part for one in areas for part in rest_of(one, area)]
    if left == areas:
        return element
    return (
        _WHERE.sub(lambda _: f"target-range-address={quoteattr(address(sheet, left))}", element, count=1)
        if left
        else ""
    )


def _areas(addresses: str) -> list[Area]:
    found = []
    for column, row, end_column, end_row in _RANGE.findall(addresses):
        last = column_index(end_column or column), int(end_row or row) - 1
        found.append(Area(column_index(column), int(row) - 1, *last))
    return found


def rest_of(one: Area, area: Area) -> list[Area]:
    """Return what is left of an area without another: up to four rectangles."""
    top, bottom = max(one.row, area.row), min(one.end_row, area.end_row)
    left, right = max(one.column, area.column), min(one.end_column, area.end_column)
    if top > bottom or left > right:
        return [one]
    parts = (
        Area(one.column, one.row, one.end_column, top - 1), Area(one.column, top, left - 1, bottom),
        Area(right + 1, top, one.end_column, bottom), Area(one.column, bottom + 1, one.end_column, one.end_row),
    )  # fmt: skip
    return [part for part in parts if part.rows > 0 and part.columns > 0]
