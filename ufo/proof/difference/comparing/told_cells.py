"""Tells a block of changed cells: what, how many of how many, beside what, and what may be missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ufo.conditions.readers.blocks import block_name
from ufo.conditions.readers.model import Cell
from ufo.conditions.readers.references import column_letters
from ufo.conditions.readers.sheets import is_mistyped
from ufo.proof.difference.comparing.cells import (
    CHANGED,
    CLEARED,
    NEW,
    NEW_FORMULA,
    OTHER_FORMULA,
    RECALCULATED,
    RETYPED,
    TO_FORMULA,
    TO_VALUE,
    Block,
    CellChange,
)
from ufo.proof.difference.comparing.coverage import copied_from, left_out_of
from ufo.proof.difference.comparing.grid import Grid
from ufo.proof.difference.line_words import counted, decimal, listed, quoted, shortened, shown, unique
from ufo.proof.difference.told import Telling
from ufo.schema.property_values import formula_plain

_MOST_CELLS_NAMED = 60
_MOST_LISTED = 3
_MOST_WAYS = 5
_A_FEW = 3
_ERRORS = ("#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#N/A", "#NUM!", "Err:")


@dataclass(frozen=True)
class Book:
    """The sheets around a block. `before`, `after`: the sheet itself; `others`: all sheets before the run, by name.
    `prefix`: how its name stands before a range, "" for a file of one sheet without a name.
    """

    before: Grid
    after: Grid
    others: Mapping[str, Grid]
    prefix: str

    def ranged(self, ranges: str) -> str:
        return f"{self.prefix}{ranges}"


def told(block: Block, book: Book) -> Telling:
    ranges = ranges_of(block)
    said, partial = _TOLD[block.kind](block, book)
    said += _mistyped(block)
    gone = [] if block.kind in (NEW, NEW_FORMULA) else [_value(change.before) for change in block.changes]
    telling = Telling(
        book.ranged(ranges),
        said,
        texts=names_of(block, book),
        gone=unique(gone),
        numbers=(str(block.count),) if block.count > 1 else (),
        partial=partial,
        loss=block.kind in (CHANGED, CLEARED, TO_VALUE),
        by_product=_recalculated(block) if block.kind == RECALCULATED else "",
    )
    held = telling.holding(change.after for change in block.changes)
    if not held.mistyped:
        return held
    meant = {change.after.shown for change in block.changes if _holds_texts(book.before, change.column)}
    return replace(held, mistyped=tuple(text for text in held.mistyped if text not in meant))


def _holds_texts(grid: Grid, column: int) -> bool:
    """Tell whether a column holds texts of digits and no numbers: telephone numbers, postcodes."""
    cells = [grid.cell(row, column) for row in grid.rows_of.get(column, ())]
    return any(map(is_mistyped, cells)) and all(cell.value is None for cell in cells)


def _mistyped(block: Block) -> str:
    """Tell how many values are stored as text though they look like numbers or dates: a line names the first and the last."""
    count = sum(is_mistyped(change.after) for change in block.changes)
    return f"; {count} of the {block.count} stored as text" if count and block.count > _MOST_LISTED else ""


def ranges_of(block: Block) -> str:
    return ",".join(block_name(rows, block.columns) for rows in block.rows)


def names_of(block: Block, book: Book) -> tuple[str, ...]:
    """Return the ranges and cells by every name that a person may give them."""
    ranges = [block_name(rows, block.columns) for rows in block.rows]
    cells = [area_name_of(change) for change in block.changes[:_MOST_CELLS_NAMED]]
    sheet = book.after.sheet.name if book.prefix else ""
    labels = [book.after.header(change.row, change.column) for change in (block.changes[0], block.changes[-1])]
    named = [*ranges, *(book.ranged(name) for name in ranges), *cells]
    if block.count > 1:
        named += [column_letters(column) for column in block.columns]
    label = book.after.label(block.changes[0].row, block.changes[0].column) if block.count == 1 else ""
    return unique([sheet, *named, *labels, label])


def area_name_of(change: CellChange) -> str:
    return f"{column_letters(change.column)}{change.row + 1}"


def written(cell: Cell) -> str:
    """Return a cell's value as it stands in a line: a number plain, a text in quotation marks."""
    if cell.formula:
        result = f" (shows {shortened(shown(cell.shown), 24)})" if cell.shown else ""
        return f"{shortened(shown(formula_plain(cell.formula)), 60)}{result}"
    if cell.value is not None:
        plain = decimal(cell.value)
        return plain if plain == cell.shown else f"{plain} (shown {shortened(shown(cell.shown), 20)})"
    if cell.day:
        return cell.day if cell.day == cell.shown else f"{cell.day} (shown {shortened(shown(cell.shown), 20)})"
    if is_mistyped(cell):
        return f"{quoted(cell.shown)} stored as text"
    return quoted(cell.shown) if cell.shown else "nothing"


