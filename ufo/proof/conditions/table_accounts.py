"""Tells whether a value stands in the cell of a table that the request names in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ufo.proof.request.match import cells_of, holds_text
from ufo.proof.request.model import Kind, Literal
from ufo.proof.request.table_places import (
    TableCell,
    address_of,
    cell_at,
    cell_named_in,
    find_cell,
    find_row,
    heading_row,
    tables_of,
)
from ufo.schema.predicate import DocumentPredicate, Finding, Truth
from ufo.verify.document_match import cells_equal
from ufo.verify.documents.model import Cell, Document, Sheet
from ufo.verify.documents.numbers import number_in
from ufo.verify.documents.references import parse_reference


@dataclass(frozen=True, slots=True)
class CellTold:
    """What a table says about a value. `truth`: whether the cell holds it; unknown where the cell is not found or its text may
    be another form of the value. `was_so`: it held the value before anything was done. `why`: what it holds instead.
    """

    truth: Truth
    was_so: bool = False
    why: str = ""


def look_up(literal: Literal, sheet: str, before: Document | None, now: Document | None) -> CellTold:
    """Look up the cell of the literal. `before`, `now`: the document that it belongs in, or None where there was or is none."""
    if now is None or not any(heading_row(one) is not None for one in tables_of(now, sheet)):
        return CellTold(Truth.UNKNOWN, why=f"no table was found in which {literal.place} may be")
    if not literal.column:
        return _in_row(literal, sheet, before, now)
    then = find_cell(before, literal.row, literal.column, sheet) if before is not None else None
    place = find_cell(now, literal.row, literal.column, sheet) or _renamed(then)
    cell = cell_at(now, place) if place is not None else None
    if cell is None:
        return CellTold(Truth.UNKNOWN, why=f"{literal.place} is not one cell of {now.path.name}: not found, or several")
    old = cell_at(before, then) if before is not None and then is not None else None
    if cells_equal(literal.text, cell):
        return CellTold(Truth.SATISFIED, old is not None and cells_equal(literal.text, old))
    shown = f"is {cell.shown}" if cell.shown else "is empty"
    truth = Truth.UNSATISFIED if _is_other(literal, cell, old) else Truth.UNKNOWN
    return CellTold(truth, why=f"{literal.place} {shown}, the request says {literal.text}")


def _renamed(then: TableCell | None) -> TableCell | None:
    """Return the place where it was before, for "Change Anna's name to Ada": the row is found by what stood there before."""
    return then if then is not None and then.key == (then.row, then.column) else None


def _is_other(literal: Literal, cell: Cell, old: Cell | None) -> bool:
    """Tell whether the cell certainly does not hold what is meant. A date may be shown in many ways."""
    if not literal.firm or literal.kind in (Kind.DATE, Kind.FORMULA):
        return False
    if number_in(literal.text) is not None:
        return not cell.shown or number_in(cell.shown) is not None or cell == old
    return not holds_text(literal.text, cell.shown) and not (cell.shown and holds_text(cell.shown, literal.text))


def _in_row(literal: Literal, sheet: str, before: Document | None, now: Document) -> CellTold:
    """Look in all cells of the row: the request does not say which one, and a mark may be written in many ways."""
    found = find_row(now, literal.row, sheet)
    if found is None:
        return CellTold(Truth.UNKNOWN, why=f"{literal.place} is not one row of {now.path.name}: not found, or several")
    then = find_row(before, literal.row, sheet) if before is not None else None
    if not _row_says(literal.text, *found):
        return CellTold(Truth.UNKNOWN, why=f"no cell in the row of {literal.place} says {literal.text!r}")
    return CellTold(Truth.SATISFIED, then is not None and _row_says(literal.text, *then))


def _row_says(text: str, sheet: Sheet, row: int) -> bool:
    own = (cell for (at, _), cell in sheet.cells.items() if at == row)
    return any(cells_equal(text, cell) or text.casefold() == cell.shown.strip().casefold() for cell in own)


def look_around(literal: Literal, sheet: str, before: Document | None, now: Document | None) -> CellTold | None:
    """Look up a value without a place whose clause names one row and one column of the table. None where it does not. What the
    request wants there is not understood, so nothing is refuted.
    """
    place = cell_named_in(now, literal.around, sheet) if now is not None and literal.around else None
    cell = cell_at(now, place) if now is not None and place is not None else None
    if now is None or place is None or cell is None:
        return None
    if cells_equal(literal.text, cell) or holds_text(literal.text, cell.shown):
        then = cell_named_in(before, literal.around, sheet) if before is not None else None
        old = cell_at(before, then) if before is not None and then is not None else None
        return CellTold(Truth.SATISFIED, then is None or old == cell)
    names = [(cell_at(now, _at(place, *at)) or cell).shown for at in (place.heading, place.key)]
    shown = f"is {cell.shown}" if cell.shown else "is empty"
    why = f"{names[0]} of {names[1]} {shown}, and the request may want {literal.text} there"
    return CellTold(Truth.UNKNOWN, why=why)


def _at(place: TableCell, row: int, column: int) -> TableCell:
    return TableCell(place.sheet, row, column, place.key, place.heading)


def stated_cells(literal: Literal, sheet: str, before: Document | None) -> Iterator[tuple[str, str, str]]:
    """Return sheet, address and text of the value, of the cell that identifies its row, and of its heading, as the document was
    before.
    """
    place = find_cell(before, literal.row, literal.column, sheet) if before is not None and literal.column else None
    if before is None or place is None or not before.sheets:
        return
    yield place.sheet, address_of(place.row, place.column), literal.text
    for at in (place.key, place.heading):
        cell = cell_at(before, _at(place, *at))
        if cell is not None and at != (place.row, place.column):
            yield place.sheet, address_of(*at), cell.shown


def open_cell_told(literal: Literal, stated: Sequence[tuple[str, str, str]], proofs: Iterable[Finding]) -> bool:
    """Tell whether it was found in the open document: that cell with its row and heading, or in a table that a condition
    states.
    """
    in_open = [one for one in proofs if isinstance(one.predicate, DocumentPredicate) and one.predicate.open]
    if stated and all(any(_tells(one, *cell) for one in in_open) for cell in stated):
        return True
    return any(_states_table(one.predicate, literal) for one in in_open if isinstance(one.predicate, DocumentPredicate))


def _tells(finding: Finding, sheet: str, address: str, text: str) -> bool:
    predicate = finding.predicate
    if not isinstance(predicate, DocumentPredicate) or (predicate.sheet or sheet).casefold() != sheet.casefold():
        return False
    said = cells_of(predicate).get(address)
    return said is not None and cells_equal(text, Cell(said, number_in(said)))


def _states_table(predicate: DocumentPredicate, literal: Literal) -> bool:
    """Tell whether the condition states a table with the value in that row under that heading."""
    start = parse_reference(predicate.start)
    rows = predicate.cells or ()
    if start is None or len(rows) < 2 or not literal.column:
        return False
    table = tuple(tuple(row) for row in rows)
    stated = Document(Path(predicate.path), tables=(table,))
    place = find_cell(stated, literal.row, literal.column)
    cell = cell_at(stated, place) if place is not None else None
    return cell is not None and cells_equal(literal.text, Cell(cell.shown, number_in(cell.shown)))
