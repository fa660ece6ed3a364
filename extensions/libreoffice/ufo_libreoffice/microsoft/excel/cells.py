"""Reads and writes cells of Excel: a range by one call, as a table of values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import Any

from ufo_libreoffice.microsoft.excel.sheets import Book, Cells, Rows, Sheet, cells_at, errors_of, one_cell
from ufo_libreoffice.microsoft.shown import Shown
from ufo_libreoffice.microsoft.values import CellError, OfficeError
from ufo_libreoffice.office.calc.cell_contents import as_text, date_texts, format_code, parsed_cell
from ufo_libreoffice.office.calc.numbers import Marks, Number, is_date_text, parse_number
from ufo_libreoffice.office.calc.ranges import (
    CELL,
    Area,
    find_sheet,
    parse_area,
    require_unprotected,
    split_known,
    split_sheet,
    used_area,
)
from ufo_libreoffice.office.refusals import Refused

_DECIMAL, _THOUSANDS = 3, 4
"""xlDecimalSeparator and xlThousandsSeparator of Application.International."""
_MOST_TEXTS, _MOST_TOLD, _MOST_HELD, _MOST = 1_000, 20, 400, 2_000
_READ_AS_MORE = ("=", "+", "-", "@", "'", "#")
"""What Excel reads more than a text in where a value begins with it."""
_UNSEEN = "#"


def read_cells(shown: Shown, cells: str, sheet_name: str | int, as_shown: bool) -> dict[str, Any]:
    """Return the values of a range, or of all filled cells, as `office.calc.cells.read_cells` does."""
    sheet = find_sheet(Book(shown), sheet_name)
    if not cells and used_area(sheet) is None:
        return {"sheet": sheet.Name, "range": "", "rows": [], "formulas": [], "mistyped": []}
    sheet, found = cells_at(shown, cells, sheet_name)
    left, top = found.area.column, found.area.row
    formulas = [
        (top + y, left + x, text) for y, line in enumerate(found.formulas()) for x, text in enumerate(line) if text
    ]
    return {
        "sheet": sheet.Name, "range": found.area.name, "rows": told(found, as_shown), "formulas": formulas,
        "mistyped": list(_mistyped(found, _marks(shown))),
    }  # fmt: skip


def told(cells: Cells, as_shown: bool) -> Rows:
    """Return the values as they are told: whole numbers as integers, days, switches and errors as the text shown, and with
    `as_shown` formatted numbers too.
    """
    rows = cells.values("Value")
    formatted = set(_formatted_columns(cells)) if as_shown else set[int]()
    places = [
        (y, x)
        for y, row in enumerate(rows)
        for x, value in enumerate(row)
        if isinstance(value, datetime) or x in formatted and isinstance(value, (int, float)) and value is not True
    ]
    texts = _texts(cells, places[:_MOST_TEXTS])
    return [[texts.get((y, x)) or _plain(value) for x, value in enumerate(row)] for y, row in enumerate(rows)]


def _texts(cells: Cells, places: Sequence[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """Return what cells show. A column that is too narrow shows signs alone, and what it holds is told."""
    found = {(y, x): str(cells.com("Cells", y + 1, x + 1).Text) for y, x in places}
    return {place: text for place, text in found.items() if text.strip(_UNSEEN)}


def _formatted_columns(cells: Cells) -> Iterator[int]:
    for column in range(cells.area.columns):
        if cells.com.Columns("Item", column + 1).NumberFormat != "General":
            yield column


def _plain(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, datetime):
        return value.isoformat(" ", "minutes").removesuffix(" 00:00")
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    return str(value) if isinstance(value, str) else value


def _mistyped(cells: Cells, marks: Marks) -> Iterator[str]:
    """Yield the cells that hold as a text what others of their column hold as a number or a day."""
    for x, column in enumerate(zip(*cells.values(), strict=True)):
        if not any(isinstance(value, float) for value in column):
            continue
        # At the top may stand a header, a year.
        for y, value in enumerate(column[1:], 1):
            is_text = isinstance(value, str) and not isinstance(value, CellError)
            if is_text and (is_date_text(value) or parse_number(value, marks) is not None):
                at = (cells.area.column + x, cells.area.row + y)
                yield Area(*at, *at).name


def _marks(shown: Shown) -> Marks:
    return Marks(*(str(shown.application("International", mark)) for mark in (_DECIMAL, _THOUSANDS)))


def _first_day(shown: Shown) -> date:
    return date(1904, 1, 1) if shown.document.Date1904 else date(1899, 12, 30)


def put_rows(shown: Shown, target: Cells, rows: Sequence[Sequence[Any]]) -> tuple[list[list[Number | str]], bool]:
    """Write values into the range, whose size they have, by one call, with the formats that they need. Return them as they were
    understood, and whether they read back.
    """
    marks, first = _marks(shown), _first_day(shown)
    parsed = [[parsed_cell(value, marks, first) for value in row] for row in rows]
    for x in range(target.area.columns):
        if target.com.Columns("Item", x + 1).NumberFormat == "@":
            # A cell whose format is text takes what is written as one: "0042" keeps its zeros.
            for parsed_row, row in zip(parsed, rows, strict=True):
                parsed_row[x] = as_text(row[x], marks, first)
    wanted = [[_value(cell) for cell in line] for line in parsed]
    target.com.Value2 = tuple(tuple(_guarded(value) for value in line) for line in wanted)
    _repair(target, wanted)
    _format(target, parsed)
    return parsed, target.values() == wanted


def _value(cell: Number | str) -> Any:
    if isinstance(cell, Number):
        return bool(cell.value) if cell.logical else cell.value
    return cell or None


def _guarded(value: Any) -> Any:
    """Return a value as it is handed to Excel, which reads numbers, days and formulas in texts: a mark before it keeps the text
    a text, and does not become part of it.
    """
    if (
        isinstance(value, str)
        and not isinstance(value, CellError)
        and (value[0] in _READ_AS_MORE or any(map(str.isdigit, value)))
    ):
        return f"'{value}"
    return value


def _repair(target: Cells, wanted: Rows) -> None:
    """Write again what Excel took for something else, such as a month's name of its language."""
    for y, (found, line) in enumerate(zip(target.values(), wanted, strict=True)):
        for x, (got, value) in enumerate(zip(found, line, strict=True)):
            if isinstance(value, str) and got != value:
                target.com("Cells", y + 1, x + 1).Value2 = f"'{value}"


