"""Gives a chart titles, a legend, labels, the limits of its axis and a place, and remembers how it was before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..api import enum, items, struct
from ..connection import Shown
from ..refusals import Refused
from ..undo import remember_chart
from .ranges import parse_area

_OFF = 60
"""Hundredths of a millimetre."""


def state_of(sheet: Any, name: str) -> tuple[Any, ...]:
    """Return copies of the diagram with its axes, series and legend and of the title, and the place: x, y, width, height."""
    model = sheet.Charts.getByName(name).EmbeddedObject
    title = model.getTitleObject()
    shape = shape_of(sheet, name)
    place = shape.Position.X, shape.Position.Y, shape.Size.Width, shape.Size.Height
    return model.getFirstDiagram().createClone(), title.createClone() if title is not None else None, *place


def remembered(shown: Shown, sheet: Any, name: str, before: tuple[Any, ...]) -> bool:
    """Make the change of a chart, which was as `before`, a step that undo takes back. Return whether it is one."""
    place = (sheet, name, int(shape_of(sheet, name).ZOrder))
    return remember_chart(shown, "Change chart", place, before, state_of(sheet, name))


def shape_of(sheet: Any, name: str) -> Any:
    page = sheet.DrawPage
    shapes = items(page)
    return next(shape for shape in shapes if getattr(shape, "PersistName", "") == name)


def move(sheet: Any, name: str, wanted: Mapping[str, Any]) -> None:
    """Put a chart at the cell that `place` names, and give it a `width` and `height` in millimetres."""
    shape = shape_of(sheet, name)
    x, y, width, height = wanted_place(sheet, shape, wanted)
    shape.setSize(struct("awt.Size", Width=width, Height=height))
    shape.setPosition(struct("awt.Point", X=x, Y=y))


def is_at(sheet: Any, name: str, wanted: Mapping[str, Any]) -> bool:
    shape = shape_of(sheet, name)
    place = shape.Position.X, shape.Position.Y, shape.Size.Width, shape.Size.Height
    return all(abs(item - other) <= _OFF for item, other in zip(place, wanted_place(sheet, shape, wanted), strict=True))


def wanted_place(sheet: Any, shape: Any, wanted: Mapping[str, Any]) -> tuple[int, int, int, int]:
    at = parse_area(str(wanted["place"])).of(sheet).Position if wanted.get("place") else shape.Position
    sizes = {name: round(float(wanted[name]) * 100) for name in ("width", "height") if wanted.get(name)}
    return at.X, at.Y, sizes.get("width", shape.Size.Width), sizes.get("height", shape.Size.Height)


_LEGEND = {"right": "RIGHT", "left": "LEFT", "top": "TOP", "bottom": "BOTTOM", "none": "NONE"}
_LIMITS = {"y_min": "Min", "y_max": "Max", "y_logarithmic": "Logarithmic"}
"""The properties of the axis of values."""
_ROUND = ("com.sun.star.chart.PieDiagram", "com.sun.star.chart.DonutDiagram")
_CAPTIONS = {"value": 1, "percent": 2, "name": 4, "none": 0}
"""com.sun.star.chart.ChartDataCaption."""
_OPTIONS = frozenset(
    {
        "series_in",
        "title",
        "subtitle",
        "x_title",
        "y_title",
        "legend",
        "stacked",
        "labels",
        "place",
        "width",
        "height",
        "y_min",
        "y_max",
        "y_logarithmic",
    }
)


def apply_options(chart: Any, wanted: Mapping[str, Any]) -> None:
    unknown = sorted(wanted.keys() - _OPTIONS)
    if unknown:
        raise Refused(f"{unknown[0]!r} is no option of a chart; take {', '.join(sorted(_OPTIONS))}")
    for name, switch, holder in (("title", "HasMainTitle", "Title"), ("subtitle", "HasSubTitle", "SubTitle")):
        if wanted.get(name):
            setattr(chart, switch, True)
            getattr(chart, holder).String = wanted[name]
    for name, axis in (("x_title", "XAxis"), ("y_title", "YAxis")):
        if wanted.get(name):
            _title_axis(chart.Diagram, axis, wanted[name])
    _scale(chart.Diagram, wanted)
    if wanted.get("legend"):
        chart.HasLegend = wanted["legend"] != "none"
        if chart.HasLegend:
            chart.Legend.Alignment = enum("chart.ChartLegendPosition", _LEGEND[wanted["legend"]])
    if wanted.get("stacked"):
        _stack(chart.Diagram, wanted["stacked"])
    if wanted.get("labels"):
        chart.Diagram.DataCaption = _CAPTIONS[wanted["labels"]]


def _scale(diagram: Any, wanted: Mapping[str, Any]) -> None:
    given = {option: name for option, name in _LIMITS.items() if wanted.get(option) is not None}
    if given and (diagram.DiagramType in _ROUND or not hasattr(diagram, "YAxis")):
        raise Refused("a chart of this kind has no axis of values")
    for option, name in given.items():
        setattr(diagram.YAxis, name, wanted[option])


def _stack(diagram: Any, how: str) -> None:
    if not hasattr(diagram, "Stacked"):
        raise Refused("a chart of this kind cannot be stacked")
    setattr(diagram, "Percent" if how == "percent" else "Stacked", True)


def _title_axis(diagram: Any, axis: str, title: str) -> None:
    if not hasattr(diagram, f"Has{axis}Title"):
        raise Refused("a chart of this kind has no axes, so they have no titles")
    setattr(diagram, f"Has{axis}Title", True)
    getattr(diagram, f"{axis}Title").String = title


def differing(chart: Any, wanted: Mapping[str, Any]) -> list[str]:
    """Return the options that do not read back as wanted."""
    diagram = chart.Diagram
    real: dict[str, Any] = {
        "title": chart.Title.String if chart.HasMainTitle else "",
        "subtitle": chart.SubTitle.String if chart.HasSubTitle else "",
        "x_title": diagram.XAxisTitle.String if getattr(diagram, "HasXAxisTitle", False) else "",
        "y_title": diagram.YAxisTitle.String if getattr(diagram, "HasYAxisTitle", False) else "",
    }
    wrong = [name for name, value in real.items() if wanted.get(name) and wanted[name] != value]
    axis = getattr(diagram, "YAxis", None)
    wrong += [
        option
        for option, name in _LIMITS.items()
        if wanted.get(option) is not None and getattr(axis, name) != wanted[option]
    ]
    legend = chart.Legend.Alignment.value if chart.HasLegend else "NONE"
    return wrong + (["legend"] if wanted.get("legend") and _LEGEND[wanted["legend"]] != legend else [])


def stated_by(sheet: str, wanted: Mapping[str, Any]) -> list[dict[str, Any]]:
    stated = {
        "chart title": wanted.get("title"), "chart x title": wanted.get("x_title"), "chart y title": wanted.get("y_title"),
        "chart legend": wanted.get("legend"),
    }  # fmt: skip
    return [{"sheet": sheet, "property": name, "value": value} for name, value in stated.items() if value]
