"""Inserts charts on a sheet, beside the data that they draw or on a sheet of their own, and changes and removes them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..api import enum, struct
from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .chart_options import apply_options, differing, is_at, move, remembered, state_of, stated_by
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


def insert_chart(
    shown: Shown, chart_type: str, data_range: str, sheet_name: str | int, options: Mapping[str, Any]
) -> dict[str, Any]:
    series_in = str(options.get("series_in") or "columns")
    sheet, areas = _drawn_from(shown, data_range, sheet_name)
    shown.require_writable()
    on = find_sheet(shown, sheet_name) if sheet_name else sheet
    require_unprotected(on)
    name_of = ", ".join(area.name for area in areas)
    data = _data(sheet, areas, series_in)
    headed, labelled = _has_header(data), _has_labels(data)
    if not any(isinstance(value, float) for row in data[headed:] for value in row[labelled:]):
        raise Refused(f"{sheet.Name}.{name_of} has no numbers to draw; give a range with numbers")
    sources = tuple(area.of(sheet).RangeAddress for area in areas)
    charts = on.Charts
    before = set(charts.ElementNames)
    # A name that a chart on another sheet has is not taken.
    taken = {elementname for other in shown.document.Sheets for elementname in other.Charts.ElementNames}
    name = next(f"Chart {number}" for number in range(1, len(taken) + 2) if f"Chart {number}" not in taken)
    with one_step(shown.document, "Insert chart"):
        # The caption of a column stands in the first row, that of a row in the first column.
        flags = (headed, labelled) if series_in == "columns" else (labelled, headed)
        charts.addNewByName(name, _place(on, used_area(on), len(before), options), sources, *flags)
        chart = charts.getByName(name).EmbeddedObject
        _shape(chart, chart_type, series_in, (len(data[0]) - labelled) if data else 0)
        apply_options(chart, options)
    drawn = [area.name if on.Name == sheet.Name else f"{sheet.Name}.{area.name}" for area in areas]
    refers = {"chart_refers_to": drawn[0]} if len(drawn) == 1 else {}
    return {
        "sheet": on.Name, "range": ", ".join(drawn), "chart": name,
        "equal": _is_as_asked(charts, name, sources, chart_type) and differing(chart, options) == [],
        "holds": [{"sheet": on.Name, "chart": chart_type, **refers}, *stated_by(on.Name, options)],
    }  # fmt: skip


def _drawn_from(shown: Shown, data_range: str, sheet_name: str | int) -> tuple[Any, list[Area]]:
    """Return the sheet and the areas that a text such as "A1:A9, D1:D9" names, all on the sheet of the first; "" for all that is
    filled.
    """
    first, *others = [part.strip() for part in re.split(r"[;,](?=[^;,])", data_range)]
    prefix, address = split_known(shown, first) if first else ("", "")
    sheet = find_sheet(shown, prefix or sheet_name)
    areas = [place_in(sheet, address) if address else require_used(sheet)]
    for other in others:
        at, area = on_sheet(shown, other, sheet.Name)
        if at.Name != sheet.Name:
            raise Refused(f"{other!r} is on another sheet than {first!r}; a chart draws the ranges of one sheet")
        areas.append(area)
    return sheet, areas


def _data(sheet: Any, areas: Sequence[Area], series_in: str) -> Any:
    """Return the rows that the areas hold side by side; where the series are rows, turned. Raises Refused for unequal areas."""
    parts = [area.of(sheet).getDataArray() for area in areas]
    if series_in == "rows":
        parts = [tuple(zip(*part, strict=True)) for part in parts]
    if len({len(part) for part in parts}) > 1:
        raise Refused(f"{', '.join(area.name for area in areas)} are not equally long; give ranges of the same length")
    return tuple(tuple(value for row in rows for value in row) for rows in zip(*parts, strict=True))


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


def _is_as_asked(charts: Any, name: str, sources: tuple[Any, ...], chart_type: str) -> bool:
    if name not in charts.ElementNames:
        return False
    chart = charts.getByName(name)
    diagram = chart.EmbeddedObject.Diagram
    lies = bool(getattr(diagram, "Vertical", False))
    right_kind = diagram.DiagramType == f"com.sun.star.chart.{_DIAGRAMS[chart_type]}" and lies == (chart_type == "bar")
    return right_kind and chart.Ranges == sources


def change_chart(
    shown: Shown, chart: str, chart_type: str, data_range: str, sheet_name: str | int, options: Mapping[str, Any]
) -> dict[str, Any]:
    """Change a chart: its kind, its data, its options. `chart`: its name, title or number on the sheet, "" for the only one."""
    on, name = _chart_to_change(shown, chart, sheet_name)
    item = on.Charts.getByName(name)
    model = item.EmbeddedObject
    source, areas = _drawn_from(shown, data_range, on.Name) if data_range else (on, [])
    ranges = tuple(area.of(source).RangeAddress for area in areas)
    before = state_of(on, name)
    with one_step(shown.document, "Change chart"):
        if ranges:
            item.setRanges(ranges)
        if chart_type:
            _shape(model, chart_type, str(options.get("series_in") or "columns"), 2 if model.HasLegend else 1)
        apply_options(model, options)
        move(on, name, options)
        undone = remembered(shown, on, name, before)
    held = stated_by(on.Name, options)
    if chart_type or ranges:
        drawn = {"chart_refers_to": f"{source.Name}.{areas[0].name}"} if len(areas) == 1 else {}
        held.append({"sheet": on.Name, "chart": chart_type or "any", **drawn})
    right = not chart_type or model.Diagram.DiagramType == f"com.sun.star.chart.{_DIAGRAMS[chart_type]}"
    drawn_now = not ranges or item.Ranges == ranges
    return {
        "sheet": on.Name, "chart": name, "holds": held, "undone": undone,
        "equal": right and drawn_now and not differing(model, options) and is_at(on, name, options),
    }  # fmt: skip


def remove_chart(shown: Shown, chart: str, sheet_name: str | int) -> dict[str, Any]:
    on, name = _chart_to_change(shown, chart, sheet_name)
    with one_step(shown.document, "Remove chart"):
        on.Charts.removeByName(name)
    left = list(on.Charts.ElementNames)
    held = [{"sheet": on.Name, "property": "charts", "value": str(len(left))}]
    return {"sheet": on.Name, "chart": name, "charts": left, "equal": name not in left, "holds": held}


def _chart_to_change(shown: Shown, wanted: str, sheet_name: str | int) -> tuple[Any, str]:
    """Return the sheet and the name of the chart that is meant: without a sheet, one on the sheet in view, or else the only one
    of any sheet. Raises Refused.
    """
    on = sheet_to_change(shown, sheet_name)
    found = [(on, name) for name in _called(on.Charts, wanted)]
    if not found and sheet_name == "":
        found = [(sheet, name) for sheet in shown.document.Sheets for name in _called(sheet.Charts, wanted)]
    if len(found) != 1:
        known = [f"{name!r} on {sheet.Name!r}" for sheet in shown.document.Sheets for name in sheet.Charts.ElementNames]
        which = f"{len(found)} charts are" if found else "no chart is"
        raise Refused(f"{which} called {wanted!r}; there are {', '.join(known) or 'none'}")
    ((sheet, name),) = found
    require_unprotected(sheet)
    return sheet, name


def _called(charts: Any, wanted: str) -> list[str]:
    names = [str(elementname) for elementname in charts.ElementNames]
    if not wanted:
        return names
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return [names[int(wanted) - 1]]
    plain = wanted.casefold()
    named = [name for name in names if name.casefold() == plain]
    return named or [name for name in names if _title_of(charts.getByName(name)).casefold() == plain]


def _title_of(chart: Any) -> str:
    model = chart.EmbeddedObject
    return str(model.Title.String) if model.HasMainTitle else ""


def told_chart(chart: Any) -> str:
    """Return a chart in one line: its kinds, its title, and of each series its name, its values and what they stand over."""
    model = chart.EmbeddedObject
    parts = [f"titled {_title_of(chart)!r}"] if _title_of(chart) else []
    for system in model.getFirstDiagram().getCoordinateSystems():
        across = system.getAxisByDimension(0, 0).getScaleData().Categories
        over = _cells_of(across.getValues()) if across is not None else ""
        for kind in system.getChartTypes():
            parts += [_told_series(series, over) for series in kind.getDataSeries()]
    lies = bool(getattr(model.Diagram, "Vertical", False))
    kind = next((name for name, known in _DIAGRAMS.items() if model.Diagram.DiagramType.endswith(known)), "chart")
    return f"{'bar' if lies and kind in ('bar', 'column') else 'column' if kind == 'bar' else kind}: {'; '.join(parts)}"


def _told_series(series: Any, over: str) -> str:
    """Return a series in words. What a point of a scatter chart stands over is a sequence of its own."""
    found = {item.getValues().Role: item for item in series.getDataSequences()}
    values = next((found[role] for role in found if role in ("values-y", "values-last", "values-size")), None)
    own = found.get("values-x")
    label = values.getLabel() if values is not None else None
    name = " ".join(str(part) for part in label.getData()) if label is not None else ""
    across = _cells_of(own.getValues()) if own is not None else over
    drawn = _cells_of(values.getValues()) if values is not None else ""
    return f"{name!r} = {drawn}{f' over {across}' if across else ''}"


def _cells_of(sequence: Any) -> str:
    """Return the cells of a sequence as they are called: Sheet1.B2:B9."""
    return str(sequence.getSourceRangeRepresentation()).replace("$", "")
