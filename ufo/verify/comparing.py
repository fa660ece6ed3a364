"""What a document must hold, compared with what it holds.

Cells are equal where they show the same text, spaces aside, or where both are the same number however they are written:
1200, "1,200" and 1200.0 are equal, and so are "12 %" and 0.12.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from ufo.schema.predicate import Truth
from ufo.verify.documents.model import Area, Cell, Chart, Document, Sheet
from ufo.verify.documents.numbers import number_in
from ufo.verify.documents.references import area_name, parse_reference


@dataclass(frozen=True, slots=True)
class Judgement:
    truth: Truth
    evidence: str


def _judgement(holds: bool, evidence: str) -> Judgement:
    return Judgement(Truth.SATISFIED if holds else Truth.UNSATISFIED, evidence)


def cells_equal(wanted: str, cell: Cell) -> bool:
    if " ".join(wanted.split()) == " ".join(cell.shown.split()):
        return True
    number = number_in(wanted)
    value = cell.value if cell.value is not None else number_in(cell.shown)
    return number is not None and value is not None and math.isclose(number, value, rel_tol=1e-9, abs_tol=1e-12)


def judge_cells(document: Document, sheet_name: str | None, start: str, rows: Sequence[Sequence[str]]) -> Judgement:
    reference = parse_reference(start)
    if reference is None:
        return Judgement(Truth.UNKNOWN, f"{start!r} is no cell")
    sheet = _sheet(document, sheet_name or reference.sheet)
    if sheet is None:
        names = ", ".join(repr(one.name) for one in document.sheets) or "none"
        return _judgement(False, f"there is no sheet {sheet_name or reference.sheet!r}; its sheets: {names}")
    row, column = reference.area.row, reference.area.column
    wrong = [
        f"{area_name(Area(column + x, row + y, column + x, row + y))} shows {sheet.cell(row + y, column + x).shown!r}, "
        f"not {wanted!r}"
        for y, line in enumerate(rows)
        for x, wanted in enumerate(line)
        if not cells_equal(wanted, sheet.cell(row + y, column + x))
    ]
    if wrong:
        more = f" and {len(wrong) - 3} more differ" if len(wrong) > 3 else ""
        return _judgement(False, f"{', '.join(wrong[:3])}{more}")
    width = max((len(line) for line in rows), default=0)
    if not width:
        return Judgement(Truth.UNKNOWN, "no cells were given to compare")
    area = Area(column, row, column + width - 1, row + len(rows) - 1)
    return _judgement(True, f"{len(rows)} {'row' if len(rows) == 1 else 'rows'} of {area_name(area)} equal")


def _sheet(document: Document, name: str | None) -> Sheet | None:
    """Without a name the first one; a .csv has no names."""
    if not name or document.path.suffix.lower() in (".csv", ".tsv"):
        return document.sheets[0] if document.sheets else None
    return next((sheet for sheet in document.sheets if sheet.name.casefold() == name.casefold()), None)


def judge_chart(document: Document, kind: str, sheet: str | None, refers_to: str | None) -> Judgement:
    charts = [one for one in document.charts if not sheet or one.sheet.casefold() == sheet.casefold()]
    if not charts:
        return _judgement(False, f"there is no chart{f' on {sheet!r}' if sheet else ''}")
    of_kind = [chart for chart in charts if _is_kind(kind, chart.kind)]
    if not of_kind:
        return _judgement(False, f"there is no {kind} chart, but {_listed(charts)}")
    if refers_to is None:
        return _judgement(True, f"a {of_kind[0].kind} chart is on {of_kind[0].sheet!r}")
    wanted = parse_reference(refers_to)
    if wanted is None:
        return Judgement(Truth.UNKNOWN, f"{refers_to!r} is no range")
    drawing = [chart for chart in of_kind if _draws(chart, wanted.sheet, wanted.area)]
    if drawing:
        return _judgement(True, f"a {drawing[0].kind} chart draws {area_name(wanted.area)}")
    if not any(chart.ranges for chart in of_kind):
        return Judgement(Truth.UNKNOWN, "the chart does not say which cells it draws")
    return _judgement(False, f"{_listed(of_kind)}, not {refers_to}")


def _is_kind(wanted: str, kind: str) -> bool:
    """In everyday words a bar chart may stand upright too; a column chart always does."""
    word = wanted.casefold()
    return word in ("any", "") or word == kind or (word == "bar" and kind == "column")


def _draws(chart: Chart, sheet: str, area: Area) -> bool:
    """The ranges of series, labels and captions together are the range, or all of it but its empty corner."""
    wanted_sheet = sheet or chart.sheet
    own = [one.area for one in chart.ranges if not one.sheet or one.sheet.casefold() == wanted_sheet.casefold()]
    return len(own) == len(chart.ranges) > 0 and reduce(Area.union, own) == area


def _listed(charts: Sequence[Chart]) -> str:
    return ", ".join(f"a {chart.kind} chart of {_drawn(chart)}" for chart in charts)


def _drawn(chart: Chart) -> str:
    if not chart.ranges:
        return "no cells"
    return area_name(reduce(Area.union, [one.area for one in chart.ranges]))


def judge_paragraph(document: Document, text: str) -> Judgement:
    wanted = " ".join(text.split())
    holds = bool(wanted) and any(wanted in " ".join(paragraph.split()) for paragraph in document.paragraphs)
    return _judgement(holds, f"a paragraph contains {text!r}" if holds else f"no paragraph contains {text!r}")
