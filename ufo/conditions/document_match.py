"""Compares what a document must hold with what it holds.

Two cells are equal where they show the same text, spaces aside, or where both are the same number however it is written:
1200, "1,200" and 1200.0 are equal, and so are "12 %" and 0.12. "$5" equals 5, but not "5 €".
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from ufo.conditions.readers.model import Area, Cell, Chart, Document, Sheet
from ufo.conditions.readers.numbers import currency_of, day_in, number_in
from ufo.conditions.readers.references import area_name, parse_reference
from ufo.conditions.readers.settings import read_settings, value_at
from ufo.conditions.readers.sheets import UNREAD, cell_area
from ufo.conditions.text_match import LIST_MARK, as_wanted, contains_text, in_one_form
from ufo.schema.predicate import Truth
from ufo.schema.property_values import formula_plain
from ufo.text.scripts import MARKS

ANY = "*"
"""Stands for any sheet, or for any cell."""
_MOST_LETTERS, _MOST_HELD = 24, 180


@dataclass(frozen=True, slots=True)
class Judgement:
    truth: Truth
    evidence: str


def _judgement(holds: bool, evidence: str) -> Judgement:
    return Judgement(Truth.of(holds), evidence)


def why_unread(document: Document) -> str:
    """Return why something that the document shows cannot be told from its file."""
    return document.unread or UNREAD


def cells_equal(wanted: str, cell: Cell) -> bool:
    if _is_formula(wanted) and cell.formula:
        return formula_plain(wanted) == formula_plain(cell.formula)
    if cell.unread:
        return False
    if cell.day and (day := day_in(wanted)) is not None:
        return cell.day in (day.isoformat(), f"{day.isoformat()}T00:00:00")
    if in_one_form(wanted, wanted) == in_one_form(cell.shown, wanted):
        return True
    wanted_currency, shown_currency = currency_of(wanted), currency_of(cell.shown)
    if wanted_currency and shown_currency and wanted_currency != shown_currency:
        return False
    number = number_in(wanted)
    value = cell.value if cell.value is not None else number_in(cell.shown)
    return number is not None and value is not None and math.isclose(number, value, rel_tol=1e-9, abs_tol=1e-12)


def _is_formula(text: str) -> bool:
    return text.lstrip().startswith("=")


def judge_cells(document: Document, sheet_name: str | None, start: str, rows: Sequence[Sequence[str]]) -> Judgement:
    if ANY in (start, sheet_name):
        return _judge_anywhere(document, sheet_name, start, rows)
    reference = parse_reference(start)
    if reference is None:
        return Judgement(Truth.UNKNOWN, f"{start!r} is not a cell; name one like B3")
    row, column = reference.area.row, reference.area.column
    if not document.sheets and document.tables:
        return _judge_tables(document, row, column, rows)
    sheet = _sheet(document, sheet_name or reference.sheet)
    if sheet is None:
        names = _names([sheet.name for sheet in document.sheets])
        return _judgement(False, f"there is no sheet {sheet_name or reference.sheet!r}; its sheets: {names}")
    wrong = list(_differing(sheet, row, column, rows))
    if wrong and all(cell.unread and not _is_formula(wanted) for _, wanted, cell in wrong):
        return Judgement(Truth.UNKNOWN, UNREAD)
    if wrong:
        told = (f"{area_name(area)} shows {cell.shown!r}, not {wanted!r}" for area, wanted, cell in wrong[:3])
        more = f" and {len(wrong) - 3} more differ" if len(wrong) > 3 else ""
        return _judgement(False, f"{', '.join(told)}{more}")
    if not any(rows):
        return _no_cells()
    where = _covered(row, column, rows)
    return _judgement(True, f"{f'{sheet.name}!{where}' if sheet.name else where} holds {_held(rows)}")


def _no_cells() -> Judgement:
    return Judgement(Truth.UNKNOWN, "no cells were given to compare")


def _differing(sheet: Sheet, row: int, column: int, rows: Sequence[Sequence[str]]) -> Iterator[tuple[Area, str, Cell]]:
    """Iterate over the cells that are not equal to the rows from there on, each with the text that is wanted."""
    for at, line in enumerate(rows, row):
        for place, wanted in enumerate(line, column):
            cell = sheet.cell(at, place)
            if not cells_equal(wanted, cell):
                yield cell_area(at, place), wanted, cell


def _covered(row: int, column: int, rows: Sequence[Sequence[str]]) -> str:
    return area_name(Area(column, row, column + max(map(len, rows)) - 1, row + len(rows) - 1))


def _held(rows: Sequence[Sequence[str]]) -> str:
    """Return the rows that are wanted, as many as a line takes: "'Pen' | '2', 'Ink' | '5' … of 90 rows"."""
    told = ""
    for number, line in enumerate(rows):
        cells = [cell if len(cell) <= _MOST_LETTERS else f"{cell[: _MOST_LETTERS - 1]}…" for cell in line]
        row = " | ".join(map(repr, cells))
        if len(told) + len(row) > _MOST_HELD:
            return f"{told or row[:_MOST_HELD]} … of {len(rows)} row{'s' if len(rows) != 1 else ''}"
        told += f", {row}" if number else row
    return told


def _judge_anywhere(document: Document, sheet_name: str | None, start: str, rows: Sequence[Sequence[str]]) -> Judgement:
    """Judge whether the rows are at `start` on any sheet, at any place on the sheet, or both. An empty text fits any cell."""
    first = next(((y, x) for y, row in enumerate(rows) for x, text in enumerate(row) if text), None)
    reference = parse_reference("A1" if start == ANY else start)
    if first is None or reference is None:
        return _no_cells()
    named = _sheet(document, None if sheet_name == ANY else sheet_name)
    for sheet in document.sheets if sheet_name == ANY else [named] if named else []:
        corners = [(reference.area.row, reference.area.column)]
        if start == ANY:
            corners = [(y - first[0], x - first[1]) for y, x in sheet.cells]
        for row, column in corners:
            if row >= 0 and column >= 0 and not any(wanted for _, wanted, _ in _differing(sheet, row, column, rows)):
                return _judgement(True, f"{sheet.name}!{_covered(row, column, rows)} holds {_held(rows)}")
    if document.has_unread:
        return Judgement(Truth.UNKNOWN, why_unread(document))
    others = " together with the other cells that are wanted" if sum(map(len, rows)) > 1 else ""
    where = "" if start == ANY else f" at {start}; with '{ANY}' for start any place counts"
    return _judgement(False, f"no cells hold {rows[first[0]][first[1]]!r}{others}{where}")


def _judge_tables(document: Document, row: int, column: int, rows: Sequence[Sequence[str]]) -> Judgement:
    """Judge whether any of the document's tables holds the rows. In a text or on slides any table may be meant."""
    if not any(rows):
        return _no_cells()
    for number, table in enumerate(document.tables, 1):
        part = [line[column : column + len(wanted)] for line, wanted in zip(table[row:], rows, strict=False)]
        if len(part) == len(rows) and all(_line_equal(wanted, own) for wanted, own in zip(rows, part, strict=True)):
            return _judgement(True, f"table {number} holds {_held(rows)}")
    return _judgement(False, f"none of its {len(document.tables)} tables holds the rows {[*map(list, rows)]!r:.200}")


