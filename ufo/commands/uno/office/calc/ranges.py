"""Sheets, ranges and used areas of a Calc document. Rows and columns are counted from 0 here, as UNO does."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import Any

from ..api import Refused, struct
from ..connection import Shown

MAX_CELLS = 2_500_000
_CONTENTS = 1 | 2 | 4 | 16
"""com.sun.star.sheet.CellFlags: VALUE, DATETIME, STRING and FORMULA."""
_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


@dataclass(frozen=True)
class Area:
    """A rectangle of cells; both corners belong to it."""

    column: int
    row: int
    end_column: int
    end_row: int

    @property
    def name(self) -> str:
        start = f"{column_name(self.column)}{self.row + 1}"
        end = f"{column_name(self.end_column)}{self.end_row + 1}"
        return start if start == end else f"{start}:{end}"

    @property
    def rows(self) -> int:
        return self.end_row - self.row + 1

    @property
    def columns(self) -> int:
        return self.end_column - self.column + 1

    def of(self, sheet: Any) -> Any:
        limits = sheet.RangeAddress
        if self.end_column > limits.EndColumn or self.end_row > limits.EndRow:
            raise Refused(f"{self.name} reaches beyond the sheet; start further up or to the left")
        if self.rows * self.columns > MAX_CELLS:
            raise Refused(f"{self.name} has more than {MAX_CELLS:,} cells; take a smaller range")
        return sheet.getCellRangeByPosition(self.column, self.row, self.end_column, self.end_row)


def column_name(index: int) -> str:
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def column_index(column: int | str) -> int:
    """Return the column's index from 0, given its number from 1 or its letter."""
    if isinstance(column, str) and column.strip().isalpha():
        index = 0
        for letter in column.strip().upper():
            index = index * 26 + ord(letter) - ord("A") + 1
        return index - 1
    return int(column) - 1


def split_sheet(address: str) -> tuple[str, str]:
    """Split "Sheet2.B3", "$Sheet2.B3" or "'My sheet'!B3" into the sheet's name and the cell or range: ("Sheet2", "B3")."""
    found = re.fullmatch(r"(?:\$?(?:'((?:[^']|'')+)'|([^'!]+?))[.!])?([^.!]+)", address.strip())
    if found is None:
        raise Refused(f"{address!r} is not a cell or range; write it like B3 or A1:C5")
    return (found[1] or found[2] or "").replace("''", "'"), found[3]


def parse_area(text: str) -> Area:
    corners = [_CELL.fullmatch(part.strip()) for part in text.split(":")]
    if len(corners) > 2 or not all(corners):
        raise Refused(f"{text!r} is not a cell or range; write it like B3 or A1:C5")
    places = [(column_index(c[1]), int(c[2]) - 1) for c in corners if c]
    columns, rows = sorted(place[0] for place in places), sorted(place[1] for place in places)
    if rows[0] < 0:
        raise Refused(f"{text!r}: rows are counted from 1")
    return Area(columns[0], rows[0], columns[-1], rows[-1])


def find_sheet(shown: Shown, name: str | int) -> Any:
    """Return the sheet with that name (ignoring case) or that number from 1, or for "" the sheet in view. Raises Refused."""
    shown.require("sheet.SpreadsheetDocument", "spreadsheet")
    sheets = shown.document.Sheets
    if name == "":
        return shown.controller.ActiveSheet
    names = list(sheets.ElementNames)
    match = [known for known in names if known == name] or [
        known for known in names if known.casefold() == str(name).casefold()
    ]
    if match:
        return sheets.getByName(match[0])
    number = int(name) if isinstance(name, int) or str(name).isdecimal() else 0
    if 1 <= number <= len(names):
        return sheets.getByIndex(number - 1)
    near = difflib.get_close_matches(str(name), names, 1, 0.5)
    meant = f"did you mean {near[0]!r}? The" if near else "the"
    raise Refused(f"there is no sheet {name!r}; {meant} sheets are {', '.join(map(repr, names))}")


def sheet_to_change(shown: Shown, name: str | int) -> Any:
    """Return the sheet as `find_sheet` does. Raises Refused where the document or the sheet must not be changed."""
    sheet = find_sheet(shown, name)
    shown.require_writable()
    require_unprotected(sheet)
    return sheet


def require_unprotected(sheet: Any) -> None:
    if sheet.isProtected():
        raise Refused(f"sheet {sheet.Name!r} is protected; take its protection off (Tools, Protect Sheet) first")


def used_area(sheet: Any) -> Area | None:
    """Return the area that has contents, ignoring formats. None for an empty sheet."""
    found = sheet.queryContentCells(_CONTENTS).RangeAddresses
    if not found:
        return None
    return Area(
        min(one.StartColumn for one in found), min(one.StartRow for one in found),
        max(one.EndColumn for one in found), max(one.EndRow for one in found),
    )  # fmt: skip


def require_used(sheet: Any) -> Area:
    area = used_area(sheet)
    if area is None:
        raise Refused(f"sheet {sheet.Name!r} is empty; put data in it first")
    return area