def _format(target: Cells, parsed: Sequence[Sequence[Number | str]]) -> None:
    """Set the formats, with one call for each run of equal ones down a column. A cell that shows days keeps its format."""
    for x in range(target.area.columns):
        start = 0
        for code, run in groupby(format_code(row[x]) for row in parsed):
            length = len(list(run))
            if code and code != "BOOLEAN":
                first, last = target.com("Cells", start + 1, x + 1), target.com("Cells", start + length, x + 1)
                part = target.com.Worksheet("Range", first, last)
                if part.NumberFormat in ("General", None) or not code.startswith("YYYY"):
                    part.NumberFormat = code.lower() if code.startswith("YYYY") else code
            start += length


def insert_table(shown: Shown, table: Sequence[Sequence[Any]], at: str, sheet_name: str | int) -> dict[str, Any]:
    """Write a table, whose first cell is `at`. Nothing in it is run as a formula."""
    sheet, corner = one_cell(shown, at, sheet_name)
    width = max((len(line) for line in table), default=0)
    if not width:
        raise Refused("the table is empty; give at least one row with one cell")
    area = Area(corner.column, corner.row, corner.column + width - 1, corner.row + len(table) - 1)
    target = area.of(sheet)
    replaced = sum(value is not None for line in target.values() for value in line)
    parsed, equal = put_rows(shown, target, [[*line, *[None] * (width - len(line))] for line in table])
    return {
        "sheet": sheet.Name, "range": area.name, "rows": area.rows, "columns": width,
        "numbers": sum(isinstance(cell, Number) for line in parsed for cell in line), "replaced": replaced,
        "dates": date_texts(parsed), "equal": equal,
    }  # fmt: skip


