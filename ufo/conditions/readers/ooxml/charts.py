"""Reads charts of Office Open XML (ECMA-376 part 1, DrawingML Charts)."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import along, attribute, child, children, descendant, descendants, local, text_in
from ufo.conditions.readers.model import Chart
from ufo.conditions.readers.references import parse_references

_KINDS = {
    "lineChart": "line", "line3DChart": "line", "pieChart": "pie", "pie3DChart": "pie", "ofPieChart": "pie",
    "doughnutChart": "donut",
}  # fmt: skip
_AXES = ("catAx", "dateAx", "valAx")
_SIDES = {"r": "right", "l": "left", "t": "top", "b": "bottom", "tr": "right"}


def charts_in(root: Element, sheet: str) -> Iterator[Chart]:
    """Iterate over the charts of a part, usually one, each of the kind of its first plot."""
    whole = descendant(root, "chart")
    for area in descendants(root, "plotArea"):
        plots = [node for node in area if local(node).endswith("Chart")]
        if not plots:
            continue
        references = tuple(found for node in descendants(area, "f") for found in parse_references(node.text or ""))
        # Of a scatter chart both axes are axes of values, across and up.
        axes = [*(_title(axis) for name in _AXES for axis in children(area, name)), "", ""]
        series = sum(1 for plot in plots for _ in children(plot, "ser"))
        title = "" if whole is None else _title(whole)
        yield Chart(_kind(plots[0]), sheet, title, references, axes[0], axes[1], _legend(root), series)


def _legend(root: Element) -> str:
    for legend in descendants(root, "legend"):
        side = next((attribute(node, "val") for node in children(legend, "legendPos")), "r")
        return _SIDES.get(side, "right")
    return "none"


def _kind(plot: Element) -> str:
    name = local(plot)
    if name in ("barChart", "bar3DChart"):
        direction = next((attribute(node, "val") for node in along(plot, "barDir")), "col")
        return "bar" if direction == "bar" else "column"
    return _KINDS.get(name, name.removesuffix("Chart"))


def _title(holder: Element) -> str:
    title = child(holder, "title")
    return "" if title is None else text_in(title, "t")
