"""Adds, renames, deletes and moves sheets, rows and columns, and takes changes back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ..api import enum, struct
from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .cells import values_of
from .formula_errors import Place, errors_in, newly_broken
from .line_order import changed_lines, column_order, row_named
from .named_places import column_named, headed
from .ranges import Area, find_sheet, require_used, sheet_to_change
from .table_around import first_header, region


def reorder_columns(shown: Shown, sheet_name: str | int, desired_order: Sequence[str]) -> dict[str, Any]:
    sheet = sheet_to_change(shown, sheet_name)
    area = _table(sheet, desired_order)
    before = area.of(sheet).getDataArray()
    headers = [_as_header(value) for value in before[0]]
    order = column_order(headers, desired_order)
    with one_step(shown.document, "Reorder columns"):
        _move(sheet, area, order)
    after = area.of(sheet).getDataArray()
    expected = tuple(tuple(row[index] for index in order) for row in before)
    return {
        "sheet": sheet.Name, "range": area.name, "headers": [_as_header(value) for value in after[0]],
        "equal": after == expected,
    }  # fmt: skip


def _table(sheet: Any, desired: Sequence[str]) -> Area:
    """Return the area whose first row is the header: below a title, that of the table alone."""
    used = require_used(sheet)
    found = next((pair for pair in (headed(sheet, used, str(name)) for name in desired) if pair is not None), None)
    if found is not None:
        return found[1]
    first = first_header(sheet, used)
    return used if first.row == used.row else replace(region(sheet, first.column, first.row), row=first.row)


def _as_header(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _move(sheet: Any, area: Area, order: Sequence[int]) -> None:
    current = list(range(area.columns))
    index = sheet.RangeAddress.Sheet
    for place, wanted in enumerate(order):
        source = current.index(wanted)
        if source == place:
            continue
        sheet.insertCells(_column(index, area, place), enum("sheet.CellInsertMode", "RIGHT"))
        target = struct("table.CellAddress", Sheet=index, Column=area.column + place, Row=area.row)
        sheet.moveRange(target, _column(index, area, source + 1))
        sheet.removeRange(_column(index, area, source + 1), enum("sheet.CellDeleteMode", "LEFT"))
        current.insert(place, current.pop(source))


def _column(sheet: int, area: Area, offset: int) -> Any:
    column = area.column + offset
    return struct(
        "table.CellRangeAddress", Sheet=sheet, StartColumn=column, EndColumn=column, StartRow=area.row,
        EndRow=area.end_row,
    )  # fmt: skip


_MOST = 10_000
_MOST_TOLD = 2_000
_MOST_UNDONE = 20
_FORMULAS = 16
"""com.sun.star.sheet.CellFlags.FORMULA."""
_NOT_IN_NAMES = "[]*?:/\\"
_A_FORMULA = ("a formula",)
"""Stands in for a formula's result, which changes with the cells around it."""


def change_sheets(
    shown: Shown, action: str, sheet_name: str, new_name: str, position: int | None = None
) -> dict[str, Any]:
    """Add, rename, delete, move or copy a sheet. `position`: its place among the sheets, from 1; None is the end. In the
    result, `names` are all sheets in order, and `broken` the formulas that show an error now but did not before.
    """
    shown.require("sheet.SpreadsheetDocument", "spreadsheet")
    shown.require_writable()
    sheets = shown.document.Sheets
    names = list(sheets.ElementNames)
    if new_name and action in ("add", "rename", "copy") and new_name.casefold() in (name.casefold() for name in names):
        raise Refused(f"there is a sheet {new_name!r} already; choose another name")
    if action in ("add", "rename", "copy"):
        _require_name(new_name)
    sheet: Any = None if action == "add" else find_sheet(shown, sheet_name)
    old_name, errors = "" if sheet is None else sheet.Name, errors_in(shown)
    if action == "delete" and len(names) == 1:
        raise Refused(f"{names[0]!r} is the only sheet; a spreadsheet needs one")
    place = len(names) if position is None else min(position - 1, len(names))
    with one_step(shown.document, f"{action.capitalize()} sheet"):
        expected = _changed(sheets, action, old_name, new_name, place)
    now = list(sheets.ElementNames)
    if action == "copy":
        copied = (set(now) - set(names)).pop()
        errors |= {(copied, *at[1:]) for at in errors if at[0] == old_name}
    broken = newly_broken(
        shown, errors, lambda at: (new_name, *at[1:]) if action == "rename" and at[0] == old_name else at
    )
    return {"names": now, "broken": broken, "equal": now == expected}


def _require_name(name: str) -> None:
    wrong = [text for text in _NOT_IN_NAMES if text in name]
    if wrong or name[:1] == "'" or name[-1:] == "'":
        raise Refused(f"{name!r} cannot name a sheet: {' '.join(wrong) or chr(39)} is not allowed there; leave it out")


