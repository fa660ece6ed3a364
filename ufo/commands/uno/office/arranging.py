"""Sheets, rows and columns of a spreadsheet: added, renamed, taken away, sorted. What came of it is read back."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from .api import Refused, properties, sequence, struct
from .calc import values_of
from .connection import Shown
from .sheets import Area, column_index, find_sheet, require_unprotected, require_used
from .undo import one_step

_MOST = 10_000
_MOST_TOLD = 2_000
_FORMULAS = 16
"""com.sun.star.sheet.CellFlags.FORMULA."""
_A_FORMULA = ("a formula",)
"""Stands for what it comes to, which changes with the cells around it."""
_IGNORE_CASE = 1
"""com.sun.star.i18n.CollatorOptions.CollatorOptions_IGNORE_CASE."""
_PLAIN_WORDS = re.compile(r"[A-Za-z0-9 ]*")


def change_sheets(shown: Shown, action: str, sheet_name: str, new_name: str) -> dict[str, Any]:
    """`names`: the sheets that there must be then, in order."""
    shown.require("sheet.SpreadsheetDocument", "spreadsheet")
    shown.require_writable()
    sheets = shown.document.Sheets
    names = list(sheets.ElementNames)
    if action != "delete" and new_name.casefold() in (name.casefold() for name in names):
        raise Refused(f"there is a sheet {new_name!r} already; choose another name")
    sheet: Any = None if action == "add" else find_sheet(shown, sheet_name)
    if action == "delete" and len(names) == 1:
        raise Refused(f"{names[0]!r} is the only sheet; a spreadsheet needs one")
    if action == "add":
        expected = [*names, new_name]
        sheets.insertNewByName(new_name, len(names))
    elif action == "rename":
        expected = [new_name if name == sheet.Name else name for name in names]
        sheet.setName(new_name)
    else:
        expected = [name for name in names if name != sheet.Name]
        sheets.removeByName(sheet.Name)
    now = list(sheets.ElementNames)
    return {"names": now, "equal": now == expected}


def change_lines(shown: Shown, action: str, first: str, count: int, sheet_name: str | int) -> dict[str, Any]:
    """`first`: a row's number, a column's letter, or a header that only one column has. `rows`: what the sheet must hold then."""
    sheet = find_sheet(shown, sheet_name)
    shown.require_writable()
    require_unprotected(sheet)
    used = require_used(sheet)
    deed, _, kind = action.partition(" ")
    is_rows = kind == "rows"
    place = _row(first) if is_rows else _column(first, sheet, used)
    if not 1 <= count <= _MOST:
        raise Refused(f"{count} {kind} at once is not done; take 1 to {_MOST:,}")
    before = _held(sheet, Area(0, 0, used.end_column, used.end_row))
    expected = _expected(before, place, count, deed == "insert", is_rows)
    with one_step(shown.document, action.capitalize()):
        lines = sheet.Rows if is_rows else sheet.Columns
        (lines.insertByIndex if deed == "insert" else lines.removeByIndex)(place, count)
    width = max((len(row) for row in expected), default=0)
    left = Area(0, 0, width - 1, len(expected) - 1) if expected and width else None
    equal = left is None or _held(sheet, left) == expected
    told = expected if left is None or not equal else _told(shown, sheet, left)
    return {"sheet": sheet.Name, "rows": [[_text(one) for one in row] for row in told], "equal": equal}


def _told(shown: Shown, sheet: Any, area: Area) -> list[list[Any]]:
    """As a file tells it; nothing of many cells."""
    return values_of(shown, sheet, area, as_shown=False) if area.rows * area.columns <= _MOST_TOLD else []


def _expected(rows: list[list[Any]], place: int, count: int, inserts: bool, is_rows: bool) -> list[list[Any]]:
    if not is_rows:
        turned = _expected([list(line) for line in zip(*rows, strict=True)], place, count, inserts, True)
        return [list(line) for line in zip(*turned, strict=True)]
    if inserts:
        width = len(rows[0]) if rows else 0
        return rows[:place] + [[""] * width for _ in range(count)] + rows[place:] if place < len(rows) else rows
    return rows[:place] + rows[place + count :]


def sort_table(shown: Shown, by: str, descending: bool, sheet_name: str | int) -> dict[str, Any]:
    """The filled cells by one column; a first row of texts over other things is a header and stays."""
    sheet = find_sheet(shown, sheet_name)
    shown.require_writable()
    require_unprotected(sheet)
    used = require_used(sheet)
    column = _column(by, sheet, used) - used.column
    if not 0 <= column < used.columns:
        raise Refused(f"column {by!r} is empty; the filled cells are {used.name}")
    area, before = used.of(sheet), _held(sheet, used)
    header = _has_header(area.getDataArray(), by, column)
    field = struct("table.TableSortField", Field=column, IsAscending=not descending)
    with one_step(shown.document, "Sort"):
        area.sort(
            properties(SortFields=sequence("table.TableSortField", field), ContainsHeader=header, IsSortColumns=False)
        )
    same = sorted(map(repr, before)) == sorted(map(repr, _held(sheet, used)))
    keys = [row[column] for row in area.getDataArray()[header:]]
    told = _told(shown, sheet, used)
    return {
        "sheet": sheet.Name, "start": used.name.partition(":")[0], "rows": [[_text(one) for one in row] for row in told],
        "equal": same and _in_order(shown, keys, descending),
    }  # fmt: skip


def _in_order(shown: Shown, keys: Sequence[Any], descending: bool) -> bool:
    """Numbers before texts, the other way round where it goes down; cells without anything come last either way."""
    filled = [one for one in keys if one != ""]
    if list(keys[: len(filled)]) != filled:
        return False
    rising = filled[::-1] if descending else filled
    numbers = [one for one in rising if isinstance(one, float)]
    texts = [one for one in rising if isinstance(one, str)]
    if [one for one in rising if isinstance(one, float | str)] != [*numbers, *texts] or numbers != sorted(numbers):
        return False
    collator = shown.create("i18n.Collator")
    collator.loadDefaultCollator(shown.document.CharLocale, _IGNORE_CASE)
    return all(_is_plainly(one, two) or collator.compareString(one, two) <= 0 for one, two in pairwise(texts))


def _is_plainly(one: str, two: str) -> bool:
    """Whether it comes before, in any language: LibreOffice, which knows the others, is asked for one pair at a time."""
    words = bool(_PLAIN_WORDS.fullmatch(one) and _PLAIN_WORDS.fullmatch(two))
    return words and one.casefold() <= two.casefold()


def _has_header(rows: Sequence[Sequence[Any]], by: str, column: int) -> bool:
    if len(rows) < 2:
        return False
    named = str(rows[0][column]).strip().casefold() == by.strip().casefold()
    texts = all(isinstance(one, str) for one in rows[0])
    return named or texts and any(not isinstance(one, str) for one in rows[1])


def _row(first: str) -> int:
    if not first.isdecimal() or int(first) < 1:
        raise Refused(f"{first!r} is no row; give its number")
    return int(first) - 1


def _column(name: str, sheet: Any, used: Area) -> int:
    first = Area(used.column, used.row, used.end_column, used.row).of(sheet).getDataArray()[0]
    headers = [str(one).strip().casefold() for one in first]
    if headers.count(name.strip().casefold()) == 1:
        return used.column + headers.index(name.strip().casefold())
    if name.isdecimal() and int(name) >= 1:
        return int(name) - 1
    if name.isalpha() and len(name) <= 2:
        return column_index(name)
    raise Refused(f"no column is headed {name!r}; the columns are {', '.join(map(repr, headers))}")


def _held(sheet: Any, area: Area) -> list[list[Any]]:
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


OPERATIONS: dict[str, Callable[..., Any]] = {
    "calc.change_sheets": change_sheets,
    "calc.change_lines": change_lines,
    "calc.sort_table": sort_table,
}
