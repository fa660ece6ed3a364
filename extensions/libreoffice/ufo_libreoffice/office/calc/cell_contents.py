"""What is written of a value into a cell, and the format in which the cell shows it, in any spreadsheet program."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import islice
from typing import Any

from .numbers import Marks, Number, is_date_text, parse_date, parse_number

MOMENTS = {"date": "YYYY-MM-DD", "date and time": "YYYY-MM-DD HH:MM"}
_PLAIN = {
    "number": "0", "text": "@", "date": "YYYY-MM-DD", "time": "HH:MM", "percent": "0{fraction}%", "general": "General",
}  # fmt: skip


def parsed_cell(value: Any, marks: Marks, first: date) -> Number | str:
    if isinstance(value, bool):
        return Number(float(value), logical=True)
    if isinstance(value, (int, float)):
        return Number(float(value))
    text = "" if value is None else str(value)
    return _marked_text(text, marks, first) or parse_number(text, marks) or parse_date(text, first) or text


def as_text(value: Any, marks: Marks, first: date) -> str:
    if isinstance(value, float):
        return f"{value:.15g}".replace(".", marks.decimal)
    text = "" if value is None else str(value).upper() if isinstance(value, bool) else str(value)
    return _marked_text(text, marks, first) or text


def _marked_text(text: str, marks: Marks, first: date) -> str:
    """Return the text behind an apostrophe that keeps it from being a number, a day or a formula, as people type it into a cell;
    "" where the apostrophe is a letter like any other.
    """
    kept = text[1:] if text.startswith("'") else ""
    return kept if kept.startswith("=") or parse_number(kept, marks) or parse_date(kept, first) else ""


def values_in(parsed: Sequence[Sequence[Number | str]]) -> tuple[tuple[float | str, ...], ...]:
    """Return what is written of parsed cells."""
    return tuple(tuple(cell.value if isinstance(cell, Number) else cell for cell in line) for line in parsed)


def date_texts(rows: Sequence[Sequence[Any]]) -> list[str]:
    """Return the first text that looks like a date, which it is not in the sheet; none where there is no such text."""
    found = (cell for line in rows for cell in line if is_date_text(cell))
    return list(islice(found, 1))


def is_code(value: object) -> bool:
    """Tell whether a value is a text of nothing but digits, or of a plus sign and digits."""
    return isinstance(value, str) and value.strip().removeprefix("+").isdecimal()


def format_code(cell: Number | str) -> str:
    """Return the format code in English notation; "" for cells that need none."""
    if isinstance(cell, Number) and cell.moment:
        return MOMENTS[cell.moment]
    if isinstance(cell, Number) and cell.logical:
        return "BOOLEAN"
    if not isinstance(cell, Number) or not (cell.percent or cell.currency or cell.grouped):
        return ""
    fraction = f".{'0' * cell.decimals}" if cell.decimals else ""
    if cell.percent:
        return f"0{fraction}%"
    digits = f"{'#,##0' if cell.grouped else '0'}{fraction}"
    if not cell.currency:
        return digits
    return f'"{cell.currency}"{digits}' if cell.leading else f'{digits} "{cell.currency}"'


def code_named(words: str) -> str:
    """Return the code, in English notation, of a format that is named by a kind and a count of decimals."""
    kind, _, decimals = words.partition(" ")
    fraction = f".{'0' * int(decimals)}" if decimals.isdecimal() and int(decimals) else ""
    if kind == "currency":
        decimals, _, sign = decimals.partition(" ")
        decimals = decimals or "2"
        fraction = f".{'0' * int(decimals)}" if decimals != "0" else ""
        return f"[${sign or '$'}]#,##0{fraction}"
    if kind == "thousands":
        return f"#,##0{fraction}"
    if kind == "number":
        return f"0{fraction}"
    return _PLAIN.get(kind, "General").format(fraction=fraction)
