"""Puts text boxes, pictures, tables, charts and shapes on a slide or a page of a drawing, each as one undo step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..api import UnoError, file_url, properties, struct
from ..connection import Shown
from ..refusals import Refused
from .slide_pages import edited, number_of, of_kind, page_at, require_pages, show, whole_step
from .slide_tables import fill_table, holds

_CHART = "12dcae26-281f-416f-a234-c3086127382e"
"""The class of LibreOffice's charts."""
_DIAGRAMS = {
    "column": "BarDiagram", "bar": "BarDiagram", "line": "LineDiagram", "pie": "PieDiagram", "area": "AreaDiagram",
    "scatter": "XYDiagram", "donut": "DonutDiagram", "net": "NetDiagram",
}  # fmt: skip
_SHAPES = {"rectangle": "RectangleShape", "ellipse": "EllipseShape", "line": "LineShape"}
_PER_CM = 1000
_OFF = 60
"""How far a size or place that is read back may be off, in hundredths of a millimetre."""
_MOST_CELLS = 5_000


def add_object(shown: Shown, slide: int, wanted: Mapping[str, Any], place: Mapping[str, float]) -> dict[str, Any]:
    """Add an object to a slide (0: the one in view). `wanted`: kind, text, file, rows and chart_type; `place`: left, top, width
    and height in centimetres, as far as they are given.
    """
    require_pages(shown, writable=True)
    kind, text, file, rows, chart_type = (wanted[name] for name in ("kind", "text", "file", "rows", "chart_type"))
    number = number_of(shown, page_at(shown, slide))
    _require(kind, text, file, rows, chart_type)
    with whole_step(shown, f"Insert {kind}"), edited(shown, number) as page:
        made = _made(shown, kind, page, rows, file, place)
        if kind == "table":
            fill_table(made, rows)
        elif kind == "chart":
            _fill_chart(made, rows, chart_type, text)
        elif text:
            made.setString(text)
    now = page_at(shown, number)
    show(shown, now)
    shape = now.getByIndex(now.getCount() - 1)
    told = {name: round(value / _PER_CM, 2) for name, value in _place_of(shape).items()}
    return {
        "slide": number, "kind": kind, "images": len(of_kind(now, "GraphicObjectShape")), "charts": _charts(now), **told,
        "equal": _is_there(shape, kind, text, rows, place),
    }  # fmt: skip


def _charts(page: Any) -> int:
    return sum(str(shape.CLSID).casefold() == _CHART for shape in of_kind(page, "OLE2Shape"))


def _require(kind: str, text: str, file: str, rows: Sequence[Sequence[Any]], chart_type: str) -> None:
    if kind == "text" and not text:
        raise Refused("say the text of the text box")
    if kind == "image" and not Path(file).is_file():
        raise Refused(f"there is no picture {file!r}; give the path of one")
    if kind in ("table", "chart") and not (rows and rows[0]):
        raise Refused(f"give the {kind}'s rows, the header first")
    if sum(map(len, rows)) > _MOST_CELLS:
        raise Refused(f"more than {_MOST_CELLS} cells are too many for a slide")
    if kind == "chart":
        if chart_type not in _DIAGRAMS:
            raise Refused(f"{chart_type!r} is no kind of chart here; take one of {', '.join(_DIAGRAMS)}")
        if len(rows) < 2 or len(rows[0]) < 2:
            raise Refused("a chart needs a header row with the names of the series and a first column of labels")
        _numbers(rows)


def _numbers(rows: Sequence[Sequence[Any]]) -> tuple[tuple[float, ...], ...]:
    width = len(rows[0]) - 1
    found = []
    for row in rows[1:]:
        cells = [*row[1:], *[""] * (width - len(row) + 1)][:width]
        try:
            found.append(tuple(float(cell) if str(cell).strip() else float("nan") for cell in cells))
        except (TypeError, ValueError):
            raise Refused(f"the chart's row {list(row)!r} has something that is no number after its label") from None
    return tuple(found)


