"""Compares the looks of cells: like changes are one difference for a range."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ufo.conditions.readers.blocks import block_name, rectangles
from ufo.conditions.readers.model import Area
from ufo.conditions.readers.references import column_letters, parse_areas
from ufo.proof.difference.by_products import LEFT_OPEN, OTHER_SCRIPT
from ufo.proof.difference.comparing.arrangement import Arrangement
from ufo.proof.difference.comparing.grid import Grid
from ufo.proof.difference.comparing.properties import numbers_in
from ufo.proof.difference.comparing.runs import look_said
from ufo.proof.difference.comparing.told_cells import Book
from ufo.proof.difference.content import Look, SheetContent
from ufo.proof.difference.line_words import counted, listed, quoted, unique
from ufo.proof.difference.told import Telling

Places = Mapping[tuple[int, int], Look]
_UNSET = "not set"
_MERGED = "merged "
"""How the reading of a sheet names what is merged: "merged A1:G1"."""


def cell_looks(old: SheetContent, new: SheetContent, found: Arrangement, book: Book) -> list[Telling]:
    """Return the changed looks of the cells that are filled now, and of empty ones where no filled one has that change."""
    if not new.looks and not old.looks:
        return []
    was: dict[tuple[int, int], Look] = {}
    for place, look in old.looks.items():
        now = found.place(*place)
        if now is not None:
            was[now] = look
    changes: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    rows, columns = set(found.rows.inserted), set(found.columns.inserted)
    merged = _merged(new)
    for place in sorted(new.looks.keys() | was.keys()):
        if place[0] in rows or place[1] in columns or any(_covers(area, *place) for area in merged):
            continue
        before, after = was.get(place, {}), new.looks.get(place, {})
        for name in before.keys() | after.keys():
            # A style that names no font looks as it did without one.
            if before.get(name) != after.get(name) and (before.get(name) or after.get(name)):
                key = (name, before.get(name, _UNSET), after.get(name, _UNSET))
                changes.setdefault(key, []).append(place)
    return [_told(*key, places, book) for key, places in sorted(changes.items(), key=lambda item: item[1])]


def _merged(sheet: SheetContent) -> tuple[Area, ...]:
    ranges = (name.removeprefix(_MERGED) for name in sheet.properties if name.startswith(_MERGED))
    return tuple(area for cells in ranges for area in parse_areas(cells))


def _covers(merged: Area, row: int, column: int) -> bool:
    """Tell whether a cell lies below a merged one, where it shows nothing: LibreOffice saves it with the look of that one."""
    return (row, column) != (merged.row, merged.column) and merged.holds(Area(column, row, column, row))


def _told(name: str, old: str, new: str, places: list[tuple[int, int]], book: Book) -> Telling:
    filled = [place for place in places if place in book.after.sheet.cells]
    meant = filled or places
    ranges = [block_name(*block) for block in rectangles(meant)]
    empty = f" and {counted(len(places) - len(filled), 'empty cell')}" if filled and len(filled) < len(places) else ""
    partial = _partial(meant, book.after)
    now = f"now {look_said(name, new)}" if new != _UNSET else f"no longer {look_said(name, old)}"
    by_product = LEFT_OPEN if old == "" else OTHER_SCRIPT if _is_of_other_script(name, old, meant, book.after) else ""
    last = {column: row for row, column in meant}
    heads = unique(book.after.header(row, column) for column, row in sorted(last.items()))
    headed = f" ({listed([quoted(head, 24) for head in heads], 4)})" if heads and not by_product else ""
    was = f", was {old}" if old and _UNSET not in (old, new) and new not in ("on", "off") else ""
    said = f"{counted(len(meant), 'cell')}{headed}{empty} {now}{was}{f' ({partial})' if partial else ''}"
    first = book.after.cell(*meant[0]).shown
    if len(meant) == 1 and first:
        said += f', "{first[:30]}"'
    cells = [f"{column_letters(column)}{row + 1}" for row, column in meant[:60]]
    texts = unique([book.after.sheet.name, name, new, *ranges, *map(book.ranged, ranges), *cells, first, *heads])
    numbers = unique([*numbers_in(new), *([str(len(meant))] if len(meant) > 1 else [])])
    where = book.ranged(listed(ranges, 6))
    partial = partial if len(meant) > 1 and not by_product else ""
    return Telling(where, said, texts, unique((old,)), numbers, partial=partial, by_product=by_product)


def _is_of_other_script(name: str, old: str, places: Sequence[tuple[int, int]], grid: Grid) -> bool:
    """Tell whether a font was written where none was, and only for scripts without capitals: Chinese, Arabic, Hindi."""
    if name != "font" or old != _UNSET:
        return False
    texts = [grid.cell(*place).shown for place in places]
    return all(any(sign.isalpha() and sign.upper() == sign.lower() for sign in text) for text in texts)


def _partial(places: list[tuple[int, int]], grid: Grid) -> str:
    """Return how much of its column or row the change covers, where it covers a part; "" where it is whole."""
    columns, rows = {column for _, column in places}, {row for row, _ in places}
    if len(columns) == 1:
        return grid.share(len(places), min(columns), min(rows))
    if len(rows) == 1:
        filled = grid.columns_of.get(min(rows), set())
        if len(filled) > len(places):
            return f"{len(places)} of the {len(filled)} filled cells of row {min(rows) + 1}"
    return ""