def _line_equal(wanted: Sequence[str], own: Sequence[str]) -> bool:
    return len(wanted) == len(own) and all(
        cells_equal(text, Cell(shown, number_in(shown))) for text, shown in zip(wanted, own, strict=True)
    )


def _sheet(document: Document, name: str | None) -> Sheet | None:
    """Find the sheet with that name, in any case. Return the first one without a name, and in a .csv or .tsv file, which has no
    names.
    """
    if not name or document.path.suffix.lower() in (".csv", ".tsv"):
        return document.sheets[0] if document.sheets else None
    return next((sheet for sheet in document.sheets if sheet.name.casefold() == name.casefold()), None)


def judge_chart(document: Document, kind: str, sheet: str | None, refers_to: str | None) -> Judgement:
    charts = [chart for chart in document.charts if not sheet or chart.sheet.casefold() == sheet.casefold()]
    if not charts:
        return _judgement(False, f"there is no chart{f' on {sheet!r}' if sheet else ''}")
    of_kind = [chart for chart in charts if _is_kind(kind, chart.kind)]
    if not of_kind:
        return _judgement(False, f"there is no {kind} chart, but {_listed(charts)}")
    if refers_to is None:
        return _judgement(True, f"a {of_kind[0].kind} chart is on {of_kind[0].sheet!r}")
    wanted = parse_reference(refers_to)
    if wanted is None:
        return Judgement(Truth.UNKNOWN, f"{refers_to!r} is not a range of cells; write it like A1:D20")
    drawing = [chart for chart in of_kind if _draws(chart, wanted.sheet, wanted.area)]
    if drawing:
        return _judgement(True, f"a {drawing[0].kind} chart draws {area_name(wanted.area)}")
    if not any(chart.ranges for chart in of_kind):
        return Judgement(Truth.UNKNOWN, "the chart does not say which cells it draws")
    return _judgement(False, f"{_listed(of_kind)}, not {refers_to}")


