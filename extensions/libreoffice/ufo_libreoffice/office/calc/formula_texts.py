"""Writes operands and rules in words as formulas."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ..refusals import Refused
from .ranges import Area, column_name


def _first_of(count: str, nth: str) -> str:
    return f"AND(ISNUMBER(CELL);CELL{nth};MAX(1;MIN({count};COUNT(ALL)))))"


_RULES: Mapping[str, Callable[[str], str]] = {
    "duplicate": lambda _: "COUNTIF(ALL;CELL)>1",
    "unique": lambda _: "COUNTIF(ALL;CELL)=1",
    "top": lambda value: _first_of(value, ">=LARGE(ALL"),
    "bottom": lambda value: _first_of(value, "<=SMALL(ALL"),
    "top percent": lambda value: _first_of(f"ROUNDDOWN(COUNT(ALL)*({value})/100;0)", ">=LARGE(ALL"),
    "bottom percent": lambda value: _first_of(f"ROUNDDOWN(COUNT(ALL)*({value})/100;0)", "<=SMALL(ALL"),
    "above average": lambda _: "AND(ISNUMBER(CELL);CELL>AVERAGE(ALL))",
    "below average": lambda _: "AND(ISNUMBER(CELL);CELL<AVERAGE(ALL))",
    "contains": lambda value: f"ISNUMBER(FIND(LOWER({value});LOWER(CELL)))",
    "not contains": lambda value: f"AND(LEN(CELL)>0;ISERROR(FIND(LOWER({value});LOWER(CELL))))",
    "begins with": lambda value: f"LEFT(LOWER(CELL);LEN({value}))=LOWER({value})",
    "ends with": lambda value: f"RIGHT(LOWER(CELL);LEN({value}))=LOWER({value})",
    "empty": lambda _: "LEN(TRIM(CELL))=0",
    "filled": lambda _: "LEN(TRIM(CELL))>0",
}
NAMES = tuple(_RULES)
_NAMED = re.compile(r"\b(?:CELL|ALL|VALUE)\b")
_OF_A_VALUE = ("top", "bottom", "top percent", "bottom percent", "contains", "not contains", "begins with", "ends with")


def rule_formula(sign: str, value: Any, area: Area) -> str:
    """Return the formula, without "=", that is true where a cell of the area fits. Raises Refused where the rule needs a value
    and has none.
    """
    if sign in _OF_A_VALUE and value in (None, ""):
        raise Refused(f"{sign!r} needs a value: how many, or which text")
    if sign.startswith(("top", "bottom")) and not _is_count(value):
        raise Refused(f"{sign!r} takes a number as its value, not {value!r}")
    first = f"{column_name(area.column)}{area.row + 1}"
    whole = f"${column_name(area.column)}${area.row + 1}:${column_name(area.end_column)}${area.end_row + 1}"
    return _filled_in(_RULES[sign]("VALUE"), {"CELL": first, "ALL": whole, "VALUE": operand(value)})


def _filled_in(rule: str, names: Mapping[str, str]) -> str:
    """Put what the names stand for into a rule, in one pass: a value may hold such a name."""
    return _NAMED.sub(lambda found: names[found[0]], rule)


def _is_count(value: Any) -> bool:
    try:
        return float(value) > 0
    except (TypeError, ValueError):
        return str(value).startswith("=")


def operand(value: Any) -> str:
    """Return a number as it is, a formula or reference ("=B1") without its sign, any other text in quotation marks."""
    if isinstance(value, bool):
        return "TRUE()" if value else "FALSE()"
    if isinstance(value, int | float):
        return f"{value:g}" if abs(value) < 1e6 else repr(value)
    text = "" if value is None else str(value)
    if text.startswith("="):
        return text[1:]
    try:
        float(text)
    except ValueError:
        return '"' + text.replace('"', '""') + '"'
    return text
