"""Compares the sheets of a workbook: sheets, rows and columns, cells, looks and properties."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ufo.proof.difference.comparing.arrangement import Arrangement, adapted, arranged, key_of
from ufo.proof.difference.comparing.cells import Block, CellChange, differing, joined
from ufo.proof.difference.comparing.grid import Grid, block_name, column_name, runs_in
from ufo.proof.difference.comparing.looks import cell_looks
from ufo.proof.difference.comparing.properties import changed_properties, charts, properties_of_new_sheet
from ufo.proof.difference.comparing.told_cells import Book, told, told_rest, written
from ufo.proof.difference.content import Content, SheetContent
from ufo.proof.difference.line_words import counted, listed, quoted, unique
from ufo.proof.difference.told import Telling
from ufo.schema.property_values import formula_plain

_MOST_BLOCKS = 24
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
        found += _lines(old, sheet, arrangement, book)
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


def _lines(old: SheetContent, new: SheetContent, found: Arrangement, book: Book) -> Iterator[Telling]:
    for rows in runs_in(found.rows.inserted):
        yield _inserted(rows, book)
    for rows in runs_in(found.rows.removed):
        yield _removed(rows, book)
    for columns in runs_in(found.columns.inserted):
        name = _columns(columns)
        cells = [cell for (_, column), cell in sorted(new.sheet.cells.items()) if column in columns]
        said = f"{name} inserted, {counted(len(cells), 'cell')} filled: {listed([written(cell) for cell in cells])}"
        yield Telling(book.ranged(_span(columns)), said, texts=(new.name, _span(columns))).holding(cells)
    for columns in runs_in(found.columns.removed):
        cells = [cell for (_, column), cell in sorted(old.sheet.cells.items()) if column in columns]
        said = f"{_columns(columns)} removed; gone: {listed([written(cell) for cell in cells])}"
        gone = unique(cell.shown for cell in cells)
        yield Telling(book.ranged(_span(columns)), said, (new.name, _span(columns)), gone, loss=bool(cells))
    if found.reordered is not None:
        yield _order(found, book)


def _columns(columns: range) -> str:
    return f"column {column_name(columns[0])}" if len(columns) == 1 else f"columns {_span(columns)}"


def _span(columns: range) -> str:
    return ":".join(dict.fromkeys((column_name(columns[0]), column_name(columns[-1]))))


def _rows(rows: range) -> str:
    return f"row {rows[0] + 1}" if len(rows) == 1 else f"rows {rows[0] + 1} to {rows[-1] + 1}"


def _row_numbers(rows: range) -> tuple[str, ...]:
    return unique([*(str(row + 1) for row in rows[:_FEW_ROWS]), str(rows[-1] + 1), str(len(rows))])


def _inserted(rows: range, book: Book) -> Telling:
    cells = [book.after.cell(row, column) for row in rows for column in sorted(book.after.columns_of.get(row, ()))]
    above = [
        book.after.cell(rows[0] - 1, column).shown for column in sorted(book.after.columns_of.get(rows[0] - 1, ()))
    ]
    below = [book.after.cell(rows.stop, column).shown for column in sorted(book.after.columns_of.get(rows.stop, ()))]
    where = "".join(f", {word} {quoted(texts[0], 24)}" for word, texts in (("below", above), ("above", below)) if texts)
    held = f": {listed([written(cell) for cell in cells], 6)}" if cells else ", empty"
    sheet = book.after.sheet.name
    ranges = f"{rows[0] + 1}:{rows[-1] + 1}"
    telling = Telling(book.ranged(ranges), f"{_rows(rows)} inserted{where}{held}", (sheet,), numbers=_row_numbers(rows))
    return telling.holding(cells)


def _removed(rows: range, book: Book) -> Telling:
    cells = [book.before.cell(row, column) for row in rows for column in sorted(book.before.columns_of.get(row, ()))]
    empty = f", which {'was' if len(rows) == 1 else 'were'} empty"
    held = f"; gone: {listed([written(cell) for cell in cells], 6)}" if cells else empty
    left = f"; {book.after.height} rows are left"
    return Telling(
        book.ranged(f"{rows[0] + 1}:{rows[-1] + 1}"),
        f"{_rows(rows)} removed{held}{left}",
        (book.after.sheet.name,),
        unique(formula_plain(cell.formula) if cell.formula else cell.shown for cell in cells),
        _row_numbers(rows),
        loss=bool(cells),
    )


def _order(found: Arrangement, book: Book) -> Telling:
    """Tell the new order of rows: which columns moved, what stays beside them, and by which column it is sorted now."""
    moved = found.reordered
    assert moved is not None
    columns = range(moved.columns[0], moved.columns[-1] + 1)
    name = block_name(moved.rows, columns)
    sorted_by = [text for column in moved.columns if (text := _sorted(book, column, moved.rows))]
    said = f"{_rows(moved.rows)} in another order, same contents"
    said += f"; now {listed(sorted_by, 3)}{_within(book, moved.columns, moved.rows)}" if sorted_by else ""
    partial = ""
    if moved.stayed:
        stayed = ", ".join(
            f"{column_name(column)} {quoted(book.after.header(moved.rows[0], column), 16)}" for column in moved.stayed
        )
        partial = f"only {_span(columns)} moved, while {stayed} stayed"
        said += f"; {partial}"
    texts = unique([book.after.sheet.name, name, book.ranged(name), *(column_name(column) for column in columns)])
    headers = unique(book.after.header(moved.rows[0], column) for column in columns)
    return Telling(book.ranged(name), said, texts + headers, partial=partial, loss=bool(moved.stayed))


def _within(book: Book, columns: Sequence[int], rows: range) -> str:
    """Return ", and within equal ones ascending by A" where a second column is in order wherever the sorted one is equal."""
    keys = {column: [_order_key(book.after.cell(row, column)) for row in rows] for column in columns}
    first = next(
        (column for column in columns if _sorted(book, column, rows) and len(set(keys[column])) < len(rows)), None
    )
    if first is None:
        return ""
    pairs = [at for at in range(len(rows) - 1) if keys[first][at] == keys[first][at + 1]]
    for column in columns:
        steps = [(keys[column][at], keys[column][at + 1]) for at in pairs]
        if column != first and any(a != b for a, b in steps):
            for way, fits in (
                ("ascending", all(a <= b for a, b in steps)),
                ("descending", all(a >= b for a, b in steps)),
            ):
                if fits:
                    return f", and within equal ones {way} by {column_name(column)}"
    return ""


def _sorted(book: Book, column: int, rows: range) -> str:
    """Return "ascending by B "Price" (B2:B11)" where the column is in order now; where more of it is filled, how much."""
    body = book.after.body(column, rows[0])
    around = body if len(body) >= len(rows) else rows
    keys = [_order_key(book.after.cell(row, column)) for row in rows]
    if len(set(keys)) < 2:
        return ""
    up, down = (all(pair[0] <= pair[1] for pair in zip(way, way[1:], strict=False)) for way in (keys, keys[::-1]))
    if not up and not down:
        return ""
    whole = [_order_key(book.after.cell(row, column)) for row in around]
    whole = whole if up else whole[::-1]
    is_whole = all(pair[0] <= pair[1] for pair in zip(whole, whole[1:], strict=False))
    covered = around if is_whole else rows
    name = block_name(covered, range(column, column + 1))
    rest = "" if is_whole else f" but not all of the filled {block_name(around, range(column, column + 1))}"
    header = book.after.header(rows[0], column)
    title = f" {quoted(header, 20)}" if header else ""
    return f"{'ascending' if up else 'descending'} by {column_name(column)}{title} ({name}{rest})"


def _order_key(cell: object) -> tuple[int, float, str]:
    value, day, text = (getattr(cell, name) for name in ("value", "day", "shown"))
    return (0, value, "") if value is not None else (1, 0.0, day) if day else (2, 0.0, text.casefold())


def _cells(old: SheetContent, new: SheetContent, arrangements: Mapping[str, Arrangement], book: Book) -> list[Telling]:
    found = arrangements[_key(new.name)]
    changes = changes_of(old, new, found, lambda text: adapted(formula_plain(text), new.name, arrangements))
    return _told(joined(changes), book)


def changes_of(
    old: SheetContent, new: SheetContent, found: Arrangement, adapt: Callable[[str], str]
) -> list[CellChange]:
    """Return each cell that differs once rows and columns went where they went. `adapt`: moves a formula's references along."""
    return differing(_places(old, new, found), old.sheet.cells, new.sheet.cells, adapt)


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


def _told(blocks: list[Block], book: Book) -> list[Telling]:
    """Tell each block; of too many of one kind the largest, and the rest of them in one line."""
    if len(blocks) <= _MOST_BLOCKS:
        return [told(block, book) for block in blocks]
    kinds: dict[str, list[Block]] = {}
    for block in blocks:
        kinds.setdefault(block.kind, []).append(block)
    each = max(3, _MOST_BLOCKS // len(kinds))
    found: list[Telling] = []
    for same in kinds.values():
        largest = sorted(same, key=lambda block: -block.count)
        found += [told(block, book) for block in largest[: each if len(same) <= each else each - 1]]
        if len(same) > each:
            found.append(told_rest(largest[each - 1 :], book))
    return found