def _is_kind(wanted: str, kind: str) -> bool:
    """Tell whether the chart is of the kind that is wanted. A "bar" chart may be upright too, as in everyday words; a column
    chart must be.
    """
    word = wanted.casefold()
    return word in ("any", "") or word == kind or (word == "bar" and kind == "column")


def _draws(chart: Chart, sheet: str, area: Area) -> bool:
    """Tell whether the chart's ranges (series, labels and captions) cover exactly the area. The empty corner of the area may be
    left out.
    """
    wanted_sheet = sheet or chart.sheet
    own = [
        reference.area
        for reference in chart.ranges
        if not reference.sheet or reference.sheet.casefold() == wanted_sheet.casefold()
    ]
    return len(own) == len(chart.ranges) > 0 and reduce(Area.union, own) == area


def _listed(charts: Sequence[Chart]) -> str:
    return ", ".join(f"a {chart.kind} chart of {_drawn(chart)}" for chart in charts)


def _drawn(chart: Chart) -> str:
    if not chart.ranges:
        return "no cells"
    return area_name(reduce(Area.union, [reference.area for reference in chart.ranges]))


def judge_paragraph(document: Document, text: str, page: int | None = None, nth: int | None = None) -> Judgement:
    paragraphs = document.paragraphs if page is None else _page(document, page)
    if isinstance(paragraphs, Judgement):
        return paragraphs
    if nth is not None:
        judged = _judge_nth([paragraph for paragraph in paragraphs if paragraph.strip()], text, nth)
    else:
        holds = any(contains_text(paragraph, text) for paragraph in paragraphs)
        where = _on_page(page)
        judged = _judgement(holds, f"{'a' if holds else 'no'} paragraph{where} contains {text!r}")
    unsure = judged.truth is Truth.UNSATISFIED and document.unread
    return Judgement(Truth.UNKNOWN, document.unread) if unsure else judged


def _page(document: Document, page: int) -> Sequence[str] | Judgement:
    """Return the texts of the page (-1: the last one), or why there are none."""
    if not document.pages:
        return Judgement(Truth.UNKNOWN, "its pages cannot be told apart")
    number = page_number(page, len(document.pages))
    if not 0 < number <= len(document.pages):
        return _judgement(False, f"it has {len(document.pages)} pages, so there is no page {page}")
    return document.pages[number - 1]


def page_number(page: int, count: int) -> int:
    """Return the number of a page from 1 on. `page`: as a condition names it, -1 for the last one of `count`."""
    return page if page > 0 else count + 1 + page


def _on_page(page: int | None) -> str:
    return "" if page is None else " on the last page" if page == -1 else f" on page {page}"


def _judge_nth(paragraphs: Sequence[str], text: str, nth: int) -> Judgement:
    which = "the last one" if nth == -1 else f"paragraph {nth}"
    place = nth - 1 if nth > 0 else nth
    if nth == 0 or not -len(paragraphs) <= place < len(paragraphs):
        return _judgement(False, f"there is no paragraph {nth}; it has {len(paragraphs)}")
    holds = contains_text(paragraphs[place], text)
    said = f"{which} contains {text!r}" if holds else f"{which} is {paragraphs[place][:200]!r}, without {text!r}"
    return _judgement(holds, said)


