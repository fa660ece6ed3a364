"""Number formats for what was written with a per cent sign or a currency, so that it shows as it was written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from .api import struct
from .numbers import Number


def apply_formats(document: Any, cells: Any, rows: Sequence[Sequence[Number | str]]) -> None:
    """One call for each run of equal formats down a column. Plain numbers keep the format that their cells have."""
    for column in range(len(rows[0])):
        codes = [_code(row[column]) for row in rows]
        start = 0
        for code, run in groupby(codes):
            length = len(list(run))
            if code:
                part = cells.getCellRangeByPosition(column, start, column, start + length - 1)
                part.NumberFormat = _key(document, code)
            start += length


def _code(cell: Number | str) -> str:
    """In the notation of the English locale."""
    if not isinstance(cell, Number) or not (cell.percent or cell.currency or cell.grouped):
        return ""
    fraction = f".{'0' * cell.decimals}" if cell.decimals else ""
    if cell.percent:
        return f"0{fraction}%"
    digits = f"{'#,##0' if cell.grouped else '0'}{fraction}"
    if not cell.currency:
        return digits
    return f'"{cell.currency}"{digits}' if cell.leading else f'{digits} "{cell.currency}"'


def _key(document: Any, code: str) -> int:
    english = struct("lang.Locale", Language="en", Country="US")
    formats = document.NumberFormats
    known = formats.queryKey(code, english, False)
    return int(known if known != -1 else formats.addNew(code, english))
