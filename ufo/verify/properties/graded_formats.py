"""Tells colour scales, data bars and icons of a file in the words of `ufo.schema.graded_rules`: what the readers of both formats
of spreadsheets have in common.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

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
            return f"={_english(value)}"
    return f"={_english(value)}"


def _english(formula: str) -> str:
    plain = re.sub(r"\[\.?([^\]]+)\]", r"\1", formula.removeprefix("of:").removeprefix("="))
    return plain.replace(":.", ":").replace(";", ",").replace(" ", "")


def scale(points: Sequence[Point]) -> str:
    return f"{SCALE} {', '.join(map(str, points))}"


def icons(kind: str, points: Sequence[Point]) -> str:
    """Tell icons. The first point is where the lowest icon begins, which is always."""
    return f"{ICONS} {', '.join([_ICONS.get(kind, kind), *map(str, points[1:])])}"


def bars(colour: str, negative: str, points: Sequence[Point], axis: str) -> str:
    """Tell data bars. `axis`: automatic, middle or none."""
    return (
        f"{BARS} {', '.join([colour, *map(str, points), f'negative {negative or colour}', f'axis {axis}'])}".casefold()
    )