def judge_lacking(document: Document, text: str, page: int | None = None) -> Judgement:
    """Judge whether the text is gone, letter for letter, spaces included; with `page` from that page.

    Where a word is left only as a part of longer words the result is unknown: it may have been meant to stay.
    """
    own = _whole_texts(document, text, page)
    if isinstance(own, Judgement):
        return own
    lines = [line for line in own if text in line]
    if not lines and document.has_unread:
        return Judgement(Truth.UNKNOWN, why_unread(document))
    if not text or not lines:
        return _judgement(bool(text), f"nothing{_on_page(page)} contains {text!r}")
    still = f"{text!r} is still in {_on_page(page).removeprefix(' on ') or 'it'}"
    word = re.compile(rf"(?<!\w){re.escape(text)}(?![\w{MARKS}])")
    if text[:1].isalnum() and text[-1:].isalnum() and not any(word.search(line) for line in lines):
        return Judgement(Truth.UNKNOWN, f"{still}, as a part of longer words")
    return _judgement(False, still)


def _whole_texts(document: Document, wanted: str, page: int | None) -> list[str] | Judgement:
    """Return each line, and what each cell says as a whole: its row is a line of several cells, and it may hold several lines.
    Return why there are none where there is no such `page`.
    """
    if page is not None:
        found = _page(document, page)
        if isinstance(found, Judgement):
            return found
        texts = [*found, *(line for text in found for line in text.splitlines())]
    else:
        cells = [text for table in document.tables for row in table for text in row]
        cells += [cell.shown for sheet in document.sheets for cell in sheet.cells.values()]
        several = [text for text in (*document.paragraphs, *cells) if "\n" in text]
        texts = [*document.text.splitlines(), *cells, *several]
    return [as_wanted(text, wanted) for text in texts]


def judge_without(document: Document, text: str, page: int | None = None) -> Judgement:
    """Judge whether no whole line is the text, list marks aside; with `page` none of that page. Longer lines that contain the
    text may stay.
    """
    own = _whole_texts(document, text, page)
    if isinstance(own, Judgement):
        return own
    holds = all(text.strip() not in (line.strip(), LIST_MARK.sub("", line).strip()) for line in own)
    if holds and document.has_unread:
        return Judgement(Truth.UNKNOWN, why_unread(document))
    where = _on_page(page)
    return _judgement(holds, f"no line{where} says just {text!r}" if holds else f"a line{where} still says {text!r}")


def judge_pages(document: Document, count: int) -> Judgement:
    if not document.pages:
        return Judgement(Truth.UNKNOWN, "its pages cannot be counted")
    return _judgement(len(document.pages) == count, f"it has {len(document.pages)} pages, {count} are wanted")


def judge_key(document: Document, key: str, value: str | None) -> Judgement:
    try:
        data = document.data if document.data is not None else read_settings(document.path)
        found = value_at(data, key)
    except ValueError as error:
        return Judgement(Truth.UNKNOWN, str(error))
    except KeyError:
        return _judgement(False, f"there is nothing at {key!r}")
    shown = found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)
    if value is None:
        return _judgement(True, f"{key!r} is there")
    return _judgement(_same_data(found, value), f"{key!r} is {shown[:200]!r}, {value!r} is wanted")


def _same_data(found: object, value: str) -> bool:
    """Tell whether the value found is the one wanted. A text is compared as it is, or without the single quotes in which
    settings files keep it; anything else is compared as JSON.
    """
    if isinstance(found, str):
        return value in (found, found.strip("'") if found[:1] == found[-1:] == "'" else found)
    try:
        wanted = json.loads(value)
    except ValueError:
        return False
    return bool(found == wanted and isinstance(found, bool) == isinstance(wanted, bool))


def judge_size(document: Document, width: int | None, height: int | None) -> Judgement:
    if document.size is None:
        return Judgement(Truth.UNKNOWN, "it is not a picture whose size can be read")
    fits = all(wanted in (None, own) for wanted, own in zip((width, height), document.size, strict=True))
    wanted = "" if fits else f", not {width or 'any'} by {height or 'any'}"
    return _judgement(fits, f"it is {document.size[0]} by {document.size[1]} pixels{wanted}")


def judge_sheets(document: Document, names: tuple[str, ...]) -> Judgement:
    own = tuple(sheet.name for sheet in document.sheets)
    wanted = "" if own == names else f", not {_names(names)}"
    return _judgement(own == names, f"its sheets are {_names(own)}{wanted}")


def _names(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names)) or "none"
