"""Reads charts of Office Open XML (ECMA-376 part 1, DrawingML Charts)."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ufo.verify.documents.markup import attribute, children, descendants, local
from ufo.verify.documents.model import Chart
from ufo.verify.documents.references import parse_references

_KINDS = {
    "lineChart": "line", "line3DChart": "line", "pieChart": "pie", "pie3DChart": "pie", "ofPieChart": "pie",
    "doughnutChart": "donut",
}  # fmt: skip

_AXES = ("catAx", "dateAx", "valAx")
_SIDES = {"r": "right", "l": "left", "t": "top", "b": "bottom", "tr": "right"}


def chart_of(root: Element, sheet: str) -> Iterator[Chart]:
    """Iterate over the charts of a part, usually one, each of the kind of its first plot."""
    for area in descendants(root, "plotArea"):
        plot = next((node for node in area if local(node).endswith("Chart")), None)
        if plot is None:
            continue
        references = tuple(found for node in descendants(area, "f") for found in parse_references(node.text or ""))
        axes = [_title_of(axis) for name in _AXES for axis in children(area, name)]
        series = sum(1 for node in area if local(node).endswith("Chart") for _ in children(node, "ser"))
        yield Chart(_kind(plot), sheet, _title(root), references, *_two(axes), _legend(root), series)


def _two(titles: list[str]) -> tuple[str, str]:
    """Return the titles of the first two axes: of a scatter chart both are axes of values, across and up."""
    return (titles[0] if titles else ""), (titles[1] if len(titles) > 1 else "")


def _legend(root: Element) -> str:
    for legend in descendants(root, "legend"):
        return _SIDES.get(next((attribute(node, "val") for node in children(legend, "legendPos")), "r"), "right")
    return "none"


def _kind(plot: Element) -> str:
    name = local(plot)
    if name in ("barChart", "bar3DChart"):
        direction = next((attribute(node, "val") for node in children(plot, "barDir")), "col")
        return "bar" if direction == "bar" else "column"
    return _KINDS.get(name, name.removesuffix("Chart"))


def _title(root: Element) -> str:
    for chart in descendants(root, "chart"):
        return _title_of(chart)
    return ""


def _title_of(holder: Element) -> str:
    for title in children(holder, "title"):
        return "".join(text.text or "" for text in descendants(title, "t"))
    return ""
