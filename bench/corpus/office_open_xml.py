"""Writes the Office Open XML files of an item."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import docx
import pptx
from docx.enum.text import WD_BREAK
from openpyxl import Workbook
from openpyxl.chart import BarChart, LineChart, PieChart, Reference
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from bench.corpus.cell_content import CellContent, SheetContent, sheets_of
from ufo.conditions.readers.references import column_letters

_CHARTS = {"bar": BarChart, "column": BarChart, "line": LineChart, "pie": PieChart}
_FORMULA = re.compile(r'(<c r="([A-Z]+[0-9]+)"[^>]*?)( t="\w+")?(>\s*<f>[^<]*</f>)\s*<v\s*/?>(?:</v>)?')


def write_xlsx(path: Path, content: Mapping[str, Any]) -> None:
    book = Workbook()
    book.remove(book.active)
    results: dict[str, Mapping[str, CellContent]] = {}
    for number, sheet in enumerate(sheets_of(content), 1):
        _fill_sheet(book.create_sheet(sheet.name), sheet)
        results[f"xl/worksheets/sheet{number}.xml"] = {
            f"{column_letters(column)}{row + 1}": cell
            for (row, column), cell in sheet.cells.items()
            if cell.formula and cell.value is not None
        }
    book.save(path)
    _put_results(path, results)


def _fill_sheet(page: Worksheet, sheet: SheetContent) -> None:
    for (row, column), content in sheet.cells.items():
        cell = page.cell(row + 1, column + 1, content.formula or content.value)
        if content.formula == "" and isinstance(content.value, str):
            cell.data_type = "s"
        if content.format:
            cell.number_format = content.format
        if content.bold or content.italic or content.color:
            color = content.color.lstrip("#") or None
            cell.font = Font(bold=content.bold, italic=content.italic, color=color)
        if content.fill:
            cell.fill = PatternFill("solid", start_color=content.fill.lstrip("#"))
    page.freeze_panes = sheet.freeze or None
    if sheet.filter:
        page.auto_filter.ref = sheet.filter
    if sheet.chart:
        _add_chart(page, sheet.chart)


def _add_chart(page: Worksheet, content: Mapping[str, str]) -> None:
    """Add a chart whose first column has the categories and whose first row has the names of the series."""
    chart = _CHARTS[content["kind"]]()
    if content["kind"] == "bar" and isinstance(chart, BarChart):
        chart.type = "bar"
    chart.title = content.get("title") or None
    (first, last) = (re.fullmatch(r"\$?([A-Z]+)\$?(\d+)", corner) for corner in content["range"].split(":"))
    if first is None or last is None:
        raise ValueError(f"{content['range']!r} is no range of a chart")
    columns = [page[f"{corner[1]}1"].column for corner in (first, last)]
    rows = int(first[2]), int(last[2])
    chart.add_data(Reference(page, columns[0] + 1, rows[0], columns[1], rows[1]), titles_from_data=True)
    chart.set_categories(Reference(page, columns[0], rows[0] + 1, columns[0], rows[1]))
    page.add_chart(chart, content.get("anchor", "H2"))


def _put_results(path: Path, results: Mapping[str, Mapping[str, CellContent]]) -> None:
    """Write what formulas came to into their cells, which openpyxl leaves to the office."""
    if not any(results.values()):
        return
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name, cells in results.items():
        text = parts[name].decode("utf-8")
        parts[name] = _FORMULA.sub(partial(_with_result, cells), text).encode("utf-8")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def _with_result(cells: Mapping[str, CellContent], found: re.Match[str]) -> str:
    cell = cells.get(found[2])
    if cell is None:
        return found[0]
    kind = ' t="str"' if isinstance(cell.value, str) else ' t="b"' if isinstance(cell.value, bool) else ""
    value = int(cell.value) if isinstance(cell.value, bool) else cell.value
    return f"{found[1]}{kind}{found[4]}<v>{escape(str(value))}</v>"


def write_docx(path: Path, content: Sequence[Any]) -> None:
    document = docx.Document()
    for block in content:
        paragraph: Mapping[str, Any] = {"text": block} if isinstance(block, str) else block
        if "table" in paragraph:
            _add_table(document, paragraph["table"])
            continue
        added = document.add_paragraph(style=paragraph.get("style"))
        run = added.add_run(paragraph.get("text", ""))
        run.bold, run.italic = paragraph.get("bold"), paragraph.get("italic")
        if paragraph.get("page_break"):
            added.add_run().add_break(WD_BREAK.PAGE)
    document.save(str(path))


def _add_table(document: Any, rows: Sequence[Sequence[str]]) -> None:
    table = document.add_table(rows=len(rows), cols=max(map(len, rows)))
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            table.cell(row, column).text = str(value)


def write_pptx(path: Path, content: Sequence[Mapping[str, Any]]) -> None:
    show = pptx.Presentation()
    for page in content:
        slide = show.slides.add_slide(show.slide_layouts[1])
        slide.shapes.title.text = page.get("title", "")
        slide.placeholders[1].text = "\n".join(page.get("bullets", ()))
    show.save(str(path))
