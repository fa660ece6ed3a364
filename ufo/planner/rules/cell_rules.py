"""Rules that write several cells: "put 1, 2 and 3 in A1 to A3", "fill A1:A5 with 0", "January to June down column B"."""

from __future__ import annotations

import re

from ufo.planner.intents import Unclear, WriteCell
from ufo.planner.phrases.rule import Draft, Rule, Said, rule
from ufo.planner.text.quotations import Clause
from ufo.schema.patterns import any_case

_MOST_CELLS = 500
_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
_ALL_OF = r"(?:(?:all\s+)?(?:of\s+)?(?:the\s+)?(?:cells?|range|cell\s+range)\s+)?"
_AREA = rf"{_ALL_OF}(?:from\s+)?(?P<first>{_CELL})\s*(?::|-|\u2013|\s(?:to|through|till|until)\s)\s*(?:cell\s+)?(?P<last>{_CELL})"
_BETWEEN = any_case(r"\s*,\s*(?:and\s+)?|\s*;\s*|\s+and\s+")
_COUNTED = any_case(
    r"^(?:from\s+)?(?P<from>-?\d{1,9})\s*(?:to|-|\u2013|through|until|till|up\s+to|\.\.)\s*(?P<to>-?\d{1,9})"
    r"(?:,?\s+(?:(?:in\s+)?steps?\s+of|by|counting\s+by)\s+(?P<step>\d{1,6}))?$"
)
_IN_ORDER = (
    (
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),  # fmt: skip
    ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
)
_NAMED = any_case(r"^(?:from\s+)?(?P<from>[a-z]+)\s*(?:to|-|\u2013|through|until|till)\s*(?P<to>[a-z]+)$")
_ALL_OF_THEM = {
    "months": 0, "months of the year": 0, "twelve months": 0, "names of the months": 0, "days of the week": 2,
    "weekdays": 2, "seven days of the week": 2,
}  # fmt: skip
_FROM_CELL = (
    rf"(?:(?:starting|beginning)\s+(?:in|at|from|with)|(?:in|from|into)(?=\s+(?:cell\s+)?{_CELL}\s+(?:down|and\s+(?:below|down)|on|across|to\s+the\s+right)))"
    rf"\s+(?:cell\s+)?(?P<cell>{_CELL})(?P<way>\s+(?:down\w*|and\s+(?:below|down\w*)|on\w*|across|to\s+the\s+right))?"
)
_ALONG = (
    r"(?:(?:down|in|into|along|across|to)\s+(?:the\s+)?(?:(?:first\s+)?column\s+(?P<column>[A-Za-z]{1,2})|(?:first\s+)?row\s+(?P<row>[1-9]\d{0,5})))"
    rf"(?:,?\s+(?:starting|beginning)\s+(?:in|at|from|with)\s+(?:row\s+(?P<from_row>\d{{1,6}})|(?:cell\s+)?(?P<from_cell>{_CELL})))?"
)
_NOUN = any_case(
    r"^(?:the\s+)?(?:values?|numbers?|texts?|words?|series|sequence|list|months|(?:week)?days)(?:\s+of)?:?\s+(?=\S)(?!of\b)"
)


def _write(said: Said) -> Draft:
    cells = _cells(said.raw("first"), said.raw("last"))
    if not cells:
        return Unclear("", "", f"more than {_MOST_CELLS} cells cannot be written one by one")
    values = _values(said.raw("content"), len(cells), said.clause)
    if len(values) != len(cells):
        return Unclear("", "", f"{len(values)} values do not fill {len(cells)} cells")
    return tuple(WriteCell("", "", cell, value) for cell, value in zip(cells, values, strict=True))


def _values(content: str, count: int, clause: Clause) -> list[str]:
    """Return one value for each cell. A single value is repeated for all of them."""
    if found := series(content):
        return found
    parts = [clause.value(part) for part in _BETWEEN.split(_NOUN.sub("", content))]
    return parts * count if len(parts) == 1 else parts


def series(content: str) -> list[str]:
    """Return the numbers, months or days from one to another, or [] where the words name no series."""
    bare = _NOUN.sub("", content)
    if found := _COUNTED.match(bare):
        first, last = int(found["from"]), int(found["to"])
        step = int(found["step"] or 1) or 1
        inclusive = range(first, last + 1, step) if last >= first else range(first, last - 1, -step)
        return [str(number) for number in inclusive] if len(inclusive) <= _MOST_CELLS else []
    whole = re.sub(r"^(?:all\s+)?(?:the\s+)?", "", content.casefold())
    if whole in _ALL_OF_THEM:
        return list(_IN_ORDER[_ALL_OF_THEM[whole]])
    found = _NAMED.match(bare)
    for names in _IN_ORDER if found else ():
        known = [name.casefold() for name in names]
        if found and found["from"].casefold() in known and found["to"].casefold() in known:
            first, last = known.index(found["from"].casefold()), known.index(found["to"].casefold())
            return [names[n % len(names)] for n in range(first, last + 1 if last >= first else last + len(names) + 1)]
    return []


def _along(said: Said) -> Draft:
    """Write as many cells as there are values, down a column or along a row."""
    values = series(said.raw("content"))
    values = values or [said.clause.value(part) for part in _BETWEEN.split(_NOUN.sub("", said.raw("content")))]
    if len(values) < 2:
        return None
    cell = said.raw("cell") or said.raw("from_cell")
    if cell:
        row, column = _place(cell)
    else:
        column = _place(f"{said.raw('column') or 'A'}1")[1]
        row = int(said.raw("row") or said.raw("from_row") or 1)
    sideways = bool(said.raw("row")) or bool(re.search(r"across|right", said.raw("way"), re.IGNORECASE))
    places = [(row, column + n) if sideways else (row + n, column) for n in range(len(values))]
    return tuple(WriteCell("", "", f"{_letters(x)}{y}", one) for (y, x), one in zip(places, values, strict=True))


def _cells(first: str, last: str) -> list[str]:
    """Return the cells of a range row by row, or [] where they are too many."""
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


_FILL = r"(?:put|write|enter|type|insert|place|input|add|fill(?:\s+in)?)"

RULES: tuple[Rule, ...] = (
    rule(
        rf"{_FILL}\s+(?P<content>\S.*?)\s+(?:in|into|to|on|inside|down|across|over)\s+{_AREA}",
        _write,
    ),
    rule(rf"(?:fill(?:\s+in)?|populate)\s+{_AREA}\s+with\s+(?P<content>\S.*)", _write),
    rule(rf"(?:set|change)\s+{_AREA}\s+to\s+(?P<content>\S.*)", _write),
    rule(rf"{_FILL}\s+(?P<content>\S.*?)\s+(?:{_ALONG}|{_FROM_CELL})", _along),
    rule(
        r"(?:fill(?:\s+in)?|populate)\s+(?:the\s+)?(?:column\s+(?P<column>[A-Za-z]{1,2})|row\s+(?P<row>[1-9]\d{0,5}))\s+with\s+(?P<content>\S.*)",
        _along,
    ),
    rule(rf"number\s+(?:the\s+)?(?:rows|cells)\s+(?P<content>\S.*?)\s+{_ALONG}", _along),
)
