"""Reads and writes whole ranges of cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from ..api import items
from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .addresses import address_of
from .cell_contents import as_text, date_texts, is_code, parsed_cell, values_in
from .named_places import on_sheet
from .number_formats import apply_formats, continue_format_of_formulas, continue_formats
from .numbers import Marks, Number, is_date_text, parse_number
from .ranges import Area, area_at, find_sheet, parse_area, sheet_to_change, split_known, used_area
from .sheet_texts import MANY, put_values, shown_texts
from .written_formulas import write_formula

_NO_NUMBER = 2 | 4 | 1024
"""com.sun.star.util.NumberFormat.DATE, TIME and LOGICAL."""
_FORMULAS = 16
"""com.sun.star.sheet.CellFlags.FORMULA."""
_TEXT = 256
"""com.sun.star.util.NumberFormat.TEXT."""


def read_cells(shown: Shown, cells: str, sheet_name: str | int, as_shown: bool) -> dict[str, Any]:
    """Return the values of a range, or of all filled cells; formatted numbers `as_shown` too. `formulas`: each as its row and
    column, from 0 in the sheet, and its text. `mistyped`: the names of cells that hold as a text what others of their column hold
    as a number or a day.
    """
    if not cells and used_area(find_sheet(shown, sheet_name)) is None:
        return {"sheet": find_sheet(shown, sheet_name).Name, "range": "", "rows": [], "formulas": [], "mistyped": []}
    sheet, area = on_sheet(shown, cells, sheet_name)
    return {
        "sheet": sheet.Name, "range": area.name, "rows": values_of(shown, sheet, area, as_shown),
        "formulas": list(_formulas(sheet, area)), "mistyped": list(_mistyped(shown, sheet, area)),
    }  # fmt: skip


def _mistyped(shown: Shown, sheet: Any, area: Area) -> Iterator[str]:
    marks, data = locale_marks(shown), area.of(sheet).getDataArray()
    for at, column in enumerate(zip(*data, strict=True)):
        if not any(isinstance(value, float) for value in column):
            continue
        # At the top may stand a header, a year.
        for row, value in enumerate(column[1:], 1):
            if isinstance(value, str) and (is_date_text(value) or parse_number(value, marks) is not None):
                yield Area(area.column + at, area.row + row, area.column + at, area.row + row).name


def _formulas(sheet: Any, area: Area) -> Iterator[tuple[int, int, str]]:
    for found in area.of(sheet).queryContentCells(_FORMULAS).RangeAddresses:
        block = area_at(found)
        for row, line in enumerate(block.of(sheet).getFormulaArray(), block.row):
            yield from ((row, column, text) for column, text in enumerate(line, block.column))


def values_of(shown: Shown, sheet: Any, area: Area, as_shown: bool) -> list[list[Any]]:
    """Return the cells' values: numbers as numbers, whole ones as integers. Dates, times, true and false are always returned as
    the text shown, and with `as_shown` formatted numbers are too.
    """
    cells = area.of(sheet)
    data = cells.getDataArray()
    # A formula that results in an error has no value; its text shows the error.
    rows = [
        [_plain(value) if value is not None else cells.getCellByPosition(x, y).String for x, value in enumerate(row)]
        for y, row in enumerate(data)
    ]
    formats = shown.document.NumberFormats
    places = [
        (row - area.row, column)
        for column in range(area.columns)
        if any(isinstance(row[column], (int, float)) for row in rows)
        for first, last in _told_as_text(
            formats, cells.getCellRangeByPosition(column, 0, column, area.rows - 1), as_shown
        )
        for row in range(first, last + 1)
        if isinstance(rows[row - area.row][column], (int, float))
    ]
    texts = shown_texts(shown, sheet) if len(places) > MANY else None
    for row, column in places:
        rows[row][column] = _text_at(cells, texts, area, row, column)
    return rows


def _text_at(cells: Any, texts: list[list[str]] | None, area: Area, row: int, column: int) -> str:
    if texts is None:
        return str(cells.getCellByPosition(column, row).String)
    return texts[area.row + row][area.column + column]


def _told_as_text(formats: Any, column: Any, as_shown: bool) -> list[tuple[int, int]]:
    """Return the rows of a column, as spans from 0 at the top of the sheet, whose numbers are told as the text shown."""
    # A column with several formats reports only one of them.
    is_mixed = column.getPropertyState("NumberFormat").value == "AMBIGUOUS_VALUE"
    groups = column.getUniqueCellFormatRanges() if is_mixed else None
    same = items(groups) if groups is not None else [column]
    return [
        (address.StartRow, address.EndRow)
        for group in same
        if _is_text(formats.getByKey(group.NumberFormat), as_shown)
        for address in (group.RangeAddresses if is_mixed else (group.RangeAddress,))
    ]


def _is_text(number_format: Any, as_shown: bool) -> bool:
    plain = number_format.FormatString in ("General", "Standard")
    return bool(number_format.Type & _NO_NUMBER) or (as_shown and not plain)


def _plain(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    return value


def insert_table(shown: Shown, table: Sequence[Sequence[Any]], at: str, sheet_name: str | int) -> dict[str, Any]:
    """Write a table, whose first cell is `at`. Texts that are numbers become numbers, ISO dates become dates; a text that begins
    with "=" stays a text, so that data is never run.
    """
    sheet, corner = one_cell(shown, at, sheet_name)
    column, row, width = corner.column, corner.row, max((len(line) for line in table), default=0)
    if not width:
        raise Refused("the table is empty; give at least one row with one cell")
    area = Area(column, row, column + width - 1, row + len(table) - 1)
    cells = area.of(sheet)
    parsed = parsed_into(shown, cells, [[line[i] if i < len(line) else "" for i in range(width)] for line in table])
    data = values_in(parsed)
    replaced = sum(value != "" for line in cells.getDataArray() for value in line)
    with one_step(shown.document, "Insert table"):
        put_values(cells, data)
        continue_formats(shown.document, cells, parsed)
        apply_formats(shown.document, cells, parsed)
    equal = cells.getDataArray() == data
    numbers = sum(isinstance(cell, Number) for line in parsed for cell in line)
    return {
        "sheet": sheet.Name, "range": area.name, "rows": area.rows, "columns": width, "numbers": numbers,
        "replaced": replaced, "dates": date_texts(parsed), "equal": equal,
    }  # fmt: skip


def first_day(shown: Shown) -> date:
    """Return the day that the document counts as 0."""
    null = shown.document.NullDate
    return date(null.Year, null.Month, null.Day)


def parsed_into(shown: Shown, cells: Any, rows: Sequence[Sequence[Any]]) -> list[list[Number | str]]:
    """Parse what is to be written into the range, whose size it has. A cell whose format is text takes it as a text, as one that
    is typed into it: "0042" keeps its zeros, and no number or day is made of it. So does a cell among codes.
    """
    marks, first = locale_marks(shown), first_day(shown)
    parsed = [[parsed_cell(value, marks, first) for value in row] for row in rows]
    for row, column in (*_text_places(shown, cells), *_places_of_codes(cells, rows, parsed)):
        parsed[row][column] = as_text(rows[row][column], marks, first)
    return parsed


def _places_of_codes(
    cells: Any, rows: Sequence[Sequence[Any]], parsed: Sequence[Sequence[Number | str]]
) -> Iterator[tuple[int, int]]:
    """Yield the places of digits, given as texts, that would become numbers in a column of codes: rows of digits that are texts,
    as telephone numbers, and no number among them.
    """
    for column in range(len(rows[0])):
        digits = [
            at for at, line in enumerate(rows) if is_code(line[column]) and isinstance(parsed[at][column], Number)
        ]
        others = [line[column] for at, line in enumerate(parsed) if at not in set(digits)] if digits else []
        if digits and not any(isinstance(item, Number) for item in others) and _has_codes(cells, column, others):
            yield from ((row, column) for row in digits)


def _has_codes(cells: Any, column: int, others: Sequence[Any]) -> bool:
    """Tell whether codes and no numbers stand in a column beside what is written. The first row may hold its header, a year."""
    sheet, written = cells.Spreadsheet, cells.RangeAddress
    used, at = used_area(sheet), written.StartColumn + column
    if used is None or used.rows < 2 or not used.column <= at <= used.end_column:
        return any(map(is_code, others))
    below = Area(at, used.row + 1, at, used.end_row).of(sheet).getDataArray()
    kept = [item for row, (item,) in enumerate(below, used.row + 1) if not written.StartRow <= row <= written.EndRow]
    return not any(isinstance(item, float) for item in kept) and any(
        map(is_code, (*others, *(item for (item,) in below)))
    )


def _text_places(shown: Shown, cells: Any) -> Iterator[tuple[int, int]]:
    """Yield the places in the range whose format is text."""
    formats, whole = shown.document.NumberFormats, cells.RangeAddress
    groups = cells.getUniqueCellFormatRanges()
    for at in range(groups.getCount()):
        group = groups.getByIndex(at)
        if formats.getByKey(group.NumberFormat).Type & _TEXT:
            for block in group.RangeAddresses:
                rows = range(block.StartRow - whole.StartRow, block.EndRow - whole.StartRow + 1)
                columns = range(block.StartColumn - whole.StartColumn, block.EndColumn - whole.StartColumn + 1)
                yield from ((row, column) for row in rows for column in columns)


def locale_marks(shown: Shown) -> Marks:
    locale = shown.document.CharLocale
    item = shown.create("i18n.LocaleData").getLocaleItem(locale)
    return Marks(item.decimalSeparator, item.thousandSeparator)


def one_cell(shown: Shown, cell: str, sheet_name: str | int) -> tuple[Any, Area]:
    """Return the sheet and the one cell that a text such as "Sheet2.B3" names, to change it."""
    prefix, address = split_known(shown, cell)
    sheet, area = sheet_to_change(shown, prefix or sheet_name), parse_area(address)
    if area.rows * area.columns != 1:
        raise Refused(f"{cell!r} is a range; give one cell")
    return sheet, area


def write_content(shown: Shown, target: Any, content: Any) -> bool:
    if isinstance(content, str) and content.startswith("=") and len(content) > 1:
        write_formula(shown, target, content)
        continue_format_of_formulas(shown.document, target)
        return bool(target.getCellByPosition(0, 0).Formula.startswith("="))
    return write_rows(shown, target, [[content]])


def write_rows(shown: Shown, target: Any, rows: Sequence[Sequence[Any]]) -> bool:
    """Write values into the range, whose size they have, with the formats that they need, and tell whether they read back."""
    parsed = parsed_into(shown, target, rows)
    data = values_in(parsed)
    put_values(target, data)
    continue_formats(shown.document, target, parsed)
    apply_formats(shown.document, target, parsed)
    return bool(target.getDataArray() == data)


def select_range(shown: Shown, cells: str, sheet_name: str | int) -> dict[str, Any]:
    sheet, area = on_sheet(shown, cells, sheet_name)
    shown.controller.setActiveSheet(sheet)
    shown.controller.select(area.of(sheet))
    selected = shown.controller.getSelection()
    found = getattr(selected, "RangeAddress", None)
    return {"sheet": sheet.Name, "range": area.name, "equal": found == address_of(sheet, area)}