def area_from_numbers(sheet: Any, start_row: int, start_col: int | str, end_row: int, end_col: int | str) -> Area:
    """Return the area between rows and columns counted from 1; an end of -1 is the last used one."""
    column, row = column_index(start_col), start_row - 1
    last = used_area(sheet) if -1 in (end_row, end_col) else None
    end_column = (last.end_column if last else column) if end_col == -1 else column_index(end_col)
    end = (last.end_row if last else row) if end_row == -1 else end_row - 1
    if row < 0 or column < 0 or end < row or end_column < column:
        raise Refused(
            f"rows {start_row} to {end_row} and columns {start_col} to {end_col} are not a range; count from 1, end after start"
        )
    return Area(column, row, end_column, end)


_LINES = re.compile(r"(?:(row|column)s? )?\$?([A-Za-z]{1,3}|[0-9]{1,7})(?::\$?([A-Za-z]{1,3}|[0-9]{1,7}))?")
_OPEN = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7}):\$?([A-Za-z]{1,3})")


def place_in(sheet: Any, text: str) -> Area:
    """Return the area that a text names: "A1:C5"; "B", "B:D", "2", "2:5", "row 1" or "column B" as far as the sheet is filled;
    "B2:B" from row 2 to the last filled one; "" for all filled cells; a header for the cells below it. Raises Refused.
    """
    plain = text.strip()
    if plain and all(_CELL.fullmatch(part.strip()) for part in plain.split(":")):
        return parse_area(plain)
    used = require_used(sheet)
    if not plain:
        return used
    below = _below_header(sheet, used, plain)
    if below is not None:
        return below
    if found := _OPEN.fullmatch(plain):
        columns = sorted((column_index(found[1]), column_index(found[3])))
        return Area(columns[0], int(found[2]) - 1, columns[1], max(used.end_row, int(found[2]) - 1))
    lines = _LINES.fullmatch(plain)
    ends = [one for one in (lines[2], lines[3] or lines[2]) if one] if lines else []
    if ends and all(one.isdecimal() for one in ends) and "0" not in ends:
        rows = sorted(int(one) - 1 for one in ends)
        return Area(used.column, rows[0], used.end_column, rows[1])
    if ends and all(one.isalpha() for one in ends):
        columns = sorted(column_index(one) for one in ends)
        return Area(columns[0], used.row, columns[1], used.end_row)
    raise Refused(f"{text!r} is not a range; write it like A1:C5, B2:B, column B, row 1, or a column's header")


def _below_header(sheet: Any, used: Area, name: str) -> Area | None:
    first = Area(used.column, used.row, used.end_column, used.row).of(sheet).getDataArray()[0]
    headers = [str(one).strip().casefold() for one in first]
    if headers.count(name.casefold()) != 1 or used.end_row == used.row:
        return None
    column = used.column + headers.index(name.casefold())
    return Area(column, used.row + 1, column, used.end_row)


def on_sheet(shown: Shown, text: str, sheet_name: str | int, *, change: bool = False) -> tuple[Any, Area]:
    """Return the sheet and the area that a text such as "Sheet2.A1:B5" names. `change`: the sheet must be one that may be
    changed.
    """
    prefix, address = split_sheet(text) if ":" in text or _LAST.search(text) else ("", text)
    chosen = prefix or sheet_name
    sheet = sheet_to_change(shown, chosen) if change else find_sheet(shown, chosen)
    return sheet, place_in(sheet, address)


_LAST = re.compile(r"[.!]\$?[A-Za-z]{1,3}\$?[0-9]{1,7}$")


def column_in(sheet: Any, area: Area, name: str) -> int:
    """Return the index, from 0 at the left of the area, of the column with that header in the area's first row, or that letter.
    Raises Refused.
    """
    first = Area(area.column, area.row, area.end_column, area.row).of(sheet).getDataArray()[0]
    headers = [str(one).strip() for one in first]
    folded = [one.casefold() for one in headers]
    if folded.count(name.strip().casefold()) == 1:
        return folded.index(name.strip().casefold())
    if name.strip().isalpha() and len(name.strip()) <= 3 and area.column <= column_index(name) <= area.end_column:
        return column_index(name) - area.column
    near = difflib.get_close_matches(name, headers, 1, 0.5)
    meant = f"did you mean {near[0]!r}? The" if near else "the"
    raise Refused(f"no column of {area.name} is headed {name!r}; {meant} columns are {', '.join(map(repr, headers))}")


def address_of(sheet: Any, area: Area) -> Any:
    return struct(
        "table.CellRangeAddress", Sheet=sheet.RangeAddress.Sheet, StartColumn=area.column, StartRow=area.row,
        EndColumn=area.end_column, EndRow=area.end_row,
    )  # fmt: skip


def absolute(sheet: Any, area: Area) -> str:
    """Return the area as formulas and names refer to it: $'My sheet'.$A$1:$B$5."""
    name = "'" + sheet.Name.replace("'", "''") + "'"
    corners = [(area.column, area.row), (area.end_column, area.end_row)]
    return f"${name}." + ":".join(f"${column_name(x)}${y + 1}" for x, y in corners)
