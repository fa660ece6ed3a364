"""Inserts charts on a sheet, beside the data that they draw or on a sheet of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..api import Refused, enum, struct
from ..connection import Shown
from ..undo import one_step
from .ranges import Area, find_sheet, parse_area, require_unprotected, require_used, split_sheet, used_area

_DIAGRAMS = {"bar": "BarDiagram", "column": "BarDiagram", "line": "LineDiagram", "pie": "PieDiagram"}
_WIDTH, _HEIGHT, _GAP = 12_000, 7_500, 500
"""In hundredths of a millimetre."""


def insert_chart(shown: Shown, chart_type: str, data_range: str, sheet_name: str | int, title: str) -> dict[str, Any]:
    prefix, address = split_sheet(data_range) if data_range else ("", "")
    sheet = find_sheet(shown, prefix or sheet_name)
    shown.require_writable()
    require_unprotected(sheet)
    on = find_sheet(shown, sheet_name) if sheet_name and prefix else sheet
    require_unprotected(on)
    used = require_used(sheet)
    area = parse_area(address) if address else used
    cells = area.of(sheet)
    data = cells.getDataArray()
    headed, labelled = _has_header(data), _has_labels(data)
    if not any(isinstance(value, float) for row in data[headed:] for value in row[labelled:]):
        raise Refused(f"{sheet.Name}.{area.name} has no numbers to draw; give a range with numbers")
    charts = on.Charts
    before = set(charts.ElementNames)
    name = next(f"Chart {number}" for number in range(1, len(before) + 2) if f"Chart {number}" not in before)
    with one_step(shown.document, "Insert chart"):
        charts.addNewByName(name, _place(on, used_area(on), len(before)), (cells.RangeAddress,), headed, labelled)
        _shape(charts.getByName(name).EmbeddedObject, chart_type, title, area.columns - labelled)
    return {
        "sheet": on.Name,
        "range": area.name if on.Name == sheet.Name else f"{sheet.Name}.{area.name}",
        "chart": name,
        "equal": _is_as_asked(charts, name, cells, chart_type),
    }


def _has_header(data: Any) -> bool:
    return len(data) > 1 and all(isinstance(value, str) for value in data[0]) and any(data[0])


def _has_labels(data: Any) -> bool:
    """Tell whether the first column labels the rows: it holds text, below a header that may be missing."""
    return len(data[0]) > 1 and any(isinstance(row[0], str) and row[0] for row in data[1:] or data)


def _place(sheet: Any, used: Area | None, number: int) -> Any:
    """Return the rectangle of a new chart: right of what the sheet holds, each chart below the previous one."""
    cells = used.of(sheet) if used is not None else None
    left = (cells.Position.X + cells.Size.Width if cells is not None else 0) + _GAP
    top = (cells.Position.Y if cells is not None else _GAP) + number * (_HEIGHT + _GAP)
    return struct("awt.Rectangle", X=left, Y=top, Width=_WIDTH, Height=_HEIGHT)


def _shape(chart: Any, chart_type: str, title: str, series: int) -> None:
    chart.setDiagram(chart.createInstance(f"com.sun.star.chart.{_DIAGRAMS[chart_type]}"))
    if chart_type in ("bar", "column"):
        # In this interface a "vertical" bar chart has its axes swapped: its bars are horizontal.
        chart.Diagram.Vertical = chart_type == "bar"
    chart.HasLegend = series > 1 or chart_type == "pie"
    if chart_type != "pie":
        # Charts made through this interface have a grey wall, unlike those that a person inserts.
        chart.Diagram.Wall.FillStyle = enum("drawing.FillStyle", "NONE")
    if title:
        chart.HasMainTitle = True
        chart.Title.String = title


def _is_as_asked(charts: Any, name: str, cells: Any, chart_type: str) -> bool:
    if name not in charts.ElementNames:
        return False
    chart = charts.getByName(name)
    diagram = chart.EmbeddedObject.Diagram
    lies = bool(getattr(diagram, "Vertical", False))
    right_kind = diagram.DiagramType == f"com.sun.star.chart.{_DIAGRAMS[chart_type]}" and lies == (chart_type == "bar")
    return right_kind and chart.Ranges == (cells.RangeAddress,)


OPERATIONS: dict[str, Callable[..., Any]] = {"calc.insert_chart": insert_chart}
