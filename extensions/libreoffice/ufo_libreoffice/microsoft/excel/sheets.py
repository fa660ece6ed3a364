"""Sheets of Excel that answer to the names by which places in a sheet are found (`office/calc/ranges.py`, `named_places.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ufo_libreoffice.microsoft.shown import Shown
from ufo_libreoffice.microsoft.values import CellError, each
from ufo_libreoffice.office.calc.named_places import on_sheet
from ufo_libreoffice.office.calc.ranges import Area, column_index, parse_area, sheet_to_change, split_known
from ufo_libreoffice.office.refusals import Refused

Rows = list[list[Any]]


@dataclass(frozen=True)
class _Address:
    StartColumn: int
    StartRow: int
    EndColumn: int
    EndRow: int

    @property
    def RangeAddress(self) -> _Address:
        return self


@dataclass(frozen=True)
class _Found:
    RangeAddresses: list[_Address]


class Cells:
    """A rectangle of cells. `com`: Excel's Range."""

    def __init__(self, com: Any, area: Area) -> None:
        self.com = com
        self.area = area

    @property
    def RangeAddress(self) -> _Address:
        return _Address(self.area.column, self.area.row, self.area.end_column, self.area.end_row)

    def values(self, of: str = "Value2") -> Rows:
        """Return the cells of the range row by row, by one call; None for an empty one."""
        found = getattr(self.com, of)
        return [list(row) for row in found] if isinstance(found, tuple) else [[found]]

    def getDataArray(self) -> tuple[tuple[Any, ...], ...]:
        return tuple(tuple("" if value is None else value for value in row) for row in self.values())

    def getFormulaArray(self) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(str(value) for value in row) for row in self.formulas())

    def formulas(self) -> Rows:
        """Return each cell's formula; "" for a cell without one, also where its text begins with "="."""
        pairs = zip(self.values("Formula"), self.values(), strict=True)
        return [[text if _is_formula(text, value) else "" for text, value in zip(*line, strict=True)] for line in pairs]


def _is_formula(text: Any, value: Any) -> bool:
    return isinstance(text, str) and text[:1] == "=" and text != value


class Sheet:
    """`com`: Excel's Worksheet."""

    def __init__(self, com: Any) -> None:
        self.com = com

    @property
    def Name(self) -> str:
        return str(self.com.Name)

    @property
    def RangeAddress(self) -> _Address:
        return _Address(0, 0, int(self.com.Columns.Count) - 1, int(self.com.Rows.Count) - 1)

    def isProtected(self) -> bool:
        return bool(self.com.ProtectContents)

    def getCellRangeByPosition(self, column: int, row: int, end_column: int, end_row: int) -> Cells:
        area = Area(column, row, end_column, end_row)
        return Cells(self.com("Range", area.name), area)

    def getCellByPosition(self, column: int, row: int) -> Cells:
        return self.getCellRangeByPosition(column, row, column, row)

    def queryContentCells(self, _kinds: int) -> _Found:
        """Find what is filled: Excel's own used range also has cells that only have a look."""
        used = area_of(self.com.UsedRange)
        rows = used.of(self).getDataArray()
        lines = [at for at, row in enumerate(rows) if any(value != "" for value in row)]
        columns = [at for at, column in enumerate(zip(*rows, strict=True)) if any(value != "" for value in column)]
        if not lines:
            return _Found([])
        left, top = used.column, used.row
        return _Found([_Address(left + columns[0], top + lines[0], left + columns[-1], top + lines[-1])])

    def createCursorByRange(self, cell: Cells) -> Cursor:
        return Cursor(cell)


class Cursor:
    def __init__(self, cell: Cells) -> None:
        self._cell = cell
        self.RangeAddress = cell.RangeAddress

    def collapseToCurrentRegion(self) -> None:
        area = area_of(self._cell.com.CurrentRegion)
        self.RangeAddress = _Address(area.column, area.row, area.end_column, area.end_row)


def area_of(com: Any) -> Area:
    column, row = int(com.Column) - 1, int(com.Row) - 1
    return Area(column, row, column + int(com.Columns.Count) - 1, row + int(com.Rows.Count) - 1)


class Names:
    """The sheets of a workbook by their names and places."""

    def __init__(self, workbook: Any) -> None:
        self._sheets = workbook.Worksheets

    @property
    def ElementNames(self) -> list[str]:
        return [str(sheet.Name) for sheet in each(self._sheets)]

    def getByName(self, name: str) -> Sheet:
        return Sheet(self._sheets("Item", name))

    def getByIndex(self, place: int) -> Sheet:
        return Sheet(self._sheets("Item", place + 1))


@dataclass(frozen=True)
class _Workbook:
    Sheets: Names


@dataclass(frozen=True)
class _View:
    workbook: Any

    @property
    def ActiveSheet(self) -> Sheet:
        return Sheet(self.workbook.ActiveSheet)


class Book:
    """Implements `office.calc.ranges.Sheets` over a workbook."""

    def __init__(self, shown: Shown) -> None:
        shown.require("spreadsheet")
        self._shown = shown
        self.document = _Workbook(Names(shown.document))
        self.controller = _View(shown.document)

    def require(self, service: str, kind: str) -> None:
        self._shown.require(kind)

    def require_writable(self) -> None:
        self._shown.require_writable()


def cells_at(shown: Shown, text: str, sheet_name: str | int, *, change: bool = False) -> tuple[Sheet, Cells]:
    """Return the sheet and the cells that a text such as "Sheet2.A1:B5", "column B" or a header names."""
    sheet, area = on_sheet(Book(shown), text, sheet_name, change=change)
    return sheet, area.of(sheet)


def one_cell(shown: Shown, cell: str, sheet_name: str | int) -> tuple[Sheet, Area]:
    """Return the sheet and the one cell that a text such as "Sheet2.B3" names, to change it."""
    book = Book(shown)
    prefix, address = split_known(book, cell)
    sheet, area = sheet_to_change(book, prefix or sheet_name), parse_area(address)
    if area.rows * area.columns != 1:
        raise Refused(f"{cell!r} is a range; give one cell")
    return sheet, area


def errors_of(cells: Cells) -> list[str]:
    """Return the cells of the range that give an error, each with it: "B2 #DIV/0!"."""
    left, top = cells.area.column, cells.area.row
    return [
        f"{Area(left + x, top + y, left + x, top + y).name} {value}"
        for y, row in enumerate(cells.values())
        for x, value in enumerate(row)
        if isinstance(value, CellError)
    ]


def lines_of(sheet: Sheet, words: str) -> Any:
    """Return whole rows or columns of Excel: "3", "3:5", "B", "row 2", "column B:D"."""
    plain = words.strip().removeprefix("rows ").removeprefix("row ").removeprefix("columns ").removeprefix("column ")
    first, _, last = plain.partition(":")
    if first.isalpha():
        column_index(last or first)
    return sheet.com("Range", f"{first}:{last or first}")