def write_cells(shown: Shown, cells: Mapping[str, Any], blanks: bool, sheet_name: str | int) -> dict[str, Any]:
    """Write each cell's or range's own content, or with `blanks` into their empty cells alone. A formula is that of the first
    cell of a range; in the others its references move along.
    """
    if len(cells) > _MOST:
        raise Refused(f"{len(cells):,} single cells at once are too many; write blocks with write_table")
    if blanks:
        if len(cells) > 1:
            raise Refused("give one range whose empty cells are meant")
        return _fill_blanks(shown, *next(iter(cells.items())), sheet_name)
    placed = [(*_meant(shown, name, sheet_name), content) for name, content in cells.items()]
    before = sum(value is not None for _, target, _ in placed for line in target.values() for value in line)
    equal = [_fill(shown, target, content) for _, target, content in placed]
    errors = [error for _, target, _ in placed for error in errors_of(target)]
    sheet, first, _ = placed[0]
    shows = {target.area.name: _text(target) for _, target, _ in placed[:_MOST_TOLD]}
    value: dict[str, Any] = {
        "sheet": sheet.Name, "count": sum(target.area.rows * target.area.columns for _, target, _ in placed), "shown": shows,
        "replaced": before, "dates": date_texts([list(cells.values())]), "equal": all(equal),
        "doubt": f"formulas give errors: {', '.join(errors[:_MOST_TOLD])}" if errors else "",
        "holds": [fact for place, target, _ in placed[:_MOST_TOLD] for fact in held_by(place, target)],
    }  # fmt: skip
    if len(placed) == 1 and first.area.rows * first.area.columns == 1:
        shown_text = shows[first.area.name]
        value |= {"cell": first.area.name, "shown": shown_text, "value": told(first, as_shown=False)[0][0]}
        return value | {"said": f"{sheet.Name}.{first.area.name} shows {shown_text!r}"}
    replaced = f"; {before} filled cells were replaced" if before else ""
    return value | {"said": f"{value['count']} cells of {sheet.Name} read back as given{replaced}"}


def _meant(shown: Shown, name: str, sheet_name: str | int) -> tuple[Sheet, Cells]:
    if CELL.fullmatch(split_known(Book(shown), name)[1].strip()):
        sheet, area = one_cell(shown, name, sheet_name)
        return sheet, area.of(sheet)
    return cells_at(shown, name, sheet_name, change=True)


def _fill(shown: Shown, target: Cells, content: Any) -> bool:
    if not (isinstance(content, str) and content.startswith("=") and len(content) > 1):
        return put_rows(shown, target, [[content] * target.area.columns] * target.area.rows)[1]
    try:
        target.com.Formula = content
    except OfficeError as error:
        raise Refused(
            f"{content!r} is not a formula that Excel takes ({error}); write functions in English, with commas between arguments"
        ) from error
    return all(all(line) for line in target.formulas())


def _text(target: Cells) -> str:
    return str(target.com("Cells", 1, 1).Text)


def held_by(sheet: Sheet, target: Cells) -> list[dict[str, Any]]:
    """Return the conditions that state what the cells show, of many the first ones, and the first cell's formula."""
    if target.area.rows * target.area.columns > _MOST_HELD:
        return []
    start = target.area.name.partition(":")[0]
    texts = [[str(value) for value in line] for line in told(target, as_shown=True)]
    held: list[dict[str, Any]] = [{"sheet": sheet.Name, "start": start, "cells": texts}] if any(map(any, texts)) else []
    formula = target.formulas()[0][0]
    return held + ([{"sheet": sheet.Name, "start": start, "property": "formula", "value": formula}] if formula else [])


