"""Reads the conditional formats of a workbook: rules that compare, colour scales, data bars and icons (ECMA-376 part 1, 18.3.1;
MS-XLSX 2.6.29 for what Excel 2010 added: a rule of its own below `extLst`, or more about a rule that names it by an id).
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ufo.conditions.readers import rules
from ufo.conditions.readers.markup import attribute, children, descendants, local
from ufo.conditions.readers.model import Area
from ufo.conditions.readers.ooxml.xlsx_file import SheetPart, XlsxFile
from ufo.conditions.readers.references import parse_areas_of
from ufo.conditions.readers.rules import Point, Rule, style_without

SIGNS = {
    "greaterThan": ">", "greaterThanOrEqual": ">=", "lessThan": "<", "lessThanOrEqual": "<=", "equal": "=",
    "notEqual": "!=", "between": "between", "notBetween": "not between",
}  # fmt: skip
_AT = {
    "min": "min", "max": "max", "num": "number", "percent": "percent", "percentile": "percentile", "formula": "formula",
    "autoMin": "automatic", "autoMax": "automatic",
}  # fmt: skip
_LAST = 1_000_000


def rules_of(file: XlsxFile, part: SheetPart) -> list[Rule]:
    """Return the rules of conditional formats by their priority. The first that fits counts."""
    found: list[tuple[int, Rule]] = []
    extended = _Extended(part)
    for holder in part.within("conditionalFormatting"):
        areas = parse_areas_of(attribute(holder, "sqref"))
        for rule in children(holder, "cfRule"):
            operands = tuple(formula.text or "" for formula in children(rule, "formula"))
            kind = attribute(rule, "type")
            comparison = SIGNS.get(attribute(rule, "operator"), "") if kind == "cellIs" else ""
            style = file.differing(attribute(rule, "dxfId")) or style_without(kind)
            found.append(
                (number(rule, "priority"), Rule(areas, comparison, operands, style, _graded(rule, extended.of(rule))))
            )
    for rule, areas in extended.alone():
        told = Rule(areas, "", (), style_without(attribute(rule, "type")), _graded(rule, None))
        found.append((number(rule, "priority") or _LAST, told))
    return [rule for _, rule in sorted(found, key=lambda prior: prior[0])]


def number(element: Element, name: str) -> int:
    text = attribute(element, name, "0").split(".")[0]
    return int(text) if text.isdecimal() and len(text) < 9 else 0


class _Extended:
    """The rules of a sheet that stand below its `extLst`."""

    def __init__(self, part: SheetPart) -> None:
        holders = [holder for root in part.within("extLst") for holder in descendants(root, "conditionalFormatting")]
        self._rules = [(rule, _areas(holder)) for holder in holders for rule in children(holder, "cfRule")]
        named = (node for holder in part.within("conditionalFormatting") for node in descendants(holder, "id"))
        self._named = frozenset(node.text or "" for node in named)

    def of(self, rule: Element) -> Element | None:
        """Return what is said there of a rule."""
        ids = [node.text or "" for node in descendants(rule, "id")]
        return next((more for more, _ in self._rules if attribute(more, "id") in ids), None)

    def alone(self) -> Iterator[tuple[Element, tuple[Area, ...]]]:
        """Iterate over the rules that stand there only, with their cells."""
        return ((rule, areas) for rule, areas in self._rules if attribute(rule, "id") not in self._named)


def _areas(holder: Element) -> tuple[Area, ...]:
    return tuple(area for node in children(holder, "sqref") for area in parse_areas_of(node.text or ""))


def _graded(rule: Element, more: Element | None) -> str:
    """Return the words of a colour scale, data bars or icons, "" for any other rule. `more`: what is said elsewhere of it."""
    for shown in children(rule, "colorScale"):
        colours = [_colour(node) for node in children(shown, "color")]
        points = zip(_points(shown), colours, strict=False)
        return rules.scale([Point(point.at, point.value, colour) for point, colour in points])
    for shown in children(rule, "iconSet"):
        return rules.icons(attribute(shown, "iconSet", "3TrafficLights1"), _points(shown))
    for shown in children(rule, "dataBar"):
        return _bars(shown, next(children(more, "dataBar"), shown) if more is not None else shown)
    return ""


def _bars(shown: Element, more: Element) -> str:
    colours = (_colour(node) for name in ("color", "fillColor") for node in children(shown, name))
    negative = (_colour(node) for node in children(more, "negativeFillColor"))
    axis = attribute(more, "axisPosition", "automatic")
    return rules.bars(next(colours, ""), next(negative, ""), _points(more), axis)


def _points(shown: Element) -> list[Point]:
    return [Point(_AT.get(attribute(node, "type"), "number"), _value(node)) for node in children(shown, "cfvo")]


def _value(point: Element) -> str:
    return attribute(point, "val") or next((part.text or "" for part in point if local(part) == "f"), "")


def _colour(node: Element) -> str:
    return f"#{attribute(node, 'rgb')[-6:].lower()}" if attribute(node, "rgb") else "theme"
