"""Turns texts in cells into dates and numbers, and divides them into columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .cell_contents import values_in
from .cells import first_day, locale_marks, parsed_into
from .named_places import on_sheet
from .number_formats import apply_formats, format_key
from .numbers import Marks, parse_number
from .ranges import Area
from .sheet_texts import MANY, put_values, shown_texts

_DATE = re.compile(r"(\d{1,4})([-./ ])(\d{1,2}|[A-Za-z]{3,9})\.?\2? ?(\d{1,4})")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SHOWN = {"MDY": "MM/DD/YYYY", "DMY": "DD.MM.YYYY", "YMD": "YYYY-MM-DD"}
_MOST_TOLD = 10


def convert_texts(shown: Shown, cells: str, to: str, order: str, code: str, sheet_name: str | int) -> dict[str, Any]:
    """Turn the texts of a range into real dates or numbers, or values into texts. `order`: of a date's parts, "" is told from
    the dates themselves. In the result, `left` are the first texts that are none.
    """
    sheet, area = on_sheet(shown, cells, sheet_name, change=True)
    target = area.of(sheet)
    before = target.getDataArray()
    texts = [value for line in before for value in line if isinstance(value, str) and value.strip()]
    if target.queryFormulaCells(7).RangeAddresses:
        raise Refused(f"{area.name} holds formulas, whose results cannot be converted; give a range of values")
    if to == "text":
        return _to_text(shown, sheet, area)
    if not texts:
        return _converted_before(shown, sheet, area, to, code)
    parts = order or (_order_of(texts) if to == "date" else "")
    parse = _dates(parts, first_day(shown)) if to == "date" else _numbers(locale_marks(shown))
    after = tuple(tuple(_parsed(value, parse) for value in line) for line in before)
    left = [str(now) for line in after for now in line if isinstance(now, str) and now.strip()]
    count = sum(old != new for a, b in zip(before, after, strict=True) for old, new in zip(a, b, strict=True))
    if not count and texts:
        example = texts[0]
        raise Refused(
            f"none of the {len(texts)} texts in {area.name} is a {to} in the order {parts or 'given'}, such as {example!r}"
        )
    with one_step(shown.document, f"Texts to {to}s"):
        if to == "date" or code:
            # Cells of the format "text" would show what is written to them as it is.
            target.NumberFormat = format_key(shown.document, f"code {code or _SHOWN[parts]}")
        elif _is_text(shown, target):
            target.NumberFormat = 0
        put_values(target, after)
    first = target.getCellByPosition(0, 0)
    held = (
        [{"sheet": sheet.Name, "start": area.name, "property": "value type", "value": to}]
        if not left and _is_full(after)
        else []
    )
    return {
        "sheet": sheet.Name, "range": area.name, "count": count, "order": parts, "left": left[:_MOST_TOLD],
        "shown": first.String, "equal": target.getDataArray() == after, "holds": held,
    }  # fmt: skip


def _converted_before(shown: Shown, sheet: Any, area: Area, to: str, code: str) -> dict[str, Any]:
    """Report cells that hold no texts: a spreadsheet recognises some dates and numbers by itself when it opens a file."""
    target = area.of(sheet)
    if code:
        with one_step(shown.document, "Format"):
            target.NumberFormat = format_key(shown.document, f"code {code}")
    held = [{"sheet": sheet.Name, "start": area.name, "property": "value type", "value": to}]
    return {
        "sheet": sheet.Name, "range": area.name, "count": 0, "order": "", "left": [],
        "shown": target.getCellByPosition(0, 0).String, "equal": True,
        "holds": held if _is_full(target.getDataArray()) else [],
    }  # fmt: skip


def _is_full(rows: Any) -> bool:
    return all(value != "" for line in rows for value in line)


def _is_text(shown: Shown, target: Any) -> bool:
    return bool(shown.document.NumberFormats.getByKey(target.NumberFormat).Type & 256)


def _to_text(shown: Shown, sheet: Any, area: Area) -> dict[str, Any]:
    target = area.of(sheet)
    shown_before = _shown(shown, sheet, area)
    with one_step(shown.document, "Values to texts"):
        target.NumberFormat = format_key(shown.document, "text")
        put_values(target, shown_before)
    held = [{"sheet": sheet.Name, "start": area.name, "property": "value type", "value": "text"}]
    return {
        "sheet": sheet.Name, "range": area.name, "count": area.rows * area.columns, "order": "", "left": [],
        "shown": shown_before[0][0], "equal": target.getDataArray() == shown_before,
        "holds": held if _is_full(shown_before) else [],
    }  # fmt: skip


def _shown(shown: Shown, sheet: Any, area: Area) -> tuple[tuple[str, ...], ...]:
    if area.rows * area.columns > MANY:
        rows = shown_texts(shown, sheet)[area.row : area.end_row + 1]
        return tuple(tuple(line[area.column : area.end_column + 1]) for line in rows)
    target = area.of(sheet)
    return tuple(tuple(target.getCellByPosition(x, y).String for x in range(area.columns)) for y in range(area.rows))


def _parsed(value: Any, parse: Callable[[str], float | None]) -> Any:
    if not isinstance(value, str) or not value.strip():
        return value
    found = parse(value.strip())
    return value if found is None else found


def _numbers(marks: Marks) -> Callable[[str], float | None]:
    def parse(text: str) -> float | None:
        found = parse_number(text, marks)
        return found.value if found is not None else None

    return parse


def _order_of(texts: Sequence[str]) -> str:
    """Return the order of day, month and year that all of the dates allow. Raises Refused where several do."""
    fitting = [order for order in _SHOWN if texts and all(_day(text.strip(), order) is not None for text in texts)]
    if len(fitting) == 1:
        return fitting[0]
    if len(fitting) > 1:
        raise Refused(f"the dates (such as {texts[0]!r}) can be read as {' and as '.join(fitting)}; say which as order")
    most = max(_SHOWN, key=lambda order: sum(_day(text.strip(), order) is not None for text in texts))
    wrong = next((text for text in texts if _day(text.strip(), most) is None), "")
    raise Refused(f"not all texts are dates in one order: {wrong!r} is none; give the order, or a range of dates")


def _dates(order: str, first: date) -> Callable[[str], float | None]:
    def parse(text: str) -> float | None:
        day = _day(text, order)
        return float((day - first).days) if day is not None else None

    return parse


def _day(text: str, order: str) -> date | None:
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    given = dict(zip(order, (found[1], found[3], found[4]), strict=True))
    month = given["M"][:3].casefold()
    number = _MONTHS.index(month) + 1 if month in _MONTHS else int(given["M"]) if given["M"].isdecimal() else 0
    if not (given["Y"].isdecimal() and given["D"].isdecimal()) or len(given["D"]) > 2 or len(given["Y"]) not in (2, 4):
        return None
    year = int(given["Y"]) + (0 if len(given["Y"]) == 4 else 2000 if int(given["Y"]) < 30 else 1900)
    try:
        return date(year, number, int(given["D"]))
    except ValueError:
        return None


def split_text(shown: Shown, cells: str, separator: str, replace: bool, sheet_name: str | int) -> dict[str, Any]:
    """Divide the texts of one column at a separator into the columns from there on to the right. Filled cells in the way are
    refused unless `replace`. Numbers become numbers.
    """
    sheet, area = on_sheet(shown, cells, sheet_name, change=True)
    if area.columns != 1:
        raise Refused(f"{area.name} has {area.columns} columns; give the one column whose texts are divided")
    texts = [str(line[0]) if isinstance(line[0], str) else f"{line[0]:g}" for line in area.of(sheet).getDataArray()]
    parts = [_divided(text, separator) for text in texts]
    width = max(map(len, parts))
    if width < 2:
        raise Refused(f"{separator!r} is in none of the texts of {area.name}, such as {texts[0]!r}")
    wide = Area(area.column, area.row, area.column + width - 1, area.end_row)
    beside = Area(area.column + 1, area.row, wide.end_column, area.end_row)
    filled = sum(value != "" for line in beside.of(sheet).getDataArray() for value in line)
    if filled and not replace:
        raise Refused(
            f"{filled} cells of {beside.name} are filled and would be replaced; insert columns first, or say replace"
        )
    target = wide.of(sheet)
    parsed = parsed_into(shown, target, [[line[at] if at < len(line) else "" for at in range(width)] for line in parts])
    data = values_in(parsed)
    with one_step(shown.document, "Text to columns"):
        put_values(target, data)
        apply_formats(shown.document, target, parsed)
    told = [[str(part) for part in parts[0]], [str(part) for part in parts[-1]]]
    holds = [
        {"sheet": sheet.Name, "start": Area(wide.column, row, wide.column, row).name, "cells": [line]}
        for row, line in ((wide.row, told[0]), (wide.end_row, told[1]))
    ]
    return {
        "sheet": sheet.Name, "range": wide.name, "columns": width, "replaced": filled, "first": told[0],
        "equal": target.getDataArray() == data, "holds": holds,
    }  # fmt: skip


def _divided(text: str, separator: str) -> list[str]:
    """Divide a text at the separator outside quotation marks; several spaces count as one."""
    if separator == " ":
        return text.split()
    parts = re.findall(
        rf'(?:"(?:[^"]|"")*"|(?!{re.escape(separator)}).)+|(?<={re.escape(separator)})(?={re.escape(separator)}|$)',
        text,
    )
    return [part.strip().strip('"').replace('""', '"') for part in parts] or [""]
