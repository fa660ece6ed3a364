"""Tells whether a condition on cells reaches all that "every cell" or "all prices" can mean, as the file has them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ufo.errors import UnreadableDocument
from ufo.proof.conditions.conditions import Derivation
from ufo.proof.conditions.file_places import document_at
from ufo.proof.request.clause_words import SPLIT
from ufo.proof.request.match import holds_text
from ufo.schema.patterns import any_case, regex
from ufo.schema.predicate import DocumentPredicate, Predicate
from ufo.schema.properties import property_named
from ufo.verify.documents.model import Area, Sheet
from ufo.verify.documents.references import column_number, parse_reference
from ufo.verify.properties.every_cell import areas_in
from ufo.verify.properties.judge import cells_meant, cells_with

_NO_CELLS = any_case(
    r"\b(?:sheets?|tabs?|slides?|pages?|files?|documents?|paragraphs?|lines?|headings?|words?|pictures?|images?|mails?|emails?|"
    r"folders?|windows?|sentences?|bullets?|columns?|messages?|buttons?|boxes|box|fields?|options?|links?)\b"
)
_COLUMN = regex(r"\b[Cc]olumns?\s+([A-Z]{1,2})\b")
_RANGE = regex(r"\b[A-Z]{1,3}[1-9]\d{0,6}\s*:\s*[A-Z]{1,3}[1-9]\d{0,6}\b")
_PICKS = any_case(
    r"\b(?:above|over|below|under|more|less|fewer|greater|smaller|larger|higher|lower|at\s+(?:least|most)|exceed\w*|between|before|after|"
    r"negative|positive|empty|blank|filled|contain\w*|whose|where|with|that\s+(?:is|are|has|have)|which)\b|[<>]"
)

_BY_NUMBER = any_case(r"\d|\b(?:negative|positive)\b")


@dataclass(frozen=True, slots=True)
class Every:
    """ "Every price", with the request that says it. `at`: where in the request it stands."""

    words: str
    request: str
    at: int = 0

    @property
    def clause(self) -> str:
        """The clause of the request that says the words."""
        ends = [0, *(at for match in SPLIT.finditer(self.request) for at in match.span()), len(self.request)]
        return self.request[max(at for at in ends if at <= self.at) : min(at for at in ends if at > self.at)]


def reaches_all(predicate: Predicate, every: Every, derivation: Derivation) -> bool:
    """Tell whether the condition is about all the cells that are meant. Where the words pick some of them, the condition must
    pick them too, and leave the others as they were. Blocking: reads the file.
    """
    if not isinstance(predicate, DocumentPredicate) or predicate.open or _NO_CELLS.search(every.words):
        return False
    sheet = _sheet(predicate)
    areas = _areas(predicate, sheet) if sheet is not None else ()
    if sheet is None or not areas or not _covers(areas, every, sheet):
        return False
    if not _PICKS.search(every.request):
        return predicate.where in (None, "filled")
    if predicate.where is None:
        return predicate.cells is not None
    return _spares_the_others(predicate, derivation)


def _sheet(predicate: DocumentPredicate) -> Sheet | None:
    document = document_at(Path(predicate.path))
    named = (predicate.sheet or "").casefold()
    sheets = document.sheets if document is not None else ()
    return next((one for one in sheets if named in ("", "*") or one.name.casefold() == named), None)


def _areas(predicate: DocumentPredicate, sheet: Sheet) -> tuple[Area, ...]:
    if predicate.cells is not None:
        first = parse_reference(predicate.start)
        if first is None:
            return ()
        width = max(map(len, predicate.cells), default=0)
        corner = first.area
        return (Area(corner.column, corner.row, corner.column + width - 1, corner.row + len(predicate.cells) - 1),)
    is_of_cells = predicate.property is not None and "cells" in property_named(predicate.property).about
    return areas_in(predicate.start, sheet) if is_of_cells and predicate.paragraph is None else ()


def _covers(areas: tuple[Area, ...], every: Every, sheet: Sheet) -> bool:
    """Tell whether the areas hold the range that the request names, or else all filled cells of the columns that are meant, but
    for their headings.
    """
    reached = {
        (row, column)
        for area in areas
        for row in range(area.row, area.end_row + 1)
        for column in range(area.column, area.end_column + 1)
    }
    named = [one for text in _RANGE.findall(every.request) if (one := parse_reference(text)) is not None]
    if named:
        return all(any(area.holds(one.area) for area in areas) for one in named)
    columns = {column for area in areas for column in range(area.column, area.end_column + 1)}
    if not _columns_meant(every, sheet) <= columns:
        return False
    top = _top(sheet)
    filled = {place for place, cell in sheet.cells.items() if cell.shown and place[1] in columns and place[0] > top}
    return bool(filled) and filled <= reached


def _columns_meant(every: Every, sheet: Sheet) -> frozenset[int]:
    """Return the columns that the request names, by letters or by a heading; otherwise all that hold anything, or that hold
    numbers where cells are picked by a number.
    """
    for said in (every.clause, every.request):
        if letters := frozenset(map(column_number, _COLUMN.findall(said))):
            return letters
        if own := _headed_as(every.words, said, sheet):
            return own
    by_number = _BY_NUMBER.search(every.request)
    held = (at for at, cell in sheet.cells.items() if (cell.value is not None if by_number else bool(cell.shown)))
    return frozenset(column for row, column in held if row > _top(sheet))


def _headed_as(words: str, said: str, sheet: Sheet) -> frozenset[int]:
    """Return the columns whose heading is the noun of the words, or is named in what is said."""
    noun, top = words.split()[-1].casefold().rstrip("s"), _top(sheet)
    headings = {column: cell.shown for (row, column), cell in sheet.cells.items() if row == top and len(cell.shown) > 2}
    named = {column for column, shown in headings.items() if re.search(rf"\b{re.escape(noun)}", shown.casefold())}
    return frozenset(named | {column for column, shown in headings.items() if holds_text(shown, said)})


def _top(sheet: Sheet) -> int:
    """Return the row of the headings: the first that shows anything."""
    return min((row for (row, _), cell in sheet.cells.items() if cell.shown), default=0)


def _spares_the_others(predicate: DocumentPredicate, derivation: Derivation) -> bool:
    """Tell whether no cell of the range that does not fit has the property, unless it had it before the run."""
    path = Path(predicate.path)
    copy = derivation.baseline.kept.copy_of(path)
    try:
        meant = cells_meant(path, predicate)
        others = cells_with(path, predicate) - frozenset(meant.start.split(",") if meant is not None else ())
        before = cells_with(copy, predicate) if copy is not None and others else frozenset()
    except (UnreadableDocument, OSError, KeyError, ValueError):
        return False
    return others <= before
