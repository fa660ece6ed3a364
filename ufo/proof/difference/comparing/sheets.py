"""Compares the sheets of a workbook: sheets, rows and columns, cells, looks and properties."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from ufo.conditions.readers.blocks import block_name, runs_in
from ufo.conditions.readers.model import EMPTY, Cell
from ufo.conditions.readers.references import column_letters
from ufo.conditions.readers.sheets import order_key
from ufo.proof.difference.comparing.arrangement import Arrangement, Reordered, adapted, arranged, key_of
from ufo.proof.difference.comparing.cells import CellChange, change_of, joined
from ufo.proof.difference.comparing.grid import Grid, numbered
from ufo.proof.difference.comparing.looks import cell_looks
from ufo.proof.difference.comparing.properties import changed_properties, charts, properties_of_new_sheet
from ufo.proof.difference.comparing.told_cells import Book, told, written
from ufo.proof.difference.content import Content, SheetContent
from ufo.proof.difference.line_words import counted, listed, quoted, unique
from ufo.proof.difference.told import Telling
from ufo.schema.property_values import formula_plain

_Key = tuple[int, float, str]
_MOST_IN_ORDER = 24
_FEW_ROWS = 12


def compare_sheets(before: Content, after: Content) -> list[Telling]:
    """Return the differences of two workbooks; of a new one (`before` without sheets) all that it holds."""
    pairs = _matched(before.sheets, after.sheets)
    found = list(_sheets(before.sheets, after.sheets, pairs))
    is_named = len(after.sheets) > 1 or len(before.sheets) > 1 or after.unit != "line"
    arrangements = {_key(new.name): arranged(old.sheet, new.sheet) for old, new in pairs if old.name == new.name}
    grids = {sheet.name: Grid(sheet.sheet) for sheet in before.sheets or after.sheets}
    old_of = {new.name: old for old, new in pairs}
    for sheet in after.sheets:
        old = old_of.get(sheet.name, SheetContent(type(sheet.sheet)(sheet.name)))
        arrangement = arrangements.get(_key(sheet.name)) or arranged(old.sheet, sheet.sheet)
        prefix = f"{sheet.name}!" if is_named else ""
        book = Book(Grid(old.sheet), Grid(sheet.sheet), grids, prefix)
        found += _lines(arrangement, book)
        found += _cells(old, sheet, {**arrangements, _key(sheet.name): arrangement}, book)
        found += cell_looks(old, sheet, arrangement, book)
        where = sheet.name if is_named else ""
        if sheet.name in old_of:
            found += changed_properties(old.properties, sheet.properties, where)
        else:
            found += properties_of_new_sheet(sheet.properties, where)
    found += charts(before.charts, after.charts, after.sheets)
    return found


def _key(name: str) -> str:
    return name.upper().replace(" ", "")


def _matched(before: Sequence[SheetContent], after: Sequence[SheetContent]) -> list[tuple[SheetContent, SheetContent]]:
    """Pair sheets by their names, and the others by what they hold: those were renamed."""
    by_name = {sheet.name: sheet for sheet in before}
    pairs = [(by_name[sheet.name], sheet) for sheet in after if sheet.name in by_name]
    olds = [sheet for sheet in before if sheet.name not in {new.name for _, new in pairs}]
    for new in (sheet for sheet in after if sheet.name not in by_name):
        alike = next((old for old in olds if _is_like(old, new)), None)
        if alike is not None:
            olds.remove(alike)
            pairs.append((alike, new))
    return pairs


def _is_like(old: SheetContent, new: SheetContent) -> bool:
    places = old.sheet.cells.keys() | new.sheet.cells.keys()
    same = sum(key_of(old.sheet.cell(*place)) == key_of(new.sheet.cell(*place)) for place in places)
    return same * 2 >= len(places)


def _sheets(
    before: Sequence[SheetContent],
    after: Sequence[SheetContent],
    pairs: Sequence[tuple[SheetContent, SheetContent]],
) -> Iterator[Telling]:
    if not before:
        return
    for old, new in pairs:
        if old.name != new.name:
            said = f"sheet {quoted(old.name)} is now called {quoted(new.name)}"
            yield Telling("", said, texts=(new.name,), gone=(old.name,))
    kept, made = {id(old) for old, _ in pairs}, {id(new) for _, new in pairs}
    for place, sheet in enumerate(after, 1):
        if id(sheet) not in made:
            said = f"new sheet {quoted(sheet.name)}, {_filled(sheet)}, as number {place} of {len(after)} sheets"
            yield Telling("", said, texts=(sheet.name,), numbers=(str(place), str(len(after))))
    for sheet in before:
        if id(sheet) not in kept:
            cells = [cell.shown for _, cell in sorted(sheet.sheet.cells.items())]
            said = f"sheet {quoted(sheet.name)} is gone, which had {_filled(sheet)}"
            yield Telling("", said, gone=(sheet.name, *cells), loss=True, texts=(sheet.name,))
    order = [old.name for old in before if id(old) in kept]
    now = [old.name for sheet in after for old, new in pairs if new is sheet]
    if order != now:
        names = [sheet.name for sheet in after]
        yield Telling("", f"sheets in another order: {listed([quoted(name, 20) for name in names], 8)}", tuple(names))


def _filled(sheet: SheetContent) -> str:
    cells = sheet.sheet.cells
    if not cells:
        return "empty"
    rows, columns = ([place[way] for place in cells] for way in (0, 1))
    area = block_name(range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1))
    return f"{counted(len(cells), 'filled cell')} in {area}"


def _lines(found: Arrangement, book: Book) -> Iterator[Telling]:
    for of_rows, lines in ((True, found.rows), (False, found.columns)):
        for new in runs_in(lines.inserted):
            cells = _cells_of(new, book.after, of_rows)
            values = listed([written(cell) for cell in cells], 6 if of_rows else 4)
            held = f": {values}" if cells else ", empty"
            held = f"{_between(new, book)}{held}" if of_rows else f", {counted(len(cells), 'cell')} filled: {values}"
            yield _line(new, of_rows, book, f"inserted{held}").holding(cells)
        for old in runs_in(lines.removed):
            cells = _cells_of(old, book.before, of_rows)
            empty = f", which {'was' if len(old) == 1 else 'were'} empty"
            held = f"; gone: {listed([written(cell) for cell in cells], 6 if of_rows else 4)}" if cells else empty
            left = f"; {book.after.height} rows are left" if of_rows else ""
            gone = unique(formula_plain(cell.formula) if cell.formula else cell.shown for cell in cells)
            yield replace(_line(old, of_rows, book, f"removed{held}{left}"), gone=gone, loss=bool(cells))
    if found.reordered is not None:
        yield _order(found.reordered, book)


def _cells_of(lines: range, grid: Grid, of_rows: bool) -> list[Cell]:
    places = [place for place in grid.sheet.cells if place[0 if of_rows else 1] in lines]
    return [grid.sheet.cells[place] for place in sorted(places)]


def _line(lines: range, of_rows: bool, book: Book, said: str) -> Telling:
    """Return what became of rows or columns, with the names that these have."""
    sheet = book.after.sheet.name
    if not of_rows:
        return Telling(book.ranged(_span(lines)), f"{_columns(lines)} {said}", (sheet, _span(lines)))
    numbers = unique([*(str(row + 1) for row in lines[:_FEW_ROWS]), str(lines[-1] + 1), str(len(lines))])
    where = book.ranged(f"{lines[0] + 1}:{lines[-1] + 1}")
    return Telling(where, f"{numbered('row', lines)} {said}", (sheet,), numbers=numbers)


def _between(rows: range, book: Book) -> str:
    """Return the first texts of the rows above and below."""
    firsts = [
        next((book.after.cell(row, column).shown for column in sorted(book.after.columns_of.get(row, ()))), None)
        for row in (rows[0] - 1, rows.stop)
    ]
    named = zip(("below", "above"), firsts, strict=True)
    return "".join(f", {word} {quoted(text, 24)}" for word, text in named if text is not None)


def _columns(columns: range) -> str:
    return f"column {_span(columns)}" if len(columns) == 1 else f"columns {_span(columns)}"


def _span(columns: range) -> str:
    return ":".join(dict.fromkeys((column_letters(columns[0]), column_letters(columns[-1]))))


def _order(moved: Reordered, book: Book) -> Telling:
    """Tell the new order of rows: which columns moved, what stays beside them, and by which column it is sorted now."""
    columns = range(moved.columns[0], moved.columns[-1] + 1)
    name = block_name(moved.rows, columns)
    sorted_by = [text for column in moved.columns if (text := _sorted(book, column, moved.rows))]
    said = f"{numbered('row', moved.rows)} in another order, same contents"
    said += f"; now {listed(sorted_by, 3)}{_within(book, moved.columns, moved.rows)}" if sorted_by else ""
    partial = ""
    if moved.stayed:
        stayed = ", ".join(
            f"{column_letters(column)} {quoted(book.after.header(moved.rows[0], column), 16)}"
            for column in moved.stayed
        )
        partial = f"only {_span(columns)} moved, while {stayed} stayed"
        said += f"; {partial}"
    texts = unique([book.after.sheet.name, name, book.ranged(name), *(column_letters(column) for column in columns)])
    headers = unique(book.after.header(moved.rows[0], column) for column in columns)
    return Telling(book.ranged(name), said, texts + headers, partial=partial, loss=bool(moved.stayed))


def _way(steps: Sequence[tuple[_Key, _Key]]) -> str:
    """Return "ascending" or "descending" where every step is one or none; "" for steps in both ways or none at all."""
    ups, downs = any(step < other for step, other in steps), any(step > other for step, other in steps)
    return "" if ups == downs else "ascending" if ups else "descending"


def _within(book: Book, columns: Sequence[int], rows: range) -> str:
    """Return ", and within equal ones ascending by A" where a second column is in order wherever the sorted one is equal."""
    keys = {column: _keys(book, column, rows) for column in columns}
    first = next(
        (column for column in columns if _way(_steps(keys[column])) and len(set(keys[column])) < len(rows)), None
    )
    if first is None:
        return ""
    equal = [at for at, (entry, other) in enumerate(_steps(keys[first])) if entry == other]
    ways = ((column, _way([_steps(keys[column])[at] for at in equal])) for column in columns if column != first)
    return next((f", and within equal ones {way} by {column_letters(column)}" for column, way in ways if way), "")


def _sorted(book: Book, column: int, rows: range) -> str:
    """Return "ascending by B "Price" (B2:B11)" where the column is in order now; where more of it is filled, how much."""
    way = _way(_steps(_keys(book, column, rows)))
    if not way:
        return ""
    body = book.after.body(column, rows[0])
    around = body if len(body) >= len(rows) else rows
    is_whole = _way(_steps(_keys(book, column, around))) == way
    across = range(column, column + 1)
    rest = "" if is_whole else f" but not all of the filled {block_name(around, across)}"
    header = book.after.header(rows[0], column)
    title = f" {quoted(header, 20)}" if header else ""
    return f"{way} by {column_letters(column)}{title} ({block_name(around if is_whole else rows, across)}{rest})"


def _keys(book: Book, column: int, rows: range) -> list[_Key]:
    return [order_key(book.after.cell(row, column)) for row in rows]


def _steps(keys: Sequence[_Key]) -> list[tuple[_Key, _Key]]:
    return list(itertools.pairwise(keys))


def _cells(old: SheetContent, new: SheetContent, arrangements: Mapping[str, Arrangement], book: Book) -> list[Telling]:
    found = arrangements[_key(new.name)]
    changes = changes_of(old, new, found, lambda text: adapted(formula_plain(text), new.name, arrangements))
    blocks = joined(changes)
    if len(blocks) > _MOST_IN_ORDER:
        # What follows the first few dozen is one line: that are not the largest ones.
        blocks.sort(key=lambda block: -block.count)
    return [told(block, book) for block in blocks]


def changes_of(
    old: SheetContent, new: SheetContent, found: Arrangement, adapt: Callable[[str], str]
) -> list[CellChange]:
    """Return each cell that differs once rows and columns went where they went. `adapt`: moves a formula's references along."""
    changes = []
    for place, stood in _places(old, new, found):
        was, now = old.sheet.cells.get(stood, EMPTY) if stood else EMPTY, new.sheet.cells.get(place, EMPTY)
        if was != now and (change := change_of(*place, was, now, adapt(was.formula) if was.formula else "")):
            changes.append(change)
    return changes


def _places(
    old: SheetContent, new: SheetContent, found: Arrangement
) -> Iterator[tuple[tuple[int, int], tuple[int, int] | None]]:
    """Iterate over the places of cells after, each with where it stood; cells of inserted and removed lines are told there."""
    rows, columns = set(found.rows.inserted), set(found.columns.inserted)
    seen = set()
    for place in old.sheet.cells:
        now = found.place(*place)
        if now is not None:
            seen.add(now)
            yield now, place
    for row, column in new.sheet.cells:
        if (row, column) not in seen and row not in rows and column not in columns:
            yield (row, column), None
