"""Reads charts of Office Open XML (ECMA-376 part 1, DrawingML Charts)."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import along, attribute, child, children, descendant, descendants, local, text_in
from ufo.conditions.readers.model import Chart, Drawn
from ufo.conditions.readers.references import parse_references, plain_address

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
        series = tuple(_drawn(node) for plot in plots for node in children(plot, "ser"))
        title = "" if whole is None else _title(whole)
        yield Chart(_kind(plots[0]), sheet, title, references, axes[0], axes[1], _legend(root), len(series), series)


def _drawn(series: Element) -> Drawn:
    """Read a series: its name, its values, and its categories or the values across."""
    return Drawn(
        _source(series, "tx") or _literal(series), _source(series, "val", "yVal"), _source(series, "cat", "xVal")
    )


def _source(series: Element, *names: str) -> str:
    holders = (holder for name in names for holder in children(series, name))
    return next((plain_address(node.text or "") for holder in holders for node in descendants(holder, "f")), "")


def _literal(series: Element) -> str:
    return next((node.text or "" for holder in children(series, "tx") for node in descendants(holder, "v")), "")


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
