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


def chart_of(root: Element, sheet: str) -> Iterator[Chart]:
    """Iterate over the charts of a part, usually one, each of the kind of its first plot."""
    for area in descendants(root, "plotArea"):
        plot = next((node for node in area if local(node).endswith("Chart")), None)
        if plot is None:
            continue
        references = tuple(found for node in descendants(area, "f") for found in parse_references(node.text or ""))
        yield Chart(_kind(plot), sheet, _title(root), references)


def _kind(plot: Element) -> str:
    name = local(plot)
    if name in ("barChart", "bar3DChart"):
        direction = next((attribute(node, "val") for node in children(plot, "barDir")), "col")
        return "bar" if direction == "bar" else "column"
    return _KINDS.get(name, name.removesuffix("Chart"))


def _title(root: Element) -> str:
    for chart in descendants(root, "chart"):
        for title in children(chart, "title"):
            return "".join(text.text or "" for text in descendants(title, "t"))
    return ""
