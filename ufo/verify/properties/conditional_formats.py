"""Works out which cells a conditional format changes, where it compares numbers or texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ufo.errors import UnreadableDocument
from ufo.verify.documents.model import Area, Cell
from ufo.verify.documents.numbers import number_in

_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = MappingProxyType(
    {
        ">": float.__gt__, ">=": float.__ge__, "<": float.__lt__, "<=": float.__le__, "=": float.__eq__, "!=": float.__ne__,
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a conditional format. `comparison`: one of > >= < <= = != between "not between", or "" for a condition that
    cannot be worked out here. `style`: the formatting that it gives a cell, by property. `graded`: the words of a colour
    scale, of data bars or of icons, "" for any other.
    """

    areas: tuple[Area, ...]
    comparison: str
    operands: tuple[str, ...]
    style: Mapping[str, str]
    graded: str = ""


def styled_by(rules: Sequence[Rule], row: int, column: int, cell: Cell, name: str) -> str | None:
    """Return the property's value from the first rule that fits the cell, or None where none does. Raises UnreadableDocument
    where a rule might fit but cannot be worked out.
    """
    for rule in rules:
        if name not in rule.style or not any(area.holds(Area(column, row, column, row)) for area in rule.areas):
            continue
        if _fits(rule, cell):
            return rule.style[name]
    return None


def _fits(rule: Rule, cell: Cell) -> bool:
    texts = [_text_in(operand) for operand in rule.operands]
    if rule.comparison in ("=", "!=") and texts and texts[0] is not None:
        return (cell.shown.casefold() == texts[0].casefold()) is (rule.comparison == "=")
    numbers = [number_in(operand) for operand in rule.operands]
    if not rule.comparison or not numbers or None in numbers:
        raise UnreadableDocument(
            "a conditional format there depends on more than a number, so the look of its cells cannot be worked out"
        )
    if cell.value is None:
        # A text compares as greater than any number.
        return bool(cell.shown) and rule.comparison in (">", ">=", "!=", "not between")
    known = [one for one in numbers if one is not None]
    if rule.comparison.endswith("between"):
        inside = len(known) == 2 and min(known) <= cell.value <= max(known)
        return inside is (rule.comparison == "between")
    return _COMPARISONS[rule.comparison](float(cell.value), known[0])


def _text_in(operand: str) -> str | None:
    found = re.fullmatch(r'\s*"((?:[^"]|"")*)"\s*', operand)
    return found[1].replace('""', '"') if found else None


def told_rules(rules: Sequence[Rule], area: Area) -> str:
    """Return the rules that hold for the whole area: "> 500 highlight #ff0000", several divided by semicolons; "off" for none."""
    found = [rule for rule in rules if any(one.holds(area) for one in rule.areas)]
    return "; ".join(map(_told, found)) or "off"


def _told(rule: Rule) -> str:
    if rule.graded:
        return rule.graded
    looks = [f"{name} {rule.style[name]}" for name in ("colour", "highlight") if rule.style.get(name, "none") != "none"]
    return " ".join([rule.comparison or "formula", *(one.strip() for one in rule.operands), *looks])
