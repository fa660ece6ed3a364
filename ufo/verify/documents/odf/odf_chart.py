"""Reads charts of OpenDocument. A chart is an embedded object with references to the cells that it draws."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ufo.verify.documents.markup import attribute, descendants, local
from ufo.verify.documents.model import Chart, Reference
from ufo.verify.documents.references import parse_references

_KINDS = {"circle": "pie", "ring": "donut"}
_SIDES = {"start": "left", "end": "right", "top": "top", "bottom": "bottom"}
_OWN_TABLE = "local-table"
"""The name of a chart's own copy of its data."""
_ADDRESSES = ("cell-range-address", "values-cell-range-address", "label-cell-address")


def chart_of(root: Element, chart: Element, sheet: str, declared: tuple[Reference, ...]) -> Chart:
    """Read a chart. `declared`: the ranges that the sheet says the chart follows; they count only where the chart has no
    references.
    """
    word = attribute(chart, "class").rpartition(":")[2]
    kind = _KINDS.get(word, word)
    if kind == "bar" and not _lies(root, chart):
        kind = "column"
    own = tuple(_references(chart))
    axes = {attribute(axis, "dimension"): _title(axis) for axis in reversed(list(descendants(chart, "axis")))}
    series = sum(1 for _ in descendants(chart, "series"))
    return Chart(
        kind, sheet, _title(chart), own or declared, axes.get("x", ""), axes.get("y", ""), _legend(chart), series
    )


def _title(holder: Element) -> str:
    title = next((node for node in holder if local(node) == "title"), None)
    return "".join(title.itertext()).strip() if title is not None else ""


def _legend(chart: Element) -> str:
    legend = next((node for node in chart if local(node) == "legend"), None)
    if legend is None:
        return "none"
    return _SIDES.get(attribute(legend, "legend-position"), "right")


def _lies(root: Element, chart: Element) -> bool:
    """Tell whether the bars are horizontal: `chart:vertical` says that the axes are swapped."""
    area = next(descendants(chart, "plot-area"), None)
    style = attribute(area, "style-name") if area is not None else ""
    for candidate in descendants(root, "style"):
        if attribute(candidate, "name") == style:
            return any(attribute(part, "vertical") == "true" for part in descendants(candidate, "chart-properties"))
    return False


def _references(chart: Element) -> Iterator[Reference]:
    for node in chart.iter():
        for key, value in node.attrib.items():
            if key.rpartition("}")[2] in _ADDRESSES:
                yield from (found for found in parse_references(value) if found.sheet != _OWN_TABLE)
