"""Inserts charts on a sheet, beside the data that they draw or on a sheet of their own, and changes and removes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..api import Refused, enum, struct
from ..connection import Shown
from ..undo import one_step
from .named_places import on_sheet, place_in
from .ranges import (
    Area,
    find_sheet,
    parse_area,
    require_unprotected,
    require_used,
    sheet_to_change,
    split_known,
    used_area,
)

_DIAGRAMS = {
    "bar": "BarDiagram", "column": "BarDiagram", "line": "LineDiagram", "pie": "PieDiagram", "area": "AreaDiagram",
    "scatter": "XYDiagram", "donut": "DonutDiagram", "radar": "NetDiagram", "bubble": "BubbleDiagram", "stock": "StockDiagram",
}  # fmt: skip
_ROUND = ("pie", "donut", "radar")
_WIDTH, _HEIGHT, _GAP = 12_000, 7_500, 500
"""In hundredths of a millimetre."""
_LEGEND = {"right": "RIGHT", "left": "LEFT", "top": "TOP", "bottom": "BOTTOM", "none": "NONE"}
_CAPTIONS = {"value": 1, "percent": 2, "name": 4, "none": 0}
"""com.sun.star.chart.ChartDataCaption."""
_OPTIONS = frozenset(
    {"series_in", "title", "subtitle", "x_title", "y_title", "legend", "stacked", "labels", "place", "width", "height"}
)


def insert_chart(
    shown: Shown, chart_type: str, data_range: str, sheet_name: str | int, title: str, options: Mapping[str, Any]
) -> dict[str, Any]:  # fmt: skip
    prefix, address = split_known(shown, data_range) if data_range else ("", "")
    sheet = find_sheet(shown, prefix or sheet_name)
    shown.require_writable()
    on = find_sheet(shown, sheet_name) if sheet_name and prefix else sheet
    require_unprotected(on)
    area = place_in(sheet, address) if address else require_used(sheet)
    cells = area.of(sheet)
    data = cells.getDataArray()
    series_in = str(options.get("series_in") or "columns")
    if series_in == "rows":
        data = tuple(zip(*data, strict=True))
    headed, labelled = _has_header(data), _has_labels(data)
    if not any(isinstance(value, float) for row in data[headed:] for value in row[labelled:]):
        raise Refused(f"{sheet.Name}.{area.name} has no numbers to draw; give a range with numbers")
    charts = on.Charts
    before = set(charts.ElementNames)
    # A name that a chart on another sheet has is not taken.
    taken = {one for other in shown.document.Sheets for one in other.Charts.ElementNames}
    name = next(f"Chart {number}" for number in range(1, len(taken) + 2) if f"Chart {number}" not in taken)
    wanted = {"title": title, **options}
    with one_step(shown.document, "Insert chart"):
        # The caption of a column stands in the first row, that of a row in the first column.
        flags = (headed, labelled) if series_in == "columns" else (labelled, headed)
        charts.addNewByName(name, _place(on, used_area(on), len(before), wanted), (cells.RangeAddress,), *flags)
        chart = charts.getByName(name).EmbeddedObject
        _shape(chart, chart_type, series_in, (len(data[0]) - labelled) if data else 0)
        _apply(chart, wanted)
    drawn = area.name if on.Name == sheet.Name else f"{sheet.Name}.{area.name}"
    return {
        "sheet": on.Name, "range": drawn, "chart": name,
        "equal": _is_as_asked(charts, name, cells, chart_type) and _differs(chart, wanted) == [],
        "holds": [{"sheet": on.Name, "chart": chart_type, "chart_refers_to": drawn}, *_holds(on.Name, wanted)],
    }  # fmt: skip


def _has_header(data: Any) -> bool:
    return len(data) > 1 and all(isinstance(value, str) for value in data[0]) and any(data[0])


def _has_labels(data: Any) -> bool:
    """Tell whether the first column labels the rows: it holds text, below a header that may be missing."""
    return len(data[0]) > 1 and any(isinstance(row[0], str) and row[0] for row in data[1:] or data)


def _place(sheet: Any, used: Area | None, number: int, wanted: Mapping[str, Any]) -> Any:
    """Return the rectangle of a new chart: at the cell that is wanted, else right of what the sheet holds, each chart below the
    previous one.
    """
    size = {"Width": _hundredths(wanted, "width", _WIDTH), "Height": _hundredths(wanted, "height", _HEIGHT)}
    if wanted.get("place"):
        corner = parse_area(str(wanted["place"])).of(sheet).Position
        return struct("awt.Rectangle", X=corner.X, Y=corner.Y, **size)
    cells = used.of(sheet) if used is not None else None
    left = (cells.Position.X + cells.Size.Width if cells is not None else 0) + _GAP
    top = (cells.Position.Y if cells is not None else _GAP) + number * (_HEIGHT + _GAP)
    return struct("awt.Rectangle", X=left, Y=top, **size)


def _hundredths(wanted: Mapping[str, Any], name: str, usual: int) -> int:
    return round(float(wanted[name]) * 100) if wanted.get(name) else usual


def _shape(chart: Any, chart_type: str, series_in: str, series: int) -> None:
    chart.setDiagram(chart.createInstance(f"com.sun.star.chart.{_DIAGRAMS[chart_type]}"))
    if chart_type in ("bar", "column"):
        # In this interface a "vertical" bar chart has its axes swapped: its bars are horizontal.
        chart.Diagram.Vertical = chart_type == "bar"
    if series_in == "rows":
        chart.Diagram.DataRowSource = enum("chart.ChartDataRowSource", "ROWS")
    if chart_type == "scatter":
        chart.Diagram.SymbolType = -2
    chart.HasLegend = series > 1 or chart_type in ("pie", "donut")
    if chart_type not in _ROUND:
        # Charts made through this interface have a grey wall, unlike those that a person inserts.
        chart.Diagram.Wall.FillStyle = enum("drawing.FillStyle", "NONE")


def _apply(chart: Any, wanted: Mapping[str, Any]) -> None:
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
    if wanted.get("legend"):
        chart.HasLegend = wanted["legend"] != "none"
        if chart.HasLegend:
            chart.Legend.Alignment = enum("chart.ChartLegendPosition", _LEGEND[wanted["legend"]])
    if wanted.get("stacked"):
        _stack(chart.Diagram, wanted["stacked"])
    if wanted.get("labels"):
        chart.Diagram.DataCaption = _CAPTIONS[wanted["labels"]]


def _stack(diagram: Any, how: str) -> None:
    if not hasattr(diagram, "Stacked"):
        raise Refused("a chart of this kind cannot be stacked")
    setattr(diagram, "Percent" if how == "percent" else "Stacked", True)


def _title_axis(diagram: Any, axis: str, title: str) -> None:
    if not hasattr(diagram, f"Has{axis}Title"):
        raise Refused("a chart of this kind has no axes, so they have no titles")
    setattr(diagram, f"Has{axis}Title", True)
    getattr(diagram, f"{axis}Title").String = title


def _differs(chart: Any, wanted: Mapping[str, Any]) -> list[str]:
    """Return the options that do not read back as wanted."""
    diagram = chart.Diagram
    real: dict[str, Any] = {
        "title": chart.Title.String if chart.HasMainTitle else "",
        "subtitle": chart.SubTitle.String if chart.HasSubTitle else "",
        "x_title": diagram.XAxisTitle.String if getattr(diagram, "HasXAxisTitle", False) else "",
        "y_title": diagram.YAxisTitle.String if getattr(diagram, "HasYAxisTitle", False) else "",
    }
    wrong = [name for name, value in real.items() if wanted.get(name) and wanted[name] != value]
    legend = chart.Legend.Alignment.value if chart.HasLegend else "NONE"
    return wrong + (["legend"] if wanted.get("legend") and _LEGEND[wanted["legend"]] != legend else [])


def _holds(sheet: str, wanted: Mapping[str, Any]) -> list[dict[str, Any]]:
    stated = {
        "chart title": wanted.get("title"), "chart x title": wanted.get("x_title"), "chart y title": wanted.get("y_title"),
        "chart legend": wanted.get("legend"),
    }  # fmt: skip
    return [{"sheet": sheet, "property": name, "value": value} for name, value in stated.items() if value]


def _is_as_asked(charts: Any, name: str, cells: Any, chart_type: str) -> bool:
    if name not in charts.ElementNames:
        return False
    chart = charts.getByName(name)
    diagram = chart.EmbeddedObject.Diagram
    lies = bool(getattr(diagram, "Vertical", False))
    right_kind = diagram.DiagramType == f"com.sun.star.chart.{_DIAGRAMS[chart_type]}" and lies == (chart_type == "bar")
    return right_kind and chart.Ranges == (cells.RangeAddress,)


def change_chart(
    shown: Shown, chart: str, chart_type: str, data_range: str, sheet_name: str | int, options: Mapping[str, Any]
) -> dict[str, Any]:
    """Change a chart: its kind, its data, its options. `chart`: its name, title or number on the sheet, "" for the only one."""
    on = sheet_to_change(shown, sheet_name)
    name = _named(on.Charts, chart, on.Name)
    one = on.Charts.getByName(name)
    model = one.EmbeddedObject
    source, area = on_sheet(shown, data_range, on.Name) if data_range else (on, None)
    with one_step(shown.document, "Change chart"):
        if area is not None:
            one.setRanges((area.of(source).RangeAddress,))
        if chart_type:
            _shape(model, chart_type, str(options.get("series_in") or "columns"), 2 if model.HasLegend else 1)
        _apply(model, options)
    held = _holds(on.Name, options)
    if chart_type or area is not None:
        drawn = {"chart_refers_to": f"{source.Name}.{area.name}"} if area is not None else {}
        held.append({"sheet": on.Name, "chart": chart_type or "any", **drawn})
    right = not chart_type or model.Diagram.DiagramType == f"com.sun.star.chart.{_DIAGRAMS[chart_type]}"
    drawn_now = area is None or one.Ranges == (area.of(source).RangeAddress,)
    return {
        "sheet": on.Name, "chart": name, "holds": held, "equal": right and drawn_now and not _differs(model, options),
    }  # fmt: skip


def remove_chart(shown: Shown, chart: str, sheet_name: str | int) -> dict[str, Any]:
    on = sheet_to_change(shown, sheet_name)
    name = _named(on.Charts, chart, on.Name)
    with one_step(shown.document, "Remove chart"):
        on.Charts.removeByName(name)
    left = list(on.Charts.ElementNames)
    held = [{"sheet": on.Name, "property": "charts", "value": str(len(left))}]
    return {"sheet": on.Name, "chart": name, "charts": left, "equal": name not in left, "holds": held}


def _named(charts: Any, wanted: str, sheet: str) -> str:
    names = list(charts.ElementNames)
    found = [one for one in names if one.casefold() == wanted.casefold()]
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        found = [names[int(wanted) - 1]]
    titled = [one for one in names if _title_of(charts.getByName(one)).casefold() == wanted.casefold()]
    found = found or titled or (names if not wanted and len(names) == 1 else [])
    if len(found) != 1:
        raise Refused(
            f"{sheet!r} has the charts {', '.join(map(repr, names)) or 'none'}, so {wanted!r} names none of them"
        )
    return str(found[0])


def _title_of(chart: Any) -> str:
    model = chart.EmbeddedObject
    return str(model.Title.String) if model.HasMainTitle else ""


OPERATIONS: dict[str, Callable[..., Any]] = {
    "calc.insert_chart": insert_chart,
    "calc.change_chart": change_chart,
    "calc.remove_chart": remove_chart,
}
