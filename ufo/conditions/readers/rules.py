"""Rules of conditional formats: which cells they change where they compare numbers or texts, and how they are told. Those that
grade values (colour scales, data bars, icons) are told in the words of `ufo.schema.graded_rules`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ufo.conditions.readers.model import Area, Cell
from ufo.conditions.readers.numbers import number_in
from ufo.conditions.readers.sheets import COMPARED, cell_area
from ufo.errors import UnreadableDocument
from ufo.schema.graded_rules import BARS, ICONS, SCALE

_WITH_VALUE = ("percentile", "percent", "number", "formula")
_ICONS: Mapping[str, str] = MappingProxyType(
    {
        "3Arrows": "3 arrows", "3ArrowsGray": "3 grey arrows", "3Flags": "3 flags", "3TrafficLights1": "3 traffic lights",
        "3TrafficLights2": "3 traffic lights", "3Signs": "3 signs", "3Symbols": "3 symbols", "3Symbols2": "3 symbols",
        "3Smilies": "3 smileys", "3ColorSmilies": "3 smileys", "3Stars": "3 stars", "3Triangles": "3 triangles",
        "4Arrows": "4 arrows", "4ArrowsGray": "4 grey arrows", "4RedToBlack": "4 circles", "4Rating": "4 ratings",
        "4TrafficLights": "4 traffic lights", "5Arrows": "5 arrows", "5ArrowsGray": "5 grey arrows", "5Rating": "5 ratings",
        "5Quarters": "5 quarters", "5Boxes": "5 boxes",
    }
)  # fmt: skip
_WITHOUT_COLOURS = frozenset({"data-bar", "icon-set", "dataBar", "iconSet"})


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


def style_without(kind: str) -> dict[str, str]:
    """Return the style of a rule that names none. The colour that a scale gives a cell is not worked out here."""
    return {} if kind in _WITHOUT_COLOURS else {"highlight": "", "colour": ""}


def styled_by(rules: Sequence[Rule], row: int, column: int, cell: Cell, name: str) -> str | None:
    """Return the property's value from the first rule that fits the cell, or None where none does. Raises UnreadableDocument
    where a rule might fit but cannot be worked out.
    """
    place = cell_area(row, column)
    for rule in rules:
        if name in rule.style and any(area.holds(place) for area in rule.areas) and _fits(rule, cell):
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
    known = [number for number in numbers if number is not None]
    if rule.comparison.endswith("between"):
        inside = len(known) == 2 and min(known) <= cell.value <= max(known)
        return inside is (rule.comparison == "between")
    return COMPARED[rule.comparison](float(cell.value), known[0])


def _text_in(operand: str) -> str | None:
    found = re.fullmatch(r'\s*"((?:[^"]|"")*)"\s*', operand)
    return found[1].replace('""', '"') if found else None


def told_rules(rules: Sequence[Rule], area: Area) -> str:
    """Return the rules that hold for the whole area: "> 500 highlight #ff0000", several divided by semicolons; "off" for none."""
    found = [rule for rule in rules if any(own.holds(area) for own in rule.areas)]
    return "; ".join(map(_told, found)) or "off"


def _told(rule: Rule) -> str:
    if rule.graded:
        return rule.graded
    looks = [f"{name} {rule.style[name]}" for name in ("colour", "highlight") if rule.style.get(name, "none") != "none"]
    return " ".join([rule.comparison or "formula", *(operand.strip() for operand in rule.operands), *looks])


@dataclass(frozen=True, slots=True)
class Point:
    """Where a grade lies. `at`: min, max, automatic, percentile, percent, number or formula. `colour`: #rrggbb or ""."""

    at: str
    value: str = ""
    colour: str = ""

    def __str__(self) -> str:
        value = f" {_plain(self.value, self.at)}" if self.at in _WITH_VALUE else ""
        return f"{self.at}{value}{' ' + self.colour.casefold() if self.colour else ''}"


def _plain(value: str, at: str) -> str:
    if at != "formula":
        try:
            return f"{float(value):g}"
        except ValueError:
            pass
    plain = re.sub(r"\[\.?([^\]]+)\]", r"\1", value.removeprefix("of:").removeprefix("="))
    return f"={plain.replace(':.', ':').replace(';', ',').replace(' ', '')}"


def scale(points: Sequence[Point]) -> str:
    return f"{SCALE} {', '.join(map(str, points))}"


def icons(kind: str, points: Sequence[Point]) -> str:
    """Tell icons. The first point is where the lowest icon begins, which is always."""
    return f"{ICONS} {', '.join([_ICONS.get(kind, kind), *map(str, points[1:])])}"


def bars(colour: str, negative: str, points: Sequence[Point], axis: str) -> str:
    """Tell data bars. `axis`: automatic, middle or none."""
    parts = [colour, *map(str, points), f"negative {negative or colour}", f"axis {axis}"]
    return f"{BARS} {', '.join(parts)}".casefold()
