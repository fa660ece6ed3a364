"""What the cells of a sheet do not show by themselves: formulas, merged cells, comments, charts, hidden rows and columns, and
numbers that are stored as texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from ufo.conditions.properties import OPENERS, ending_of, property_named
from ufo.conditions.readers.blocks import formula_blocks
from ufo.conditions.readers.model import Chart, Document, Sheet
from ufo.conditions.readers.odf import ods
from ufo.conditions.readers.odf.odf_file import OdfFile
from ufo.conditions.readers.ooxml import xlsx_properties
from ufo.conditions.readers.ooxml.xlsx_file import XlsxFile
from ufo.conditions.readers.query import Asked
from ufo.conditions.readers.references import column_letters
from ufo.conditions.readers.sheets import is_mistyped
from ufo.schema.file_names import readable

_MOST, _MOST_FORMULAS = 20, 40
_LONGEST = 300


def notes(document: Document, sheet: Sheet) -> Iterator[tuple[str, object]]:
    """Yield what is to be known beside the cells, each by its name. Blocking. Raises UnreadableDocument and OSError."""
    if formulas := {place: cell.formula for place, cell in sheet.cells.items() if cell.formula}:
        yield "formulas", formula_blocks(formulas, _MOST_FORMULAS)
    if any(cell.unread for cell in sheet.cells.values()):
        yield (
            "without_results",
            "the file has formulas without their results; the formulas stand in the text in place of these",
        )
    ending = ending_of(document.path.name)
    file: object = OPENERS[ending](document.path) if ending in OPENERS else None
    for name in ("hidden rows", "hidden columns"):
        reader = property_named(name).readers.get(ending)
        found = reader(file, Asked(name, sheet=sheet.name)) if reader is not None else ()
        if hidden := ", ".join(reading.value for reading in found if reading.value not in ("", "none")):
            yield name.replace(" ", "_"), hidden
    yield from _on_cells(dict(_remarks(file, sheet.name)))
    if charts := [_chart(chart) for chart in document.charts if chart.sheet == sheet.name]:
        yield "charts", charts[:_MOST]
    if texts := [f"{column_letters(column)}{row + 1}" for row, column in _mistyped(sheet)]:
        yield "stored_as_text", f"{_listed(texts)}, unlike other cells of their column"


def _remarks(file: object, sheet: str) -> Iterator[tuple[str, str]]:
    if isinstance(file, XlsxFile):
        yield from xlsx_properties.remarks(file, file.sheet(Asked("", sheet=sheet)))
    elif isinstance(file, OdfFile):
        yield from ods.remarks(file, ods.table_of(file, Asked("", sheet=sheet)))


def _on_cells(remarks: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    told: dict[str, dict[str, str]] = {kind: {} for kind in ("merged", "comment", "letters")}
    for name, text in remarks.items():
        kind, _, where = name.partition(" ")
        told[kind][where] = readable(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")
    if told["merged"]:
        yield "merged", _listed(list(told["merged"]))
    for kind, name in (("comment", "comments"), ("letters", "letters_within_cells")):
        if said := told[kind]:
            more = {"more": f"{len(said) - _MOST} further cells"} if len(said) > _MOST else {}
            yield name, dict(islice(said.items(), _MOST)) | more


def _chart(chart: Chart) -> str:
    titles = ", ".join(map(repr, filter(None, (chart.title, chart.x_title, chart.y_title))))
    series = "; ".join(
        f"{drawn.name or 'series'} = {drawn.values}{f' over {drawn.over}' if drawn.over else ''}"
        for drawn in chart.drawn[:_MOST]
    )
    return readable(f"{chart.kind}{f' titled {titles}' if titles else ''}, legend {chart.legend}: {series}")


def _listed(texts: Sequence[str]) -> str:
    more = f" and {len(texts) - _MOST} more" if len(texts) > _MOST else ""
    return f"{', '.join(texts[:_MOST])}{more}"


def _mistyped(sheet: Sheet) -> list[tuple[int, int]]:
    """Return the cells whose text looks like a number or a date, in columns that hold real ones too. In a column of codes all are
    texts, as they should be, and at the top of a column may stand a header, a year.
    """
    tops: dict[int, int] = {}
    for row, column in sheet.cells:
        tops[column] = min(row, tops.get(column, row))
    real = {
        column
        for (_, column), cell in sheet.cells.items()
        if cell.kind != "text" and (cell.value is not None or cell.day)
    }
    return sorted(
        (row, column)
        for (row, column), cell in sheet.cells.items()
        if column in real and row > tops[column] and is_mistyped(cell)
    )