def _value(cell: Cell) -> str:
    return formula_plain(cell.formula) if cell.formula else cell.shown


def _labels(block: Block, book: Book) -> str:
    """Return the header of the column and the name of the row in brackets, as far as there are some."""
    first = block.changes[0]
    grid = book.before if block.kind == CLEARED else book.after
    header = grid.header(first.row, first.column) if len(block.columns) == 1 else ""
    label = grid.label(first.row, first.column) if block.count == 1 else ""
    found = [quoted(text, 24) for text in (label, header) if text]
    return f" ({', '.join(found)})" if found else ""


def _new(block: Block, book: Book) -> tuple[str, str]:
    values = listed([written(change.after) for change in block.changes])
    kind = "new value" if block.count == 1 else f"{block.count} new values"
    said = f"{kind} {values}{_labels(block, book)}"
    source = copied_from([change.after for change in block.changes], block, book.others, book.after.sheet.name)
    if source is not None:
        return f"{said}; {source[0]}", source[1]
    return f"{said}{_neighbours(block, book)}", _stops_midway(block, book)


def _stops_midway(block: Block, book: Book) -> str:
    """Return how much of a column one and the same value fills from its first row on; "" where it fills all, or other rows."""
    values = {_value(change.after) for change in block.changes}
    beside = _beside(block, book)
    if beside is None or block.count < _A_FEW or len(values) > 1 or len(block.rows) > 1 or len(block.columns) > 1:
        return ""
    return _extent(block, book)[1] if block.changes[0].row in beside[1][:2] else ""


def _changed(block: Block, book: Book) -> tuple[str, str]:
    pairs = [f"{written(change.before)} → {written(change.after)}" for change in block.changes]
    kind = "changed value" if block.count == 1 else f"{block.count} changed values"
    said = f"{kind}{_labels(block, book)}: {_ways(pairs, block)}{_alike(block)}"
    extent, partial = _extent(block, book)
    source = copied_from([change.after for change in block.changes], block, book.others, book.after.sheet.name)
    if source is not None:
        said, partial = f"{said}; {source[0]}", partial or source[1]
    return f"{said}{extent}{_among_formulas(block, book)}", partial if block.count > 1 else ""


def _ways(pairs: list[str], block: Block) -> str:
    """List how values changed: equal changes once with their number, and one that is not like the others with its place."""
    times = Counter(pairs)
    if len(pairs) <= _MOST_LISTED or len(times) == len(pairs):
        return listed(pairs, _MOST_LISTED)
    places = {pair: area_name_of(change) for pair, change in zip(pairs, block.changes, strict=True)}
    found = [f"{pair} ({counted(count, 'time') if count > 1 else places[pair]})" for pair, count in times.most_common()]
    return listed(found, _MOST_WAYS)


def _alike(block: Block) -> str:
    """Return by what several numbers were multiplied or what was added to them, where it is the same for all."""
    values = [(change.before.value, change.after.value) for change in block.changes]
    known = [(old, new) for old, new in values if old is not None and new is not None]
    if len(known) <= 1 or len(known) < len(values):
        return ""
    sums = {round(new - old, 9) for old, new in known}
    if len(sums) == 1:
        return f", each {'+' if min(sums) > 0 else '−'} {decimal(abs(min(sums)))}"
    factors = {round(new / old, 6) for old, new in known if old}
    return f", each × {decimal(min(factors))}" if len(factors) == 1 and all(old for old, _ in known) else ""


def _formula(block: Block, book: Book) -> tuple[str, str]:
    first = block.changes[0]
    shift = " … filled alike" if block.count > 1 else ""
    formula = shortened(shown(formula_plain(first.after.formula)), 70)
    kind = "formula" if block.count == 1 else "formulas"
    new = "new " if block.kind == NEW_FORMULA else ""
    said = f"{f'{block.count} ' if block.count > 1 else ''}{new}{kind} {formula}{shift}{_labels(block, book)}"
    if block.kind == TO_FORMULA:
        said += f" in place of {listed([written(change.before) for change in block.changes], 3)}"
    elif block.kind == OTHER_FORMULA:
        said += f" in place of {shortened(shown(formula_plain(first.before.formula)), 50)}"
    results = [change.after.shown for change in block.changes if change.after.shown]
    if results:
        said += f", showing {listed([shortened(shown(result), 16) for result in results], 3)}"
    extent, partial = _extent(block, book)
    if left_out := left_out_of(first, book.after, book.others):
        return f"{said}; {left_out}", left_out
    return f"{said}{extent}", partial if block.count > 1 else ""


