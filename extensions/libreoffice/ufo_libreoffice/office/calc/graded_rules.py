"""Writes colour scales, data bars and icon sets as OpenDocument does (OpenDocument as LibreOffice extends it), and tells those
that a sheet has, in the words that conditions have for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import quoteattr

from ..api import constant
from ..refusals import Refused
from .formula_texts import operand

COLOURS, BARS, ICONS = "colour scale", "data bars", "icons"
ICON_SETS = {
    "3 arrows": "3Arrows", "3 grey arrows": "3ArrowsGray", "3 flags": "3Flags", "3 traffic lights": "3TrafficLights1",
    "3 signs": "3Signs", "3 symbols": "3Symbols", "3 smileys": "3Smilies", "3 stars": "3Stars",
    "3 triangles": "3Triangles", "4 arrows": "4Arrows", "4 ratings": "4Rating", "4 traffic lights": "4TrafficLights",
    "5 arrows": "5Arrows", "5 grey arrows": "5ArrowsGray", "5 ratings": "5Rating", "5 quarters": "5Quarters",
    "5 boxes": "5Boxes",
}  # fmt: skip
_TOLD_ICONS = {
    0: "3 arrows", 1: "3 grey arrows", 2: "3 flags", 3: "3 traffic lights", 5: "3 signs", 6: "3 symbols", 8: "3 smileys",
    10: "4 arrows", 13: "4 ratings", 14: "4 traffic lights", 15: "5 arrows", 17: "5 ratings", 18: "5 quarters",
}  # fmt: skip
"""By com.sun.star.sheet.IconSetType. It has no numbers of stars, triangles and boxes, and five grey arrows read as four."""
_KINDS = {
    "min": "minimum", "max": "maximum", "percentile": "percentile", "percent": "percent", "number": "number",
    "formula": "formula", "automatic": "auto",
}  # fmt: skip
_GIVEN = ("percentile", "percent", "number", "formula")
_BAR_COLOUR, _NEGATIVE = "#638ec6", "#ff0000"
_DEFAULT_COLOURS = {2: ("#ff6d6d", "#77bc65"), 3: ("#ff6d6d", "#ffff6d", "#77bc65")}
_TYPES = {
    COLOURS: ("ColorScaleEntryType.COLORSCALE", ("MIN", "MAX", "PERCENTILE", "FORMULA", "VALUE", "PERCENT")),
    BARS: ("DataBarEntryType.DATABAR", ("MIN", "MAX", "PERCENTILE", "FORMULA", "VALUE", "PERCENT")),
    ICONS: ("IconSetFormatEntry.ICONSET", ("MIN", "PERCENTILE", "FORMULA", "VALUE", "PERCENT")),
}
_AXES = {"automatic": "AXIS_AUTOMATIC", "middle": "AXIS_MIDDLE", "none": "AXIS_NONE"}
_REFERENCE = re.compile(r"(?<![\w$.'\"])\$?([A-Za-z]{1,3})\$?([0-9]{1,7})(?![\w(.'!])")
_FORMULA = re.compile(r"formula =\S+")
_QUOTED = re.compile(r'("(?:[^"]|"")*")')


class Graded:
    """A colour scale, data bars or icons. `points`: {at, value, color}, from low to high."""

    def __init__(self, kind: str, how: Mapping[str, Any]) -> None:
        self.kind = kind
        self.how = how
        self.points = [dict(item) for item in how.get("points") or self._usual()]
        self._complete()

    @property
    def said(self) -> str:
        """Return the rule in the words of the property "conditional format"."""
        points = [_said(point) for point in self.points]
        if self.kind == COLOURS:
            return f"{COLOURS} {', '.join(points)}"
        if self.kind == ICONS:
            return f"{ICONS} {', '.join([self._icons, *points[1:]])}"
        return f"{BARS} {', '.join([self._color, *points, f'negative {self._negative}', f'axis {self._axis}'])}"

    def is_like(self, told_as: str) -> bool:
        """Tell whether a rule as `told` tells it may be this one: it knows less than a file does."""
        plain = _FORMULA.sub("formula", self.said)
        own, found = (text.replace("automatic", "min").split(", ") for text in (plain, told_as))
        if self.kind == ICONS:
            own[0] = found[0] = own[0] if found[0] in (own[0], ICONS) else found[0]
        return own == found

    @property
    def formulas(self) -> list[str]:
        """Return the formulas of points, in their order, as people write them, without their sign."""
        return [_fixed(point["value"]) for point in self.points if point["at"] == "formula"]

    def xml(self, address: str, formulas: Sequence[str]) -> str:
        """Return the rule for the cells at an address. `formulas`: those of points as OpenDocument writes them, quoted."""
        element = self._element(iter(formulas))
        where = quoteattr(address)
        return (
            f"<calcext:conditional-format calcext:target-range-address={where}>{element}</calcext:conditional-format>"
        )

    @property
    def _icons(self) -> str:
        return str(self.how.get("icons") or "3 arrows")

    @property
    def _color(self) -> str:
        return str(self.how.get("color") or _BAR_COLOUR)

    @property
    def _negative(self) -> str:
        return str(self.how.get("negative_color") or _NEGATIVE)

    @property
    def _axis(self) -> str:
        return str(self.how.get("axis") or "automatic")

    def _usual(self) -> list[dict[str, Any]]:
        if self.kind == COLOURS:
            return [{"at": "min"}, {"at": "max"}]
        if self.kind == BARS:
            return [{"at": "automatic"}, {"at": "automatic"}]
        count = int(self._icons[0])
        return [{"at": "percent", "value": round(place * 100 / count)} for place in range(1, count)]

    def _complete(self) -> None:
        self._require_points()
        if self.kind == COLOURS:
            usual = _DEFAULT_COLOURS[len(self.points)]
            for record, color in zip(self.points, usual, strict=True):
                record["color"] = record.get("color") or color
        elif self.kind == ICONS:
            self.points.insert(0, {"at": "percent", "value": 0})

    def _require_points(self) -> None:
        if self.kind not in _TYPES:
            raise Refused(f"{self.kind!r} is none of {', '.join(_TYPES)}")
        counts = {COLOURS: (2, 3), BARS: (2,), ICONS: (int(self._icons[0]) - 1,)}[self.kind]
        if len(self.points) not in counts:
            raise Refused(
                f"{self.kind} take {' or '.join(map(str, counts))} points, not {len(self.points)}: "
                + (
                    "where each icon but the lowest begins"
                    if self.kind == ICONS
                    else "from the low end to the high one"
                )
            )
        for point in self.points:
            self._require_point(point)

    def _require_point(self, record: Mapping[str, Any]) -> None:
        at, value = record["at"], record.get("value")
        if (
            at not in _KINDS
            or (at == "automatic" and self.kind != BARS)
            or (at in ("min", "max") and self.kind == ICONS)
        ):
            raise Refused(f"a point of {self.kind} is not at {at!r}")
        if at in _GIVEN and value in (None, ""):
            raise Refused(f"a point at a {at} needs a value")
        if at in _GIVEN and at != "formula":
            try:
                number = float(str(value))
            except ValueError as error:
                raise Refused(f"a point at a {at} takes a number, not {value!r}; at formula takes a formula") from error
            if at.startswith("perc") and not 0 <= number <= 100:
                raise Refused(f"a {at} lies between 0 and 100, not at {value!r}")
        if record.get("color") and self.kind != COLOURS:
            raise Refused(f"points of {self.kind} have no colour; data bars have color")

    def _element(self, formulas: Iterator[str]) -> str:
        entries = "".join(self._entry(place, record, formulas) for place, record in enumerate(self.points))
        hidden = ' calcext:show-value="false"' if self.how.get("show_value") is False else ""
        if self.kind == COLOURS:
            return f"<calcext:color-scale>{entries}</calcext:color-scale>"
        if self.kind == ICONS:
            kind = ICON_SETS[self._icons]
            return f'<calcext:icon-set calcext:icon-set-type="{kind}"{hidden}>{entries}</calcext:icon-set>'
        axis = {"automatic": "", "middle": ' calcext:axis-position="middle"', "none": ' calcext:axis-position="none"'}
        plain = ' calcext:gradient="false"' if self.how.get("gradient") is False else ""
        return (
            f'<calcext:data-bar calcext:max-length="100" calcext:negative-color="{self._negative}"'
            f' calcext:positive-color="{self._color}" calcext:axis-color="#000000"{axis[self._axis]}{plain}{hidden}>'
            f"{entries}</calcext:data-bar>"
        )

    def _entry(self, place: int, record: Mapping[str, Any], formulas: Iterator[str]) -> str:
        kind = _KINDS[record["at"]]
        if kind == "auto":
            kind = ("auto-minimum", "auto-maximum")[place]
        value = (
            next(formulas) if kind == "formula" else f"{float(record['value']):g}" if record["at"] in _GIVEN else "0"
        )
        name = "color-scale-entry" if self.kind == COLOURS else "formatting-entry"
        color = f' calcext:color="{record["color"]}"' if self.kind == COLOURS else ""
        return f'<calcext:{name} calcext:value="{value}" calcext:type="{kind}"{color}/>'


def _said(record: Mapping[str, Any]) -> str:
    value = ""
    if record["at"] == "formula":
        value = f" ={_fixed(record['value']).replace(';', ',')}"
    elif record["at"] in _GIVEN:
        value = f" {float(record['value']):g}"
    return f"{record['at']}{value}{' ' + record['color'] if record.get('color') else ''}"


def _fixed(value: Any) -> str:
    """Return a formula without its sign, its references absolute: a scale has one such point for all cells."""
    plain = operand(value if str(value).startswith("=") else f"={value}").strip()
    plain = plain if '"' in plain else plain.replace(" ", "")
    parts = _QUOTED.split(plain)
    return "".join(part if at % 2 else _REFERENCE.sub(_absolute, part) for at, part in enumerate(parts))


def _absolute(found: re.Match[str]) -> str:
    return f"${found[1].upper()}${found[2]}"


def kind_of(entry: Any) -> str:
    """Return which of the three a rule of a sheet is, "" for a condition with a style."""
    return {1: COLOURS, 2: BARS, 3: ICONS}.get(int(entry.getType()), "")


def told(entry: Any) -> str:
    """Return a rule that a sheet has in the words of the property "conditional format", "" for a condition with a style."""
    kind = kind_of(entry)
    if not kind:
        return ""
    entries = _points_of(entry, kind)
    points = [_told_point(item, kind) for item in entries]
    if kind == COLOURS:
        return f"{COLOURS} {', '.join(points)}"
    if kind == ICONS:
        return ", ".join([f"{ICONS} {_TOLD_ICONS.get(entry.Icons, '')}".strip(), *points[1:]])
    if points[1:] == ["min"]:
        # The number of an automatic end is that of the minimum.
        points = ["automatic", "automatic"]
    axis = next(name for name, item in _AXES.items() if constant(f"sheet.DataBarAxis.{item}") == entry.AxisPosition)
    negative = _hex(entry.NegativeColor if entry.UseNegativeColor else entry.Color)
    return f"{BARS} {', '.join([_hex(entry.Color), *points, f'negative {negative}', f'axis {axis}'])}"


def _hex(colour: Any) -> str:
    return f"#{int(colour) & 0xFFFFFF:06x}"


def _points_of(entry: Any, kind: str) -> Sequence[Any]:
    name = {COLOURS: "ColorScaleEntries", BARS: "DataBarEntries", ICONS: "IconSetEntries"}[kind]
    return list(getattr(entry, name) or ())


def _told_point(point: Any, kind: str) -> str:
    names = {_number_of(kind, name): name for name in _TYPES[kind][1]}
    at = names.get(int(point.getType()), "VALUE").lower().replace("value", "number")
    # The interface does not tell the formula.
    value = f" {float(point.getFormula() or 0):g}" if at in _GIVEN and at != "formula" else ""
    return f"{at}{value}{' ' + _hex(point.getColor()) if kind == COLOURS else ''}"


def _number_of(kind: str, name: str) -> int:
    return constant(f"sheet.{_TYPES[kind][0]}_{name}")
