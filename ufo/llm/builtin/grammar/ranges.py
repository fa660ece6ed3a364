"""Several cells written at once: "put 1, 2 and 3 in A1 to A3", "fill A1:A5 with 0"."""

from __future__ import annotations

import re

from ufo.llm.builtin.grammar.quotes import Clause
from ufo.llm.builtin.grammar.rules import Draft, Rule, Said, rule
from ufo.llm.builtin.intents import Unclear, WriteCell

_MOST_CELLS = 500
_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
_ALL_OF = r"(?:(?:all\s+)?(?:of\s+)?(?:the\s+)?(?:cells?|range|cell\s+range)\s+)?"
_AREA = rf"{_ALL_OF}(?:from\s+)?(?P<first>{_CELL})\s*(?::|-|\u2013|\s(?:to|through|till|until)\s)\s*(?:cell\s+)?(?P<last>{_CELL})"
_BETWEEN = re.compile(r"\s*,\s*(?:and\s+)?|\s*;\s*|\s+and\s+", re.IGNORECASE)
_COUNTED = re.compile(
    r"^(?:(?:the\s+)?numbers?\s+)?(?:from\s+)?(?P<from>-?\d{1,9})\s*(?:to|-|\u2013|through|\.\.)\s*(?P<to>-?\d{1,9})$",
    re.IGNORECASE,
)
_NOUN = re.compile(r"^(?:the\s+)?(?:values?|numbers?|texts?|words?)\s+(?=\S)", re.IGNORECASE)


def _write(said: Said) -> Draft:
    cells = _cells(said.raw("first"), said.raw("last"))
    if not cells:
        return Unclear("", "", f"more than {_MOST_CELLS} cells cannot be written one by one")
    values = _values(said.raw("content"), len(cells), said.clause)
    if len(values) != len(cells):
        return Unclear("", "", f"{len(values)} values do not fill {len(cells)} cells")
    return tuple(WriteCell("", "", cell, value) for cell, value in zip(cells, values, strict=True))


def _values(content: str, count: int, clause: Clause) -> list[str]:
    """One for each cell; a single one stands in all of them."""
    bare = _NOUN.sub("", content)
    if found := _COUNTED.match(bare):
        first, last = int(found["from"]), int(found["to"])
        step = 1 if last >= first else -1
        if abs(last - first) < _MOST_CELLS:
            return [str(number) for number in range(first, last + step, step)]
    parts = [clause.value(part) for part in _BETWEEN.split(bare)]
    return parts * count if len(parts) == 1 else parts


def _cells(first: str, last: str) -> list[str]:
    """By rows, as they are read; [] where they are too many."""
    (row, column), (end_row, end_column) = _place(first), _place(last)
    rows = range(min(row, end_row), max(row, end_row) + 1)
    columns = range(min(column, end_column), max(column, end_column) + 1)
    if len(rows) * len(columns) > _MOST_CELLS:
        return []
    return [f"{_letters(one)}{number}" for number in rows for one in columns]


def _place(cell: str) -> tuple[int, int]:
    plain = cell.replace("$", "").upper()
    letters = plain.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(plain[len(letters) :]), column


def _letters(column: int) -> str:
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


RULES: tuple[Rule, ...] = (
    rule(
        rf"(?:put|write|enter|type|insert|place|input|add)\s+(?P<content>\S.*?)\s+(?:in|into|to|on|inside)\s+{_AREA}",
        _write,
    ),
    rule(rf"(?:fill(?:\s+in)?|populate)\s+{_AREA}\s+with\s+(?P<content>\S.*)", _write),
    rule(rf"(?:set|change)\s+{_AREA}\s+to\s+(?P<content>\S.*)", _write),
)