def _cleared(block: Block, book: Book) -> tuple[str, str]:
    values = listed([written(change.before) for change in block.changes])
    what = "cleared" if block.count == 1 else f"{block.count} cells cleared"
    return f"{what}{_labels(block, book)}; gone: {values}", ""


def _otherwise(block: Block, book: Book) -> tuple[str, str]:
    said = {TO_VALUE: "value in place of a formula", RETYPED: "same in sight, stored otherwise"}[block.kind]
    pairs = [f"{written(change.before)} → {written(change.after)}" for change in block.changes]
    return f"{_number(block)}{said}{_labels(block, book)}: {listed(pairs, 3)}", ""


def _calculated(block: Block, book: Book) -> tuple[str, str]:
    pairs = [
        f"{shortened(shown(change.before.shown), 16) or 'nothing'} → {shortened(shown(change.after.shown), 16)}"
        for change in block.changes
    ]
    return f"{_number(block)}formula unchanged, its result recalculated: {listed(pairs, 3)}", ""


def _recalculated(block: Block) -> str:
    """Return why nobody has to ask for the new results; "" for an error, which someone has to see."""
    if any(change.after.shown.startswith(_ERRORS) for change in block.changes):
        return ""
    return f"recalculated from {shortened(formula_plain(block.changes[0].after.formula), 60)}"


def _number(block: Block) -> str:
    return f"{block.count} cells: " if block.count > 1 else ""


def _extent(block: Block, book: Book) -> tuple[str, str]:
    """Return how much of its column the block covers, or what stands beside it, and what it lacks of that."""
    if len(block.columns) > 1 and len(block.rows) == 1 and len(block.rows[0]) == 1:
        return "", ""
    column, row = block.columns[0], block.changes[0].row
    rows = {change.row for change in block.changes}
    if said := book.after.share(len(rows), column, row, book.prefix):
        return f" ({said})", said
    beside = _beside(block, book)
    if beside is None:
        return "", ""
    other, body = beside
    name = book.ranged(block_name(body, range(other, other + 1)))
    covered = len(rows & set(body))
    if covered < len(body):
        said = f"{covered} of the {len(body)} filled rows of {name}"
        return f", beside {said}", said
    return f", beside all {len(body)} filled rows of {name}" if len(body) > 1 else "", ""


def _beside(block: Block, book: Book) -> tuple[int, range] | None:
    """Return the nearest column to the left, else to the right, that is filled at the block's first row, with its rows."""
    row = block.changes[0].row
    columns = book.after.columns_of.get(row, set())
    left = [column for column in columns if column < block.columns[0]]
    right = [column for column in columns if column > block.columns[-1]]
    found = max(left) if left else min(right, default=None)
    return None if found is None else (found, book.after.body(found, row))


def _neighbours(block: Block, book: Book) -> str:
    """Return what stands around new values: a row below a table, or a column beside filled rows."""
    first, columns = block.changes[0], block.columns
    above = [column for column in columns if (first.row - 1, column) in book.before.sheet.cells]
    if above and len(block.rows[0]) <= len(book.before.run(above[0], first.row - 1)):
        run = book.before.run(above[0], first.row - 1)
        return f", right below the filled {book.ranged(block_name(run, range(above[0], above[-1] + 1)))}"
    if block.count > 1 or len(block.rows[0]) > 1:
        return _extent(block, book)[0]
    return _among_formulas(block, book)


def _among_formulas(block: Block, book: Book) -> str:
    first, last = block.changes[0], block.changes[-1]
    around = [book.after.cell(first.row - 1, first.column), book.after.cell(last.row + 1, first.column)]
    formulas = [cell.formula for cell in around if cell.formula]
    if not formulas or any(change.after.formula for change in block.changes):
        return ""
    return f", where its neighbours have formulas such as {shortened(formula_plain(formulas[0]), 40)}"


_Telling = Callable[[Block, Book], tuple[str, str]]
_TOLD: Mapping[str, _Telling] = {
    NEW: _new,
    CHANGED: _changed,
    NEW_FORMULA: _formula,
    TO_FORMULA: _formula,
    OTHER_FORMULA: _formula,
    TO_VALUE: _otherwise,
    CLEARED: _cleared,
    RETYPED: _otherwise,
    RECALCULATED: _calculated,
}
