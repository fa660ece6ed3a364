"""Sheets, ranges and used areas of a Calc document. Rows and columns are counted from 0 here, as UNO does."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import Any, Protocol

from ..refusals import Refused

MAX_CELLS = 2_500_000
_CONTENTS = 1 | 2 | 4 | 16
"""com.sun.star.sheet.CellFlags: VALUE, DATETIME, STRING and FORMULA."""
CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


class Sheets(Protocol):
    """What is asked of a document in a window to find sheets: LibreOffice's, or another whose sheets answer to the same names."""

    @property
    def document(self) -> Any: ...

    @property
    def controller(self) -> Any: ...

    def require(self, service: str, kind: str) -> None: ...

    def require_writable(self) -> None: ...


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


def split_known(shown: Sheets, address: str) -> tuple[str, str]:
    """Split as `split_sheet` does, but take the name of a sheet that is there as it stands, with the marks that it may have."""
    plain = address.strip().removeprefix("$")
    for name in sorted(shown.document.Sheets.ElementNames, key=len, reverse=True):
        head, mark, rest = plain[: len(name)], plain[len(name) : len(name) + 1], plain[len(name) + 1 :]
        if head.casefold() == name.casefold() and mark in (".", "!") and rest:
            return str(name), rest
    return split_sheet(address)


def parse_area(text: str) -> Area:
    corners = [CELL.fullmatch(part.strip()) for part in text.split(":")]
    if len(corners) > 2 or not all(corners):
        raise Refused(f"{text!r} is not a cell or range; write it like B3 or A1:C5")
    places = [(column_index(c[1]), int(c[2]) - 1) for c in corners if c]
    columns, rows = sorted(place[0] for place in places), sorted(place[1] for place in places)
    if rows[0] < 0:
        raise Refused(f"{text!r}: rows are counted from 1")
    return Area(columns[0], rows[0], columns[-1], rows[-1])


def find_sheet(shown: Sheets, name: str | int) -> Any:
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


def sheet_to_change(shown: Sheets, name: str | int) -> Any:
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
        min(item.StartColumn for item in found), min(item.StartRow for item in found),
        max(item.EndColumn for item in found), max(item.EndRow for item in found),
    )  # fmt: skip


def require_used(sheet: Any) -> Area:
    area = used_area(sheet)
    if area is None:
        raise Refused(f"sheet {sheet.Name!r} is empty; put data in it first")
    return area


def area_at(address: Any) -> Area:
    """Return the area of a com.sun.star.table.CellRangeAddress."""
    return Area(address.StartColumn, address.StartRow, address.EndColumn, address.EndRow)


def absolute(sheet: Any, area: Area) -> str:
    """Return the area as formulas and names refer to it: $'My sheet'.$A$1:$B$5."""
    name = "'" + sheet.Name.replace("'", "''") + "'"
    corners = [(area.column, area.row), (area.end_column, area.end_row)]
    return f"${name}." + ":".join(f"${column_name(x)}${y + 1}" for x, y in corners)
