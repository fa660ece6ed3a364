"""Reads colour scales, data bars and icons of a workbook (ECMA-376 part 1, 18.3.1; MS-XLSX 2.6.29 for what Excel 2010 added:
a rule of its own below `extLst`, or more about a rule that names it by an id).
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ufo.verify.documents.markup import attribute, children, descendants, local
from ufo.verify.documents.model import Area
from ufo.verify.documents.references import parse_references
from ufo.verify.properties import graded_formats
from ufo.verify.properties.conditional_formats import Rule
from ufo.verify.properties.graded_formats import Point
from ufo.verify.properties.ooxml.xlsx_file import SheetPart

_AT = {
    "min": "min", "max": "max", "num": "number", "percent": "percent", "percentile": "percentile", "formula": "formula",
    "autoMin": "automatic", "autoMax": "automatic",
}  # fmt: skip


class Extended:
    """The rules of a sheet that stand below its `extLst`."""

    def __init__(self, part: SheetPart) -> None:
        holders = [one for root in part.within("extLst") for one in descendants(root, "conditionalFormatting")]
        self._rules = [(rule, _areas(holder)) for holder in holders for rule in children(holder, "cfRule")]
        ids = (one.text or "" for holder in part.within("conditionalFormatting") for one in descendants(holder, "id"))
        self._named = frozenset(ids)

    def of(self, rule: Element) -> Element | None:
        """Return what is said there of a rule."""
        ids = [one.text or "" for one in descendants(rule, "id")]
        return next((one for one, _ in self._rules if attribute(one, "id") in ids), None)

    def alone(self) -> Iterator[tuple[Element, tuple[Area, ...]]]:
        """Iterate over the rules that stand there only, with their cells."""
        return ((rule, areas) for rule, areas in self._rules if attribute(rule, "id") not in self._named)


def graded_alone(rule: Element, areas: tuple[Area, ...]) -> Rule:
    return Rule(areas, "", (), style_without(attribute(rule, "type")), _told(rule, None))


def graded(rule: Element, extended: Extended) -> str:
    """Return the words of a colour scale, data bars or icons, "" for any other rule."""
    return _told(rule, extended.of(rule))


def style_without(kind: str) -> dict[str, str]:
    """Return the style of a rule that names none. The colour that a scale gives a cell is not worked out here."""
    return {} if kind in ("dataBar", "iconSet") else {"highlight": "", "colour": ""}


def _told(rule: Element, more: Element | None) -> str:
    for shown in children(rule, "colorScale"):
        colours = [_colour(one) for one in children(shown, "color")]
        points = [Point(one.at, one.value, colour) for one, colour in zip(_points(shown), colours, strict=False)]
        return graded_formats.scale(points)
    for shown in children(rule, "iconSet"):
        return graded_formats.icons(attribute(shown, "iconSet", "3TrafficLights1"), _points(shown))
    for shown in children(rule, "dataBar"):
        return _bars(shown, next(children(more, "dataBar"), shown) if more is not None else shown)
    return ""


def _bars(shown: Element, more: Element) -> str:
    colours = [_colour(one) for name in ("color", "fillColor") for one in children(shown, name)]
    negative = [_colour(one) for one in children(more, "negativeFillColor")]
    axis = attribute(more, "axisPosition", "automatic")
    return graded_formats.bars(next(iter(colours), ""), next(iter(negative), ""), _points(more), axis)


def _points(shown: Element) -> list[Point]:
    return [Point(_AT.get(attribute(one, "type"), "number"), _value(one)) for one in children(shown, "cfvo")]


def _value(point: Element) -> str:
    return attribute(point, "val") or next((one.text or "" for one in point if local(one) == "f"), "")


def _colour(one: Element) -> str:
    return f"#{attribute(one, 'rgb')[-6:].lower()}" if attribute(one, "rgb") else "theme"


def _areas(holder: Element) -> tuple[Area, ...]:
    texts = (one.text or "" for one in holder if local(one) == "sqref")
    return tuple(reference.area for text in texts for reference in parse_references(text))
