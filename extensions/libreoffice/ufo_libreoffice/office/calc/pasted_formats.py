"""Changes the conditional formats of cells by pasting the cells' own formats over them, which LibreOffice undoes as one step.

Its interface records no undo where conditional formats are replaced or removed, and makes neither scales of three colours nor
icons. So the formats of the cells go into a hidden spreadsheet, are changed there, and come back.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from xml.sax.saxutils import quoteattr, unescape

from ..api import UnoError, byte_sequence, items, properties
from ..connection import Shown
from ..refusals import Refused
from ..undo import made_in_office
from .graded_rules import ICONS, Graded
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
        f"{name}.{first}:{name}.{last or first}" for first, _, last in (area.name.partition(":") for area in areas)
    )


def _changed(text: str, place: int, change: Callable[[str], str], more: str) -> str:
    sheets = text.split(_END)
    kept = "".join(change(match[0]) for found in _ALL.findall(sheets[place]) for match in _ONE.finditer(found))
    formats = f"<calcext:conditional-formats>{kept}{more}</calcext:conditional-formats>" if kept or more else ""
    sheets[place] = _ALL.sub("", sheets[place]) + formats
    return _MAP.sub("", _END.join(sheets))


def _cut(element: str, sheet: str, area: Area) -> str:
    found = _ONE.match(element)
    assert found is not None
    areas = _areas(unescape(found[1], {"&apos;": "'", "&quot;": '"'}))
    left = [part for item in areas for part in rest_of(item, area)]
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


def rest_of(item: Area, area: Area) -> list[Area]:
    """Return what is left of an area without another: up to four rectangles."""
    top, bottom = max(item.row, area.row), min(item.end_row, area.end_row)
    left, right = max(item.column, area.column), min(item.end_column, area.end_column)
    if top > bottom or left > right:
        return [item]
    parts = (
        Area(item.column, item.row, item.end_column, top - 1), Area(item.column, top, left - 1, bottom),
        Area(right + 1, top, item.end_column, bottom), Area(item.column, bottom + 1, item.end_column, item.end_row),
    )  # fmt: skip
    return [part for part in parts if part.rows > 0 and part.columns > 0]


_FLAT = "OpenDocument Spreadsheet Flat XML"
_SPARE = "ufo spare"
_MOST_GAPS = 500


def without_conditions(shown: Shown, sheet: Any, area: Area) -> None:
    """Take all conditional formats off the cells."""
    place = int(sheet.RangeAddress.Sheet)
    _repasted(
        shown,
        sheet,
        area,
        lambda spare: _rewritten(shown, spare, lambda text: without_area(text, place, sheet.Name, area)),
    )


def with_graded(shown: Shown, sheet: Any, area: Area, rule: Graded, *, keep: bool) -> None:
    """Give the cells a colour scale, data bars or icons. `keep`: what is there stays and goes first."""

    def changed(text: str) -> str:
        place = int(sheet.RangeAddress.Sheet)
        formulas = formulas_of_last_sheet(text)
        if len(formulas) != len(rule.formulas):
            raise Refused(f"LibreOffice does not understand one of the formulas {', '.join(rule.formulas)}")
        kept = text if keep else without_area(text, place, sheet.Name, area)
        return with_rule(kept, place, rule.xml(address(sheet.Name, [area]), formulas))

    def change(spare: Any) -> Any:
        scratch = spare.Sheets.getByIndex(spare.Sheets.getCount() - 1)
        for row, formula in enumerate(rule.formulas):
            scratch.getCellByPosition(0, row).Formula = f"={formula}"
        made = _rewritten(shown, spare, changed)
        if rule.kind == ICONS and rule.how.get("show_value") is False:
            # LibreOffice 7.4 does not read that of icons from a file.
            formats = made.Sheets.getByIndex(int(sheet.RangeAddress.Sheet)).ConditionalFormats.getConditionalFormats()
            max(formats, key=lambda item: int(item.ID)).getByIndex(0).ShowValue = False
        return made

    _repasted(shown, sheet, area, change)


def _repasted(shown: Shown, sheet: Any, area: Area, change: Callable[[Any], Any]) -> None:
    """Paste the formats of the cells over them, as `change` leaves them in a hidden spreadsheet that it replaces.

    Conditional formats that reach beyond the area are pasted as a whole: LibreOffice would not divide them rightly.
    """
    whole = _with_whole_formats(sheet, area)
    require_rows_in_sight(sheet, whole)
    controller = shown.controller
    view, selected = controller.ActiveSheet, controller.getSelection()
    spare = None
    try:
        spare = _spare(shown)
        target = _cells(sheet, whole)
        _paste_formats(shown, (controller, target), (spare.CurrentController, _same(spare, sheet, whole)))
        spare = change(spare)
        _paste_formats(shown, (spare.CurrentController, _same(spare, sheet, whole)), (controller, target))
    finally:
        with suppress(UnoError):
            if spare is not None:
                spare.close(True)
        controller.setActiveSheet(view)
        controller.select(selected)


def _with_whole_formats(sheet: Any, area: Area) -> Area:
    """Return the smallest rectangle that holds the area and, whole, each conditional format that touches it."""
    formats = [
        getconditionalformat.Range.RangeAddresses
        for getconditionalformat in sheet.ConditionalFormats.getConditionalFormats()
    ]
    whole, before = area, None
    while whole != before:
        before = whole
        for ranges in formats:
            if any(meets(whole, entry) for entry in ranges):
                for item in ranges:
                    whole = Area(
                        min(whole.column, item.StartColumn), min(whole.row, item.StartRow),
                        max(whole.end_column, item.EndColumn), max(whole.end_row, item.EndRow),
                    )  # fmt: skip
    return whole


def meets(area: Area, other: Any) -> bool:
    across = area.column <= other.EndColumn and other.StartColumn <= area.end_column
    return bool(across and area.row <= other.EndRow and other.StartRow <= area.end_row)


def _cells(sheet: Any, area: Area) -> Any:
    return sheet.getCellRangeByPosition(area.column, area.row, area.end_column, area.end_row)


def _paste_formats(shown: Shown, source: tuple[Any, Any], target: tuple[Any, Any]) -> None:
    job = made_in_office(shown, "PasteFormats", *source, *target)
    if job is None:
        raise Refused("this LibreOffice loads no Python, which that needs; install the package python3-uno for it")
    if wrong := job.execute(()):
        raise Refused(f"LibreOffice did not paste the formats ({wrong}); look at its window, then try again")


def require_rows_in_sight(sheet: Any, area: Area) -> None:
    rows = sheet.Rows
    if any(rows.getByIndex(row).IsFiltered for row in _after_gaps(sheet, area)):
        raise Refused(
            f"rows of {area.name} are filtered out, and formats are pasted only on those in sight; show all rows, do this, "
            "then filter again"
        )


def _after_gaps(sheet: Any, area: Area) -> list[int]:
    """Return the first row of each run of rows that are out of sight, some hundreds of them at most."""
    seen = area.of(sheet).queryVisibleCells().RangeAddresses
    starts = {item.StartRow for item in seen}
    ends = {area.row, *(item.EndRow + 1 for item in seen)}
    return sorted(row for row in ends - starts if row <= area.end_row)[:_MOST_GAPS]


def _spare(shown: Shown) -> Any:
    """Return a hidden, empty spreadsheet with the sheets of the document, which rules may refer to, and one more at the end."""
    made = _desktop(shown).loadComponentFromURL("private:factory/scalc", "_blank", 0, properties(Hidden=True))
    sheets = made.Sheets
    own = items(sheets)
    for at, entry in enumerate(own):
        entry.Name = f"{_SPARE} {at}"
    for at, name in enumerate(shown.document.Sheets.ElementNames):
        sheets.insertNewByName(name, at)
    for item in own[1:]:
        sheets.removeByName(item.Name)
    for name in shown.document.NamedRanges.ElementNames:
        known = shown.document.NamedRanges.getByName(name)
        made.NamedRanges.addNewByName(name, known.Content, known.ReferencePosition, known.Type)
    return made


def _desktop(shown: Shown) -> Any:
    return shown.create("frame.Desktop")


def _same(document: Any, sheet: Any, area: Area) -> Any:
    return _cells(document.Sheets.getByIndex(sheet.RangeAddress.Sheet), area)


def _rewritten(shown: Shown, spare: Any, change: Callable[[str], str]) -> Any:
    """Return the hidden spreadsheet with its file changed. The one that it was is closed."""
    stream = shown.create("io.SequenceOutputStream")
    spare.storeToURL("private:stream", properties(FilterName=_FLAT, OutputStream=stream))
    text = change(bytes(stream.getWrittenBytes().value).decode())
    spare.close(True)
    source = shown.create("io.SequenceInputStream")
    source.initialize((byte_sequence(text.encode()),))
    given = properties(Hidden=True, FilterName=_FLAT, InputStream=source)
    return _desktop(shown).loadComponentFromURL("private:stream", "_blank", 0, given)