def _fill_blanks(shown: Shown, name: str, content: Any, sheet_name: str | int) -> dict[str, Any]:
    """Find the empty cells of a range, and fill them: `content` is a value, "above" or "below" for the next filled cell there;
    None only finds them.
    """
    sheet, target = cells_at(shown, name, sheet_name, change=content is not None)
    rows = target.values()
    empty = [(y, x) for y, line in enumerate(rows) for x, value in enumerate(line) if value is None]
    for y, x in empty if content is not None else ():
        filling = _beside(rows, y, x, content) if content in ("above", "below") else content
        if filling is not None:
            _fill(shown, _at(sheet, target, y, x), filling)
    left = sum(value is None for line in target.values() for value in line)
    names = [_at(sheet, target, y, x).area.name for y, x in empty[:_MOST_TOLD]]
    said = f"{len(empty)} cells of {sheet.Name}.{target.area.name} are empty"
    return {
        "sheet": sheet.Name, "range": target.area.name, "blanks": names, "count": len(empty), "left": left,
        "equal": content is None or left < len(empty) or not empty,
        "said": said if content is None else f"{said.replace(' are ', ' were ')}, {left} left",
    }  # fmt: skip


def _beside(rows: Rows, y: int, x: int, side: str) -> Any:
    others = reversed(rows[:y]) if side == "above" else iter(rows[y + 1 :])
    return next((row[x] for row in others if row[x] is not None), None)


def _at(sheet: Sheet, target: Cells, y: int, x: int) -> Cells:
    return sheet.getCellByPosition(target.area.column + x, target.area.row + y)


def select_range(shown: Shown, cells: str, sheet_name: str | int) -> dict[str, Any]:
    sheet, found = cells_at(shown, cells, sheet_name)
    sheet.com("Activate")
    found.com("Select")
    selected = shown.window.RangeSelection
    is_there = (int(selected.Row), int(selected.Column), int(selected.Count)) == (
        found.area.row + 1, found.area.column + 1, found.area.rows * found.area.columns,
    )  # fmt: skip
    return {"sheet": sheet.Name, "range": found.area.name, "equal": is_there}


def copy_cells(shown: Shown, cells: str, to: str, from_file: str, values_only: bool) -> dict[str, Any]:
    """Copy a range with its formats to the place whose first cell is `to`; a sheet that is not there is added."""
    if from_file:
        raise Refused("cells of another file are not copied here; open it and read them, then write them as a table")
    sheet, taken = cells_at(shown, cells, "")
    shown.require_writable()
    book = Book(shown)
    prefix, address = split_known(book, to)
    name = prefix or split_sheet(to)[0]
    if name and name.casefold() not in (known.casefold() for known in book.document.Sheets.ElementNames):
        sheets = shown.document.Worksheets
        sheets("Add", None, sheets("Item", sheets.Count)).Name = name
    target_sheet = find_sheet(book, name)
    require_unprotected(target_sheet)
    corner = parse_area(address)
    area = Area(corner.column, corner.row, corner.column + taken.area.columns - 1, corner.row + taken.area.rows - 1)
    target = area.of(target_sheet)
    replaced = sum(value is not None for line in target.values() for value in line)
    values, formulas = taken.values(), sum(bool(text) for line in taken.formulas() for text in line)
    taken.com("Copy", target.com)
    if values_only:
        target.com.Value2 = tuple(tuple(_guarded(value) for value in line) for line in values)
    errors = errors_of(target)
    kept = sum(bool(text) for line in target.formulas() for text in line)
    return {
        "sheet": target_sheet.Name, "range": area.name, "rows": area.rows, "columns": area.columns, "replaced": replaced,
        "from": f"{sheet.Name}.{taken.area.name}", "formulas": 0 if values_only else formulas,
        "equal": target.values() == values if values_only or not formulas else kept == formulas,
        "holds": held_by(target_sheet, target), "doubt": ", ".join(errors[:_MOST_TOLD]),
    }  # fmt: skip
