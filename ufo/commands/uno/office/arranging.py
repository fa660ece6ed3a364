"""Sheets, rows and columns of a spreadsheet: added, renamed, taken away, sorted. What came of it is read back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .api import Refused, properties, sequence, struct
from .connection import Shown
from .sheets import Area, column_index, find_sheet, require_unprotected, require_used
from .undo import one_step

_MOST = 10_000
_MOST_TOLD = 2_000


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
    after = _held(sheet, Area(0, 0, max(width - 1, 0), max(len(expected) - 1, 0))) if expected and width else []
    told = expected if len(expected) * width <= _MOST_TOLD else []
    return {"sheet": sheet.Name, "rows": [[_text(one) for one in row] for row in told], "equal": after == expected}


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
    column = _column(by, sheet, used)
    before = _held(sheet, used)
    header = _has_header(before, by, column - used.column)
    field = struct("table.TableSortField", Field=column - used.column, IsAscending=not descending)
    area = used.of(sheet)
    with one_step(shown.document, "Sort"):
        area.sort(
            properties(SortFields=sequence("table.TableSortField", field), ContainsHeader=header, IsSortColumns=False)
        )
    after = _held(sheet, used)
    told = after if used.rows * used.columns <= _MOST_TOLD else []
    same = sorted(map(repr, before)) == sorted(map(repr, after))
    keys = [row[column - used.column] for row in after[header:]]
    return {
        "sheet": sheet.Name, "start": used.name.partition(":")[0], "rows": [[_text(one) for one in row] for row in told],
        "equal": same and _in_order(keys, descending),
    }  # fmt: skip


def _in_order(keys: Sequence[Any], descending: bool) -> bool:
    numbers = [one for one in keys if isinstance(one, float)]
    return numbers == sorted(numbers, reverse=descending)


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
    headers = [
        str(one).strip().casefold() for one in _held(sheet, Area(used.column, used.row, used.end_column, used.row))[0]
    ]
    if headers.count(name.strip().casefold()) == 1:
        return used.column + headers.index(name.strip().casefold())
    if name.isdecimal() and int(name) >= 1:
        return int(name) - 1
    if name.isalpha() and len(name) <= 2:
        return column_index(name)
    raise Refused(f"no column is headed {name!r}; the columns are {', '.join(map(repr, headers))}")


def _held(sheet: Any, area: Area) -> list[list[Any]]:
    return [list(row) for row in area.of(sheet).getDataArray()]


def _text(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else str(value)


OPERATIONS: dict[str, Callable[..., Any]] = {
    "calc.change_sheets": change_sheets,
    "calc.change_lines": change_lines,
    "calc.sort_table": sort_table,
}
