"""Where the rows and columns of a sheet went: inserted, removed, or put into another order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ufo.conditions.readers.model import EMPTY, Cell, Sheet
from ufo.conditions.readers.references import column_letters, column_number
from ufo.proof.difference.comparing.alignment import Alignment, align, identical
from ufo.proof.difference.comparing.cells import is_blank
from ufo.schema.patterns import regex

Cells = Mapping[tuple[int, int], Cell]
_LINE_COSTS = 1.5
"""An inserted line is the likelier story where it explains two or more cells."""
_FEW = 2
_REFERENCE = regex(
    r"(\"[^\"]*\")|(?<![\w.])(?:('(?:[^']|'')*'|[\w.]+)!)?([A-Z]{1,3})([0-9]{1,7})(?::([A-Z]{1,3})([0-9]{1,7}))?(?![\w(.])"
)


@dataclass(frozen=True)
class Reordered:
    """Rows `rows` of the columns `columns` hold what they held, in another order. `whole`: no filled cell beside them stayed."""

    rows: range
    columns: tuple[int, ...]
    order: Mapping[int, int]
    stayed: tuple[int, ...]
    """Columns beside them that did not move and hold different values."""


@dataclass(frozen=True)
class Arrangement:
    rows: Alignment
    columns: Alignment
    reordered: Reordered | None = None

    @cached_property
    def row_to(self) -> Mapping[int, int]:
        return dict(self.rows.pairs)

    @cached_property
    def column_to(self) -> Mapping[int, int]:
        return dict(self.columns.pairs)

    @cached_property
    def moves(self) -> bool:
        return any(old != new for pairs in (self.rows.pairs, self.columns.pairs) for old, new in pairs) or bool(
            self.rows.removed or self.columns.removed
        )

    def place(self, row: int, column: int) -> tuple[int, int] | None:
        """Return where a cell from before stands now; None where its row or column is gone."""
        moved = self.reordered
        if moved is not None and column in moved.columns and row in moved.order:
            return moved.order[row], column
        new_row, new_column = self.row_to.get(row), self.column_to.get(column)
        return None if new_row is None or new_column is None else (new_row, new_column)


def arranged(before: Sheet, after: Sheet) -> Arrangement:
    """Return the arrangement that explains the difference with the fewest changes."""
    size = _size(before.cells), _size(after.cells)
    same = _open_ended(Arrangement(identical(size[0][0], size[1][0]), identical(size[0][1], size[1][1])))
    differing = changed_places(before.cells, after.cells)
    if len(differing) < _FEW or all(is_blank(before.cells.get(place, EMPTY)) for place in differing):
        return same
    if (reordered := _reordered(before.cells, after.cells, differing)) is not None:
        return Arrangement(same.rows, same.columns, reordered)
    found = [same]
    for ways in (("rows",), ("columns",), ("columns", "rows"), ("rows", "columns")):
        found.append(_aligned(before.cells, after.cells, same, ways))
    return min(found, key=lambda arrangement: _cost(before.cells, after.cells, arrangement))


def key_of(cell: Cell) -> str:
    """Return what makes two cells the same line: a formula counts as any other, because its result and references move."""
    return "=" if cell.formula else cell.shown


def changed_places(before: Cells, after: Cells) -> set[tuple[int, int]]:
    return {
        place
        for place in before.keys() | after.keys()
        if key_of(before.get(place, EMPTY)) != key_of(after.get(place, EMPTY))
    }


def _size(cells: Cells) -> tuple[int, int]:
    return max((row for row, _ in cells), default=-1) + 1, max((column for _, column in cells), default=-1) + 1


def _aligned(before: Cells, after: Cells, found: Arrangement, ways: Iterable[str]) -> Arrangement:
    """Return the arrangement with its rows and columns aligned, in the order of `ways`."""
    for way in ways:
        along, to = (0, found.column_to) if way == "rows" else (1, found.row_to)
        kept = {place: place for place in to.values()}
        lines = _align(_lines(before, along, to), _lines(after, along, kept))
        found = Arrangement(lines, found.columns) if way == "rows" else Arrangement(found.rows, lines)
    return _open_ended(found)


Line = frozenset[tuple[int, str]]


def _lines(cells: Cells, along: int, to: Mapping[int, int]) -> list[Line]:
    """Return the cells of each row (`along` 0) or column (1) as (place in it, key). `to`: where the crossing lines stand now;
    cells of others are left out.
    """
    lines: dict[int, set[tuple[int, str]]] = {}
    for place, cell in cells.items():
        across = to.get(place[1 - along])
        if across is not None and not is_blank(cell):
            lines.setdefault(place[along], set()).add((across, key_of(cell)))
    return [frozenset(lines.get(line, ())) for line in range(max(lines, default=-1) + 1)]


def _align(before: list[Line], after: list[Line]) -> Alignment:
    return align(before, after, lambda old, new: len(before[old] & after[new]))


def _open_ended(found: Arrangement) -> Arrangement:
    return Arrangement(_without_end(found.rows), _without_end(found.columns))


def _without_end(found: Alignment) -> Alignment:
    """Pair the last removed lines with empty ones after, and the last inserted ones with empty ones before: what stands below or
    beside the rest is no insertion.
    """
    last_old = max((old for old, _ in found.pairs), default=-1)
    last_new = max((new for _, new in found.pairs), default=-1)
    removed = [old for old in found.removed if old < last_old]
    inserted = [new for new in found.inserted if new < last_new]
    count = max(len(found.removed) - len(removed), len(found.inserted) - len(inserted))
    ends = tuple((last_old + step, last_new + step) for step in range(1, count + 1))
    return Alignment(found.pairs + ends, tuple(removed), tuple(inserted))


def _cost(before: Cells, after: Cells, found: Arrangement) -> float:
    lines = (
        len(found.rows.removed) + len(found.rows.inserted) + len(found.columns.removed) + len(found.columns.inserted)
    )
    cost = _LINE_COSTS * lines
    new_rows, new_columns = set(found.rows.inserted), set(found.columns.inserted)
    seen = set()
    for place, cell in before.items():
        new = found.place(*place)
        if new is None:
            continue
        seen.add(new)
        cost += key_of(after.get(new, EMPTY)) != key_of(cell)
    for row, column in after.keys() - seen:
        cost += row not in new_rows and column not in new_columns
    return cost


def _reordered(before: Cells, after: Cells, differing: set[tuple[int, int]]) -> Reordered | None:
    """Return the block of rows whose cells stand in another order, where nothing else explains the difference."""
    rows = range(min(row for row, _ in differing), max(row for row, _ in differing) + 1)
    columns = tuple(sorted({column for _, column in differing}))

    def line(cells: Cells, row: int) -> tuple[str, ...]:
        return tuple(key_of(cells.get((row, column), EMPTY)) for column in columns)

    olds, news = {row: line(before, row) for row in rows}, {row: line(after, row) for row in rows}
    if Counter(olds.values()) != Counter(news.values()):
        return None
    filled_olds, filled_news = ([found for found in lines.values() if any(found)] for lines in (olds, news))
    if filled_olds == filled_news:
        # Blank lines went out or came in between, and the others followed: no order is another one.
        return None
    places: dict[tuple[str, ...], list[int]] = {}
    for row, found in news.items():
        places.setdefault(found, []).append(row)
    order = {row: places[found].pop(0) for row, found in olds.items()}
    others = {column for row, column in before if row in rows} - set(columns)
    stayed = [
        column for column in sorted(others) if len({key_of(before.get((row, column), EMPTY)) for row in rows}) > 1
    ]
    return Reordered(rows, columns, order, tuple(stayed))


def adapted(formula: str, sheet: str, arrangements: Mapping[str, Arrangement]) -> str:
    """Return a formula as it reads after the rows and columns that it refers to were moved. `formula`: as `formula_plain`
    writes it. `arrangements`: by the names of sheets in capitals and without spaces.
    """

    def moved(found: re.Match[str]) -> str:
        text, named, *ends = found.groups()
        whole = found[0]
        known = arrangements.get((named or sheet).strip("'").upper().replace(" ", ""))
        if text or known is None or not known.moves:
            return whole
        first = _moved_end(known, ends[0], ends[1], 1)
        last = _moved_end(known, ends[2], ends[3], -1) if ends[2] else ""
        prefix = f"{named}!" if named else ""
        return f"{prefix}{first}{f':{last}' if last else ''}"

    return _REFERENCE.sub(moved, formula)


def _moved_end(known: Arrangement, letters: str, number: str, step: int) -> str:
    """Return a corner of a range where it went; of a removed one its neighbour within the range (`step` towards it)."""
    column = _nearest(known.column_to, column_number(letters), step)
    row = _nearest(known.row_to, int(number) - 1, step)
    return f"{column_letters(max(0, column))}{max(0, row) + 1}"


def _nearest(to: Mapping[int, int], place: int, step: int) -> int:
    top = max(to, default=-1)
    if place > top:
        return place + (to[top] - top if to else 0)
    while place not in to and 0 <= place <= top:
        place += step
    return to.get(place, 0)
