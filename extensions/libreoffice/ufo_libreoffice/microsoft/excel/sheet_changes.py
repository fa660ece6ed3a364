"""Tells what is in the sheets of a workbook, and adds, names, orders and deletes sheets, rows and columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ufo_libreoffice.microsoft.excel.cells import told
from ufo_libreoffice.microsoft.excel.sheets import Book, Cells, Names, Sheet, area_of, errors_of, lines_of
from ufo_libreoffice.microsoft.shown import Shown
from ufo_libreoffice.microsoft.values import OfficeError, each
from ufo_libreoffice.office.calc.line_order import changed_lines, column_order, row_named
from ufo_libreoffice.office.calc.named_places import column_named, headed
from ufo_libreoffice.office.calc.ranges import (
    Area,
    column_name,
    find_sheet,
    require_used,
    sheet_to_change,
    used_area,
)
from ufo_libreoffice.office.calc.table_around import first_header, region
from ufo_libreoffice.office.refusals import Refused

_VISIBLE, _TO_RIGHT = -1, -4161
"""xlSheetVisible and xlShiftToRight."""
_MOST, _MOST_TOLD, _MOST_CELLS = 10_000, 20, 2_000


def look_at_sheets(shown: Shown) -> dict[str, Any]:
    """Tell of every sheet its name, the area that is filled, its first header, and what hangs on it."""
    names = Book(shown).document.Sheets
    return {
        "path": shown.path,
        "sheets": [_told(names.getByName(name)) for name in names.ElementNames],
        "names": {str(name.Name): str(name.RefersTo) for name in each(shown.document.Names)},
    }


def _told(sheet: Sheet) -> dict[str, Any]:
    used = used_area(sheet)
    about: dict[str, Any] = {"name": sheet.Name, "filled": used.name if used else ""}
    if used is not None:
        first = first_header(sheet, used)
        texts = told(first.of(sheet), as_shown=True)[0]
        header = [f"{column_name(first.column + at)}: {text}" for at, text in enumerate(texts) if text != ""]
        about |= {"header row": first.row + 1, "header": header}
    about |= {"hidden": True} if sheet.com.Visible != _VISIBLE else {}
    about |= {"protected": True} if sheet.isProtected() else {}
    charts = [str(chart.Name) for chart in each(sheet.com("ChartObjects"))]
    about |= {"charts": charts} if charts else {}
    comments = {area_of(comment.Parent).name: str(comment("Text")) for comment in each(sheet.com.Comments)}
    return about | ({"comments": dict(list(comments.items())[:_MOST_TOLD])} if comments else {})


def change_sheets(
    shown: Shown, action: str, sheet_name: str, new_name: str, position: int | None = None
) -> dict[str, Any]:
    """Add, rename, delete, move or copy a sheet. `position`: its place among the sheets, from 1; None is the end."""
    book = Book(shown)
    shown.require_writable()
    names, sheets = book.document.Sheets.ElementNames, shown.document.Worksheets
    if new_name and action in ("add", "rename", "copy") and new_name.casefold() in map(str.casefold, names):
        raise Refused(f"there is a sheet {new_name!r} already; choose another name")
    if action == "delete" and len(names) == 1:
        raise Refused(f"{names[0]!r} is the only sheet; a spreadsheet needs one")
    sheet = None if action == "add" else find_sheet(book, sheet_name)
    old = sheet.Name if sheet is not None else ""
    place = len(names) if position is None else min(position - 1, len(names))
    others = [name for name in names if name != old]
    if action in ("add", "copy"):
        name = _put_new(shown, sheets, sheet, place, new_name)
        expected = [*names[:place], name, *names[place:]]
    elif sheet is None or action == "rename":
        _named(sheet.com if sheet else None, new_name)
        expected = [new_name if name == old else name for name in names]
    elif action == "move":
        at = min(place, len(others))
        _moved(sheet, others, at, sheets)
        expected = [*others[:at], old, *others[at:]]
    else:
        _quietly(shown, lambda: sheet.com("Delete"))
        expected = others
    now = Names(shown.document).ElementNames
    return {"names": now, "broken": [], "equal": now == expected}


def _put_new(shown: Shown, sheets: Any, sheet: Sheet | None, place: int, new_name: str) -> str:
    before = sheets("Item", place + 1) if place < int(sheets.Count) else None
    where = (before,) if before is not None else (None, sheets("Item", sheets.Count))
    if sheet is None:
        made = sheets("Add", *where)
    else:
        sheet.com("Copy", *where)
        made = sheets("Item", place + 1)
    if new_name:
        _named(made, new_name)
    return str(made.Name)


def _named(sheet: Any, name: str) -> None:
    try:
        sheet.Name = name
    except OfficeError as error:
        raise Refused(
            f"{name!r} cannot name a sheet; take up to 31 characters without [ ] * ? : / and a backslash"
        ) from error


def _moved(sheet: Sheet, others: Sequence[str], at: int, sheets: Any) -> None:
    if not others:
        return
    if at < len(others):
        sheet.com("Move", sheets("Item", others[at]))
    else:
        sheet.com("Move", None, sheets("Item", others[-1]))


def _quietly(shown: Shown, act: Callable[[], Any]) -> None:
    """Do what Excel would ask about: the tool that is called is the answer."""
    asks = shown.application.DisplayAlerts
    shown.application.DisplayAlerts = False
    try:
        act()
    finally:
        shown.application.DisplayAlerts = asks


def change_lines(shown: Shown, action: str, first: str, count: int, sheet_name: str | int) -> dict[str, Any]:
    """Insert or delete rows or columns. `first`: a row's number, a column's letter, or a header that only one column has."""
    sheet = sheet_to_change(Book(shown), sheet_name)
    used = require_used(sheet)
    verb, _, kind = action.partition(" ")
    if not 1 <= count <= _MOST:
        raise Refused(f"{count} {kind} at once is not done; take 1 to {_MOST:,}")
    place = row_named(first) if kind == "rows" else column_named(first, sheet, used)
    words = [str(at + 1) if kind == "rows" else column_name(at) for at in (place, place + count - 1)]
    whole = Area(0, 0, used.end_column, used.end_row)
    before, errors = _contents(whole.of(sheet)), errors_of(whole.of(sheet))
    lines_of(sheet, ":".join(words))("Insert" if verb == "insert" else "Delete")
    expected = changed_lines(before, place, count, verb == "insert", kind == "rows")
    width = max((len(row) for row in expected), default=0)
    left = Area(0, 0, width - 1, len(expected) - 1).of(sheet) if width else None
    now = errors_of(left) if left is not None else []
    return {
        "sheet": sheet.Name, "broken": now[: _MOST_TOLD] if len(now) > len(errors) else [],
        "rows": [[str(value) for value in row] for row in told(left, as_shown=False)]
        if left is not None and left.area.rows * left.area.columns <= _MOST_CELLS else [],
        "equal": left is None or _contents(left) == expected,
    }  # fmt: skip


def _contents(cells: Cells) -> list[list[Any]]:
    """Return the values, with a mark for each formula, whose result may change with the cells around it."""
    pairs = zip(cells.getDataArray(), cells.formulas(), strict=True)
    return [[("a formula",) if text else value for value, text in zip(*line, strict=True)] for line in pairs]


def reorder_columns(shown: Shown, sheet_name: str | int, desired_order: Sequence[str]) -> dict[str, Any]:
    """Put the columns of a table in another order, with their formulas and looks. Those that are not named follow."""
    sheet = sheet_to_change(Book(shown), sheet_name)
    area = _table(sheet, desired_order)
    before = _contents(area.of(sheet))
    order = column_order([str(value) for value in told(area.of(sheet), as_shown=False)[0]], desired_order)
    current = list(range(area.columns))
    for place, wanted in enumerate(order):
        source = current.index(wanted)
        if source != place:
            _column(sheet, area, source)("Cut")
            _column(sheet, area, place)("Insert", _TO_RIGHT)
            current.insert(place, current.pop(source))
    after = area.of(sheet)
    return {
        "sheet": sheet.Name, "range": area.name, "headers": [str(value) for value in told(after, as_shown=False)[0]],
        "equal": _contents(after) == [[row[at] for at in order] for row in before],
    }  # fmt: skip


def _table(sheet: Sheet, desired: Sequence[str]) -> Area:
    used = require_used(sheet)
    found = next((pair for pair in (headed(sheet, used, str(name)) for name in desired) if pair is not None), None)
    if found is not None:
        return found[1]
    first = first_header(sheet, used)
    return used if first.row == used.row else replace(region(sheet, first.column, first.row), row=first.row)


def _column(sheet: Sheet, area: Area, offset: int) -> Any:
    column = area.column + offset
    return Area(column, area.row, column, area.end_row).of(sheet).com
