"""Shows what stands in sheets: rows with values and formulas, the looks of cells, charts and what a sheet is set to.

None of it is news: what a run wrote into cells is told as changes, and is no source of the numbers that it wrote.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ufo.conditions.readers.blocks import block_name, rectangles
from ufo.conditions.readers.model import Area, Cell
from ufo.conditions.readers.numbers import number_in
from ufo.conditions.readers.references import area_name
from ufo.conditions.readers.sheets import is_mistyped
from ufo.proof.difference.comparing.properties import numbers_in
from ufo.proof.difference.comparing.runs import look_said
from ufo.proof.difference.comparing.told_cells import written
from ufo.proof.difference.content import Content, SheetContent
from ufo.proof.difference.line_words import counted, listed, quoted, shortened, shown, unique
from ufo.proof.difference.showing.asked import areas
from ufo.proof.difference.showing.of_properties import of_charts, of_properties
from ufo.proof.difference.told import ROOM, Line, Piece, Telling, lines, row_piece, rows_name

_SHOWN_LOOKS = ("bold", "italic", "underline", "strikethrough", "colour", "highlight", "align", "format")
_LONGEST_CELL = 120


def of_sheets(content: Content, part: str) -> Iterator[Line]:
    """Iterate over what stands in the sheets or the range that a part names. The small things come first: there is always room
    for them.
    """
    asked = list(areas(part, content.sheets))
    is_whole = all(area is None for _, area in asked)
    if is_whole and len(content.sheets) > 1:
        yield Line(_order(content))
    for sheet, area in asked:
        if area is None:
            yield from of_properties(sheet.properties, sheet.properties, sheet.name)
        yield from lines(_looks(sheet, area), partial(_of_sheet, sheet.name))
    names = {sheet.name for sheet, _ in asked}
    yield from of_charts([chart for chart in content.charts if is_whole and chart.sheet in names])
    for sheet, area in asked:
        yield from _rows(sheet, area)


def _of_sheet(name: str, _: Sequence[Piece]) -> str:
    return name


def _order(content: Content) -> Telling:
    named = ", ".join(f"{quoted(sheet.name)} {_extent(sheet)}" for sheet in content.sheets)
    said = f"{counted(len(content.sheets), 'sheet')}, in this order: {named}"
    return Telling("", said, unique(sheet.name for sheet in content.sheets), numbers=(str(len(content.sheets)),))


def _extent(sheet: SheetContent) -> str:
    cells = sheet.sheet.cells
    if not cells:
        return "empty"
    return area_name(Area(0, 0, max(column for _, column in cells), max(row for row, _ in cells)))


def _rows(sheet: SheetContent, area: Area | None) -> Iterator[Line]:
    widths: dict[int, int] = {}
    for row, column in sheet.sheet.cells:
        if _is_in(row, column, area):
            widths[row] = max(widths.get(row, 0), column + 1)
    left = 0 if area is None else area.column
    right = max(widths.values(), default=1) - 1

    def named(pieces: Sequence[Piece]) -> str:
        if area is None:
            return rows_name(sheet.name, pieces)
        return f"{sheet.name}!{area_name(Area(left, pieces[0].number, right, pieces[-1].number))}"

    if not widths:
        where = sheet.name if area is None else f"{sheet.name}!{area_name(area)}"
        yield Line(Telling(where, "nothing stands there"))
    yield from lines(
        (piece for row in sorted(widths) for piece in _pieces(sheet, row, range(left, widths[row]))), named
    )


def _is_in(row: int, column: int, area: Area | None) -> bool:
    return area is None or area.holds(Area(column, row, column, row))


def _pieces(sheet: SheetContent, row: int, columns: range) -> Iterator[Piece]:
    """Iterate over a row in pieces that fit into a line each."""
    start, length = columns.start, 0
    for column in columns:
        size = len(_said(sheet.sheet.cell(row, column))) + 3
        if column > start and length + size > ROOM:
            yield row_piece(sheet.sheet, row, range(start, column), _said)
            start, length = column, 0
        length += size
    yield row_piece(sheet.sheet, row, range(start, columns.stop), _said)


def _said(cell: Cell) -> str:
    """Return a cell as it shows, with the formula or the value behind it where that is another."""
    as_shown = not cell.day if cell.value is None else number_in(cell.shown) == cell.value
    if cell.formula or is_mistyped(cell) or not as_shown:
        return written(cell)
    return shortened(shown(cell.shown), _LONGEST_CELL)


def _looks(sheet: SheetContent, area: Area | None) -> Iterator[Piece]:
    """Iterate over the looks that filled cells have, each with its ranges."""
    found: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for place in sorted(sheet.looks):
        if place in sheet.sheet.cells and _is_in(*place, area):
            for name in _SHOWN_LOOKS:
                if value := sheet.looks[place].get(name):
                    found.setdefault((name, value), []).append(place)
    for (name, value), places in found.items():
        ranges = [block_name(*block) for block in rectangles(places)]
        said = f"{look_said(name, value)} {listed(ranges, 6)}"
        yield Piece(0, Telling("", said, unique([name, value, *ranges]), numbers=numbers_in(value)))
