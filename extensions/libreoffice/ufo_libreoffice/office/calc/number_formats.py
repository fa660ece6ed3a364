"""Sets number formats for values written with a per cent sign, currency or thousands separators, and for dates, so that they
show as written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from ..api import UnoError, struct
from ..refusals import Refused
from .cell_contents import MOMENTS, code_named, format_code
from .numbers import Number

_DATE = 2
"""com.sun.star.util.NumberFormat.DATE."""
_MOMENT, _PERCENT = 2 | 4, 128
"""DATE with TIME, and PERCENT."""
_REACH = 100


def apply_formats(document: Any, cells: Any, rows: Sequence[Sequence[Number | str]]) -> None:
    """Set the formats with one call for each run of equal formats down a column. Plain numbers keep the format of their cells."""
    for column in range(len(rows[0])):
        codes = [format_code(row[column]) for row in rows]
        start = 0
        for code, run in groupby(codes):
            length = len(list(run))
            if code:
                part = cells.getCellRangeByPosition(column, start, column, start + length - 1)
                if not (code in MOMENTS.values() and _shows_dates(document, part)):
                    part.NumberFormat = _key(document, code)
            start += length


def continue_formats(document: Any, cells: Any, rows: Sequence[Sequence[Number | str]]) -> None:
    """Give numbers without a format of their own that of the number right above, and days that of the day above, over empty cells
    too: a row below a table looks like the others. No plain number becomes a date so, and none above 1 a percentage.
    """
    at = cells.RangeAddress
    for column in range(len(rows[0]) if at.StartRow else 0):
        written = [cell for cell in (row[column] for row in rows) if isinstance(cell, Number)]
        is_day = bool(written) and all(cell.moment for cell in written)
        above = _above(cells.Spreadsheet, at.StartColumn + column, at.StartRow, _REACH if is_day else 1)
        part = cells.getCellRangeByPosition(column, 0, column, len(rows) - 1)
        if not written or above.Type.value not in ("VALUE", "FORMULA") or not _is_plain(document, part):
            continue
        kind = document.NumberFormats.getByKey(above.NumberFormat).Type
        is_date, is_percent = bool(kind & _MOMENT), bool(kind & _PERCENT)
        if is_date == is_day and not (is_percent and any(abs(cell.value) > 1 for cell in written)):
            part.NumberFormat = above.NumberFormat


def _above(sheet: Any, column: int, row: int, reach: int) -> Any:
    """Return the first cell above that is not empty, or the one right above where none is within so many rows."""
    top = max(0, row - reach)
    filled = sheet.getCellRangeByPosition(column, top, column, row - 1).getDataArray()
    places = (top + at for at in reversed(range(len(filled))) if filled[at][0] != "")
    return sheet.getCellByPosition(column, next(places, row - 1))


def continue_format_of_formulas(document: Any, cells: Any) -> None:
    """Give formulas without a format of their own that of the formula right above each column."""
    at = cells.RangeAddress
    for column in range(at.EndColumn - at.StartColumn + 1 if at.StartRow else 0):
        above = cells.Spreadsheet.getCellByPosition(at.StartColumn + column, at.StartRow - 1)
        part = cells.getCellRangeByPosition(column, 0, column, at.EndRow - at.StartRow)
        if above.Type.value == "FORMULA" and _is_plain(document, part):
            part.NumberFormat = above.NumberFormat


def _is_plain(document: Any, part: Any) -> bool:
    is_mixed = part.getPropertyState("NumberFormat").value == "AMBIGUOUS_VALUE"
    return not is_mixed and document.NumberFormats.getByKey(part.NumberFormat).FormatString in ("General", "Standard")


def _shows_dates(document: Any, part: Any) -> bool:
    """Tell whether the cells have a date format of their own, which is kept."""
    return bool(document.NumberFormats.getByKey(part.NumberFormat).Type & _DATE)


def format_key(document: Any, words: str) -> int:
    """Return the key of a number format: a kind and a count of decimals, such as "currency 2", "percent 0", "number 2",
    "thousands 0", "date" or "text"; or "code MM/DD/YYYY", with "in de-DE" behind it in the notation and the words of that
    language. Raises Refused.
    """
    if words.startswith("code "):
        return _key_of_code(document, words.removeprefix("code "))
    return _key(document, code_named(words))


_IN_LANGUAGE = re.compile(r"(.+) in ([a-z]{2,3})-([A-Z]{2})")


def _key_of_code(document: Any, code: str) -> int:
    found = _IN_LANGUAGE.fullmatch(code)
    plain, language, country = (found[1], found[2], found[3]) if found else (code, "en", "US")
    locale = struct("lang.Locale", Language=language, Country=country)
    formats = document.NumberFormats
    known = formats.queryKey(plain, locale, False)
    try:
        return int(known if known != -1 else formats.addNew(plain, locale))
    except UnoError as error:
        raise Refused(
            f"{code!r} is no number format; write it like MM/DD/YYYY, 0.0%, #,##0.00 or DD. MMMM YYYY in de-AT"
        ) from error


def _key(document: Any, code: str) -> int:
    english = struct("lang.Locale", Language="en", Country="US")
    formats = document.NumberFormats
    known = formats.queryKey(code, english, False)
    return int(known if known != -1 else formats.addNew(code, english))
