"""Number formats for what was written with a per cent sign or a currency, so that it shows as it was written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from ..api import struct
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


_PLAIN = {
    "number": "0",
    "text": "@",
    "date": "YYYY-MM-DD",
    "time": "HH:MM",
    "percent": "0{fraction}%",
    "general": "General",
}


def format_key(document: Any, words: str) -> int:
    """Of "currency 2", "percent 0", "number 2", "thousands 0", "date", "text": a kind, and how many decimals."""
    kind, _, decimals = words.partition(" ")
    fraction = f".{'0' * int(decimals)}" if decimals.isdecimal() and int(decimals) else ""
    if kind == "currency":
        _, _, sign = decimals.partition(" ")
        decimals = decimals.partition(" ")[0] or "2"
        fraction = f".{'0' * int(decimals)}" if decimals != "0" else ""
        return _key(document, f"[${sign or '$'}]#,##0{fraction}")
    if kind == "thousands":
        return _key(document, f"#,##0{fraction}")
    if kind == "number":
        return _key(document, f"0{fraction}")
    return _key(document, _PLAIN.get(kind, "General").format(fraction=fraction))


def _key(document: Any, code: str) -> int:
    english = struct("lang.Locale", Language="en", Country="US")
    formats = document.NumberFormats
    known = formats.queryKey(code, english, False)
    return int(known if known != -1 else formats.addNew(code, english))