def _changed(sheets: Any, action: str, old_name: str, new_name: str, place: int) -> list[str]:
    """Change the sheets, and return the names that they should have then."""
    names = list(sheets.ElementNames)
    others = [name for name in names if name != old_name]
    if action == "add":
        sheets.insertNewByName(new_name, place)
        return [*names[:place], new_name, *names[place:]]
    if action == "rename":
        sheets.getByName(old_name).setName(new_name)
        return [new_name if name == old_name else name for name in names]
    if action == "copy":
        name = new_name or next(f"{old_name}_{n}" for n in range(2, 999) if not sheets.hasByName(f"{old_name}_{n}"))
        sheets.copyByName(old_name, name, place)
        return [*names[:place], name, *names[place:]]
    if action == "move":
        # LibreOffice counts the place with the sheet still standing where it was.
        sheets.moveByName(old_name, place + 1 if place > names.index(old_name) else place)
        return [*others[:place], old_name, *others[place:]]
    sheets.removeByName(old_name)
    return others


def change_lines(shown: Shown, action: str, first: str, count: int, sheet_name: str | int) -> dict[str, Any]:
    """Insert or delete rows or columns. `first`: a row's number, a column's letter, or a header that only one column has. In
    the result, `rows` is what the sheet must now hold, and `broken` the formulas that show an error now but did not before.
    """
    sheet = sheet_to_change(shown, sheet_name)
    used = require_used(sheet)
    verb, _, kind = action.partition(" ")
    is_rows = kind == "rows"
    place = row_named(first) if is_rows else column_named(first, sheet, used)
    if not 1 <= count <= _MOST:
        raise Refused(f"{count} {kind} at once is not done; take 1 to {_MOST:,}")
    before = held(sheet, Area(0, 0, used.end_column, used.end_row))
    expected, errors = changed_lines(before, place, count, verb == "insert", is_rows), errors_in(shown)
    with one_step(shown.document, action.capitalize()):
        lines = sheet.Rows if is_rows else sheet.Columns
        (lines.insertByIndex if verb == "insert" else lines.removeByIndex)(place, count)
    width = max((len(row) for row in expected), default=0)
    left = Area(0, 0, width - 1, len(expected) - 1) if expected and width else None
    equal = left is None or held(sheet, left) == expected
    rows = (
        [[_text(item) for item in row] for row in expected]
        if left is None or not equal
        else told_rows(shown, sheet, left)
    )
    moved = _moving(sheet.Name, place, count if verb == "insert" else -count, is_rows)
    return {"sheet": sheet.Name, "rows": rows, "broken": newly_broken(shown, errors, moved), "equal": equal}


def _moving(sheet_name: str, first: int, by: int, is_rows: bool) -> Callable[[Place], Place]:
    """Return a function that maps a cell's old place to its new one when lines are inserted at `first`, or removed from there."""

    def moved(at: Place) -> Place:
        name, column, row = at
        line = row if is_rows else column
        if name != sheet_name or line < first:
            return at
        return (name, column, row + by) if is_rows else (name, column + by, row)

    return moved


def told_rows(shown: Shown, sheet: Any, area: Area) -> list[list[str]]:
    """Return the rows as a file would show them; empty where there are more than 2,000 cells."""
    if area.rows * area.columns > _MOST_TOLD:
        return []
    return [[_text(item) for item in row] for row in values_of(shown, sheet, area, as_shown=False)]


def held(sheet: Any, area: Area) -> list[list[Any]]:
    """Return the values in the area, with a placeholder for each formula."""
    cells = area.of(sheet)
    rows = [list(row) for row in cells.getDataArray()]
    for found in cells.queryContentCells(_FORMULAS).RangeAddresses:
        for row in range(found.StartRow - area.row, found.EndRow - area.row + 1):
            for column in range(found.StartColumn - area.column, found.EndColumn - area.column + 1):
                rows[row][column] = _A_FORMULA
    return rows


def _text(value: Any) -> str:
    if value == _A_FORMULA:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else str(value)


def undo_changes(shown: Shown, steps: int) -> dict[str, Any]:
    """Take back the last changes, the newest first. In the result, `undone` are the names that the application has for them."""
    shown.require("sheet.SpreadsheetDocument", "spreadsheet")
    manager = shown.document.getUndoManager()
    titles = list(manager.getAllUndoActionTitles())
    if steps > len(titles):
        raise Refused(f"only {len(titles)} changes can be taken back: {', '.join(titles[:_MOST_UNDONE]) or 'none'}")
    for _ in range(steps):
        manager.undo()
    left = list(manager.getAllUndoActionTitles())
    return {"undone": titles[:steps], "equal": left == titles[steps:]}
