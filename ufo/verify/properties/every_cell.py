"""Works out which cells a condition about every cell means: whole columns, and of a range those that fit a comparison."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from ufo.errors import UnreadableDocument
from ufo.schema.cell_comparison import parse_comparison
from ufo.schema.patterns import regex
from ufo.verify.document_match import UNREAD
from ufo.verify.documents.model import Area, Cell, Sheet
from ufo.verify.documents.numbers import day_in, number_in
from ufo.verify.documents.references import area_name, column_number, parse_reference

_COLUMN = regex(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})?(?::\$?([A-Za-z]{1,3}))?")
_COMPARED: Mapping[str, Callable[[float, float], bool]] = MappingProxyType(
    {
        ">": float.__gt__,
        ">=": float.__ge__,
        "<": float.__lt__,
        "<=": float.__le__,
        "=": float.__eq__,
        "!=": float.__ne__,
    }
)


def areas_in(start: str, sheet: Sheet) -> tuple[Area, ...]:
    """Return the areas that a condition names. "B" and "B:C" are the filled cells of those columns, "B2:B" those from row 2 on.

    Return () where one of them is no range.
    """
    found: list[Area] = []
    for part in start.split(","):
        reference = parse_reference(part)
        area = reference.area if reference is not None else _columns(part.strip(), sheet)
        if area is None:
            return ()
        found.append(area)
    return tuple(found)


def _columns(text: str, sheet: Sheet) -> Area | None:
    match = _COLUMN.fullmatch(text)
    if match is None or (match[2] and not match[3]):
        return None
    columns = sorted(column_number(one) for one in (match[1], match[3] or match[1]))
    filled = [place for place, cell in sheet.cells.items() if cell.shown or cell.unread]
    rows = [row for row, column in filled if columns[0] <= column <= columns[1]]
    first = int(match[2]) - 1 if match[2] else min(rows, default=0)
    return Area(columns[0], first, columns[1], max([first, *rows]))


def fitting(areas: Iterable[Area], sheet: Sheet, where: str) -> tuple[str, ...]:
    """Return the names of the cells that fit the comparison. Raises UnreadableDocument for a text that is none."""
    fits = _comparison(where)
    return tuple(area_name(Area(column, row, column, row)) for row, column in _cells(areas) if fits(sheet, row, column))


def _cells(areas: Iterable[Area]) -> Iterator[tuple[int, int]]:
    for area in areas:
        for row in range(area.row, area.end_row + 1):
            for column in range(area.column, area.end_column + 1):
                yield row, column


def _comparison(where: str) -> Callable[[Sheet, int, int], bool]:
    wanted = parse_comparison(where)
    if wanted is None:
        raise UnreadableDocument(f'{where!r} is no comparison; write it like "> 100", "C = open" or "filled"')
    other = column_number(wanted.column) if wanted.column else None

    def fits(sheet: Sheet, row: int, column: int) -> bool:
        cell = sheet.cell(row, column if other is None else other)
        if cell.unread:
            raise UnreadableDocument(UNREAD)
        return _fits(cell, wanted.sign, wanted.operand)

    return fits


def _fits(cell: Cell, sign: str, operand: str) -> bool:
    if sign in ("filled", "empty"):
        return bool(cell.shown) is (sign == "filled")
    shown, wanted = cell.shown.strip().casefold(), operand.casefold()
    if sign == "contains":
        return wanted in shown
    pair = _numbers(cell, operand)
    if pair is not None:
        return _COMPARED[sign](*pair)
    return sign in ("=", "!=") and (shown == wanted) is (sign == "=")


def _numbers(cell: Cell, operand: str) -> tuple[float, float] | None:
    """Return the cell's number or day beside the one that it is compared with, or None where they are not of one kind."""
    number = number_in(operand)
    if number is not None:
        value = cell.value if cell.value is not None else number_in(cell.shown)
        return (float(value), number) if value is not None else None
    day = day_in(operand)
    own = day_in(cell.day or cell.shown)
    return (float(own.toordinal()), float(day.toordinal())) if day is not None and own is not None else None
