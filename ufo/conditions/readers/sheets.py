"""Reads properties of the cells and charts in any spreadsheet, and works out which cells a condition means."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar

from ufo.conditions.readers.model import Area, Cell, Chart, Reference, Sheet
from ufo.conditions.readers.numbers import day_in, number_in
from ufo.conditions.readers.query import Asked, Reader, Reading, tell
from ufo.conditions.readers.references import area_name, column_number, parse_reference
from ufo.errors import UnreadableDocument
from ufo.schema.cell_comparison import parse_comparison
from ufo.schema.patterns import regex
from ufo.schema.property_values import formula_plain

T = TypeVar("T")
UNREAD = "this file keeps formulas without their results; compare the formula, or open it and save it as .ods or .xlsx"
_MOST_CELLS = 20_000
_COLUMN = regex(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})?(?::\$?([A-Za-z]{1,3}))?")
COMPARED: Mapping[str, Callable[[float, float], bool]] = MappingProxyType(
    {
        ">": float.__gt__, ">=": float.__ge__, "<": float.__lt__, "<=": float.__le__, "=": float.__eq__, "!=": float.__ne__,
    }
)  # fmt: skip


def named_sheet(sheets: Iterable[T], wanted: str, name: Callable[[T], str], whose: str = "it") -> T:
    """Return the sheet of that name, in any case, or the first one for "". Raises UnreadableDocument."""
    found = next((sheet for sheet in sheets if not wanted or name(sheet).casefold() == wanted.casefold()), None)
    if found is None:
        raise UnreadableDocument(f"{whose} has no sheet {wanted!r}")
    return found


def sheet_of(sheets: Sequence[Sheet], asked: Asked) -> Sheet:
    return named_sheet(sheets, asked.sheet, lambda sheet: sheet.name)


def cell_area(row: int, column: int) -> Area:
    return Area(column, row, column, row)


def cells_in(areas: Iterable[Area]) -> Iterator[tuple[int, int]]:
    """Iterate over the row and column of each cell."""
    for area in areas:
        for row in range(area.row, area.end_row + 1):
            for column in range(area.column, area.end_column + 1):
                yield row, column


def places(asked: Asked) -> Iterator[tuple[int, int, str]]:
    """Iterate over the row, column and name of each cell asked for. Raises UnreadableDocument for more than are read."""
    areas = asked.areas()
    if sum((area.end_row - area.row + 1) * (area.end_column - area.column + 1) for area in areas) > _MOST_CELLS:
        raise UnreadableDocument(f"more than {_MOST_CELLS:,} cells are not read; name a smaller range")
    for row, column in cells_in(areas):
        yield row, column, area_name(cell_area(row, column))


def _read(sheet: Sheet, row: int, column: int) -> Cell:
    """Return the cell. Raises UnreadableDocument where the file does not have what it shows."""
    cell = sheet.cell(row, column)
    if cell.unread:
        raise UnreadableDocument(UNREAD)
    return cell


def kinds(sheet: Sheet, asked: Asked) -> Iterator[Reading]:
    for row, column, name in places(asked):
        yield Reading(_read(sheet, row, column).kind or "empty", name)


def texts(sheet: Sheet, asked: Asked) -> Iterator[Reading]:
    for row, column, name in places(asked):
        yield Reading(_read(sheet, row, column).shown, name)


def formulas(sheet: Sheet, asked: Asked) -> Iterator[Reading]:
    for row, column, name in places(asked):
        formula = sheet.cell(row, column).formula
        yield Reading(formula_plain(formula) if formula else "no formula", name)


def order(sheet: Sheet, asked: Asked) -> list[Reading]:
    """Read the order of one column or one row. Numbers and dates compare by value, texts without case and accents; empty cells
    at the end do not count. Raises UnreadableDocument where the cells have no order.
    """
    areas = asked.areas()
    area = areas[0]
    if len(areas) > 1 or (area.row != area.end_row and area.column != area.end_column):
        raise UnreadableDocument("the order is that of one column or one row; name its cells")
    cells = [_read(sheet, row, column) for row, column, _ in places(asked)]
    while cells and not cells[-1].shown:
        cells.pop()
    if len(cells) < 2:
        raise UnreadableDocument("fewer than two cells are filled there, so they have no order")
    keys = [order_key(cell) for cell in cells]
    up = all(first <= second for first, second in zip(keys, keys[1:], strict=False))
    down = all(first >= second for first, second in zip(keys, keys[1:], strict=False))
    if up and down:
        raise UnreadableDocument(f"all cells of {asked.start} show the same, so they have no order")
    return tell("ascending" if up else "descending" if down else "neither ascending nor descending")


def order_key(cell: Cell) -> tuple[int, float, str]:
    """Return a sort key: numbers come before dates and dates before texts."""
    if cell.value is not None:
        return 0, cell.value, ""
    day = cell.day or (found.isoformat() if cell.kind in ("", "date") and (found := day_in(cell.shown)) else "")
    if day:
        return 1, 0.0, day
    letters = unicodedata.normalize("NFKD", cell.shown.casefold())
    return 2, 0.0, "".join(letter for letter in letters if not unicodedata.combining(letter))


def row_count(sheet: Sheet, asked: Asked) -> list[Reading]:
    """Count the rows up to the last one that shows something or has a formula."""
    return tell(max((row + 1 for (row, _), cell in sheet.cells.items() if cell.shown or cell.formula), default=0))


def by_area(told: Callable[[Any, Asked], Callable[[Area], str]]) -> Reader:
    """Return a reader of one value a range that a condition names: what `told(file, asked)` returns tells it."""

    def read(file: Any, asked: Asked) -> Iterator[Reading]:
        tells = told(file, asked)
        return (Reading(tells(area), area_name(area)) for area in asked.areas())

    return read


def range_name(reference: Reference) -> str:
    return f"{reference.sheet}.{area_name(reference.area)}" if reference.sheet else area_name(reference.area)


def of_charts(charts: Callable[[Any], Sequence[Chart]], told: Callable[[Chart], object]) -> Reader:
    """Return a reader of something of each chart of a sheet, divided by " | ". `charts(file)` returns those of all sheets."""

    def read(file: Any, asked: Asked) -> list[Reading]:
        found = _on(charts(file), asked)
        return tell(" | ".join(str(told(chart)) for chart in found)) if found else []

    return read


def chart_count(charts: Callable[[Any], Sequence[Chart]]) -> Reader:
    return lambda file, asked: tell(len(_on(charts(file), asked)))


def _on(charts: Sequence[Chart], asked: Asked) -> list[Chart]:
    return [chart for chart in charts if not asked.sheet or chart.sheet.casefold() == asked.sheet.casefold()]


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
    columns = sorted(column_number(letters) for letters in (match[1], match[3] or match[1]))
    filled = [place for place, cell in sheet.cells.items() if cell.shown or cell.unread]
    rows = [row for row, column in filled if columns[0] <= column <= columns[1]]
    first = int(match[2]) - 1 if match[2] else min(rows, default=0)
    return Area(columns[0], first, columns[1], max([first, *rows]))


def fitting(areas: Iterable[Area], sheet: Sheet, where: str) -> tuple[str, ...]:
    """Return the names of the cells that fit the comparison. Raises UnreadableDocument for a text that is none."""
    wanted = parse_comparison(where)
    if wanted is None:
        raise UnreadableDocument(f'{where!r} is no comparison; write it like "> 100", "C = open" or "filled"')
    other = column_number(wanted.column) if wanted.column else None

    def fits(row: int, column: int) -> bool:
        return _fits(_read(sheet, row, column if other is None else other), wanted.sign, wanted.operand)

    return tuple(area_name(cell_area(row, column)) for row, column in cells_in(areas) if fits(row, column))


def _fits(cell: Cell, sign: str, operand: str) -> bool:
    if sign in ("filled", "empty"):
        return bool(cell.shown) is (sign == "filled")
    shown, wanted = cell.shown.strip().casefold(), operand.casefold()
    if sign == "contains":
        return wanted in shown
    pair = _numbers(cell, operand)
    if pair is not None:
        return COMPARED[sign](*pair)
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


def is_mistyped(cell: Cell) -> bool:
    """Tell whether the cell stores as text what looks like a number or a date."""
    return cell.kind == "text" and (number_in(cell.shown) is not None or day_in(cell.shown) is not None)
