"""Parses and writes cell and range references, as documents and people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from ufo.conditions.readers.model import Area, Reference
from ufo.schema.patterns import regex

_PART = regex(r"(?:\$?(?:'((?:[^']|'')*)'|([^'.!:\s]*))[.!])?\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


@lru_cache(maxsize=1024)
@lru_cache(maxsize=1024)
def column_number(letters: str) -> int:
    """Return a column's number, which counts from 0."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def column_letters(number: int) -> str:
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def area_name(area: Area) -> str:
    start = f"{column_letters(area.column)}{area.row + 1}"
    end = f"{column_letters(area.end_column)}{area.end_row + 1}"
    return start if start == end else f"{start}:{end}"


def parse_reference(text: str) -> Reference | None:
    """Parse "A1", "$Sheet1.$B$2:.$B$5" or "'My sheet'!A1:C5". Return None for anything else."""
    first = _PART.match(text.strip())
    if first is None:
        return None
    rest = text.strip()[first.end() :]
    last: re.Match[str] | None = first
    if rest:
        last = _PART.fullmatch(rest[1:]) if rest.startswith(":") else None
    if last is None or first[4] == "0" or last[4] == "0":
        return None
    columns = sorted(column_number(part[3]) for part in (first, last))
    rows = sorted(int(part[4]) - 1 for part in (first, last))
    if rows[0] < 0:
        return None
    sheet = (first[1] or "").replace("''", "'") or first[2] or ""
    return Reference(sheet, Area(columns[0], rows[0], columns[1], rows[1]))


_RELATIVE = regex(r"(\"[^\"]*\"|'[^']*'!)|(?<![\w.$])(\$?)([A-Za-z]{1,3})(\$?)([0-9]{1,7})(?![\w(.])")


def shifted(formula: str, rows: int, columns: int) -> str:
    """Return the formula moved by that many cells: references that "$" does not fix move with it."""

    def moved(found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        letters = found[3] if found[2] else column_letters(max(0, column_number(found[3]) + columns))
        return f"{found[2]}{letters}{found[4]}{found[5] if found[4] else max(1, int(found[5]) + rows)}"

    return _RELATIVE.sub(moved, formula)


def plain_address(text: str) -> str:
    """Return ranges as people write them: "Sheet1!$B$2:$B$5" and "$Sheet1.$B$2:.$B$5" are "Sheet1!B2:B5"; others stay."""
    found = parse_references(text)
    return (
        ", ".join(f"{item.sheet}!{area_name(item.area)}" if item.sheet else area_name(item.area) for item in found)
        or text
    )


def parse_areas(text: str) -> tuple[Area, ...]:
    """Parse areas such as "A1:B2, C5". Return () where any of them is not a range."""
    found = [parse_reference(part) for part in text.split(",")]
    return tuple(reference.area for reference in found if reference is not None) if all(found) else ()


def parse_references(text: str) -> tuple[Reference, ...]:
    """Parse a list of ranges, separated by spaces (OpenDocument) or by commas in brackets (Office Open XML). Skip what is not a
    range.
    """
    parts = re.findall(r"(?:'(?:[^']|'')*'|[^\s,()'])+", text)
    return tuple(found for found in map(parse_reference, parts) if found is not None)


def parse_areas_of(text: str) -> tuple[Area, ...]:
    """Parse such a list to the areas alone."""
    return tuple(reference.area for reference in parse_references(text))


def span_names(spans: Iterable[tuple[int, int]], *, columns: bool = False) -> str:
    """Write inclusive spans, which count from 0, as people write them: "2, 5:9" for rows, "B, D:F" for columns. Spans that
    touch are joined. Return "none" for no span.
    """
    joined: list[list[int]] = []
    for first, last in spans:
        if joined and first <= joined[-1][1] + 1:
            joined[-1][1] = max(last, joined[-1][1])
        else:
            joined.append([first, last])
    name = column_letters if columns else lambda number: str(number + 1)
    return (
        ", ".join(name(first) if first == last else f"{name(first)}:{name(last)}" for first, last in joined) or "none"
    )