def _made(
    shown: Shown, kind: str, page: Any, rows: Sequence[Sequence[Any]], file: str, place: Mapping[str, float]
) -> Any:
    service = {"text": "TextShape", "image": "GraphicObjectShape", "table": "TableShape", "chart": "OLE2Shape"}
    made = shown.document.createInstance(f"com.sun.star.drawing.{ {**service, **_SHAPES}[kind] }")
    natural = (page.Width * 6 // 10, page.Height * 4 // 10)
    if kind == "image":
        graphic = _graphic(shown, file)
        natural = _natural(graphic, page)
    width, height = _size(natural, place, keeps_ratio=kind == "image")
    made.Size = struct("awt.Size", Width=width, Height=height)
    left = round(place["left"] * _PER_CM) if "left" in place else max((page.Width - width) // 2, 0)
    top = round(place["top"] * _PER_CM) if "top" in place else max((page.Height - height) * 6 // 10, 0)
    made.Position = struct("awt.Point", X=left, Y=top)
    page.add(made)
    if kind == "image":
        made.Graphic = graphic
    elif kind == "text":
        made.TextAutoGrowHeight, made.TextWordWrap = True, True
    elif kind == "chart":
        made.CLSID = _CHART
    return made


def _size(natural: tuple[int, int], place: Mapping[str, float], *, keeps_ratio: bool) -> tuple[int, int]:
    width = round(place["width"] * _PER_CM) if "width" in place else 0
    height = round(place["height"] * _PER_CM) if "height" in place else 0
    if keeps_ratio and width and not height:
        height = width * natural[1] // natural[0]
    if keeps_ratio and height and not width:
        width = height * natural[0] // natural[1]
    return width or natural[0], height or natural[1]


def _graphic(shown: Shown, file: str) -> Any:
    try:
        found = shown.create("graphic.GraphicProvider").queryGraphic(properties(URL=file_url(file)))
    except UnoError as error:
        raise Refused(f"{file!r} cannot be read as a picture ({error})") from error
    if found is None or not getattr(found, "SizePixel", None) or not found.SizePixel.Width:
        raise Refused(f"{file!r} is no picture that LibreOffice can read")
    return found


def _natural(graphic: Any, page: Any) -> tuple[int, int]:
    """Return the picture's own size, made smaller where it does not fit the slide."""
    size = graphic.Size100thMM
    width, height = size.Width, size.Height
    if not width or not height:
        width, height = graphic.SizePixel.Width * 2540 // 96, graphic.SizePixel.Height * 2540 // 96
    scale = min(1.0, page.Width * 0.8 / width, page.Height * 0.7 / height)
    return max(round(width * scale), 1), max(round(height * scale), 1)


def _fill_chart(shape: Any, rows: Sequence[Sequence[Any]], chart_type: str, title: str) -> None:
    chart = shape.Model
    # Without a table of its own a chart keeps no data.
    chart.createInternalDataProvider(False)
    chart.setDiagram(chart.createInstance(f"com.sun.star.chart.{_DIAGRAMS[chart_type]}"))
    if chart_type in ("bar", "column"):
        # In this interface a "vertical" bar chart has its axes swapped: its bars are horizontal.
        chart.Diagram.Vertical = chart_type == "bar"
    data = chart.getData()
    data.setData(_numbers(rows))
    data.setRowDescriptions(tuple(str(row[0]) for row in rows[1:]))
    data.setColumnDescriptions(tuple(str(cell) for cell in rows[0][1:]))
    chart.HasLegend = len(rows[0]) > 2 or chart_type in ("pie", "donut")
    if title:
        chart.HasMainTitle = True
        chart.Title.String = title


def _place_of(shape: Any) -> dict[str, int]:
    at, size = shape.Position, shape.Size
    return {"left": at.X, "top": at.Y, "width": size.Width, "height": size.Height}


def _is_there(shape: Any, kind: str, text: str, rows: Sequence[Sequence[Any]], place: Mapping[str, float]) -> bool:
    # Boxes and tables grow with their texts.
    grows = ("height",) if kind in ("text", "table") else ()
    now = _place_of(shape)
    if any(abs(now[name] - value * _PER_CM) > _OFF for name, value in place.items() if name not in grows):
        return False
    if kind == "table":
        return holds(shape, rows)
    if kind == "chart":
        return len(shape.Model.getData().getData()) == len(rows) - 1
    return not text or str(shape.String) == text
