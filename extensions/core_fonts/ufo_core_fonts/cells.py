"""Reads a window that is a grid of cells with a letter each, such as a terminal, by comparing each cell with the glyphs of its
fonts.

Nothing is guessed: a cell is read where its pixels are those of one letter, in any two colours. A cell with something else
on it (an underline, the outline of a cursor, a bar) is compared without that part. Where several letters would then fit, the
cell is in doubt; where none does, it is not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo_core_fonts.alphabet import Alphabet, Bits, Sign, alphabets_of
from ufo_core_fonts.grid import CellGrid
from ufo_core_fonts.look_alikes import spelled

Pixels = npt.NDArray[np.uint32]

# The share of drawn cells that must be letters of a font; below it, the window is drawn in another font.
_CLEAR = 0.9
_TRIED = 400
_PLAIN = 0.5
_COLOURS = 2
_PLACES = 600
# The most different cells that are no plain letter: each is read by itself, and a picture would have thousands.
_ODD = 600
UNREAD = "\ufffd"


@dataclass(frozen=True, slots=True)
class CellText:
    """The text of a grid of cells. `lines`: the cells in the picture, each line from column 0, with `UNREAD` for a cell that
    was not read; `columns`: the number of cells in a line; `drawn`: the number of cells with something in them. `doubtful`:
    (line, column) of letters that are not sure. In screen coordinates: `first`, the top left cell's corner, and `unread`,
    the cells that were not read. `ground`: the most frequent colour (BGRX).
    """

    lines: tuple[str, ...]
    doubtful: frozenset[tuple[int, int]]
    first: tuple[int, int]
    columns: int
    font: str
    drawn: int
    unread: tuple[Rect, ...]
    ground: int


class CellReader:
    """Reads grids of cells. It keeps the glyphs of the cell sizes that it has seen."""

    def __init__(self) -> None:
        self._alphabets: dict[tuple[tuple[int, int], tuple[str, ...]], list[Alphabet]] = {}
        self._offsets: dict[tuple[tuple[int, int], tuple[int, int]], tuple[int, int]] = {}

    def read(self, frame: Frame, grid: CellGrid) -> CellText | None:
        """Read the cells. Return None where most of the window is not drawn in the grid's fonts."""
        if not grid.sheets or frame.rect.is_empty:
            return None
        pixels = _pixels(frame)
        ground = _most(pixels)
        likely, others = _offsets(grid)
        known = self._offsets.get((grid.cell, grid.base))
        found: list[tuple[CellText, tuple[int, int]]] = []
        for offset in dict.fromkeys([*([known] if known else []), *likely]):
            table = _table(pixels, frame.rect, grid, offset)
            if table is not None and not _is_plain(table):
                return None
            found += [(text, offset) for text in self._texts(table, grid, ground)]
        for offset in [] if found else others:
            found += [(text, offset) for text in self._texts(_table(pixels, frame.rect, grid, offset), grid, ground)]
        if not found:
            return None
        # A scroll bar as wide as several cells does not move the letters, so several offsets may fit.
        best, offset = min(found, key=lambda item: len(item[0].unread) + len(item[0].doubtful))
        self._offsets[grid.cell, grid.base] = offset
        return _agreed(best, [text for text, where in found if where == offset and text is not best])

    def _texts(self, table: _Table | None, grid: CellGrid, ground: int) -> list[CellText]:
        """Return one text for each font that explains most of the cells."""
        if table is None:
            return []
        fitting = [item for item in self._of_size(grid) if _begins_well(table, item, ground)]
        return [text for item in fitting if (text := _read(table, item, ground)) is not None]

    def rest(self, frame: Frame, grid: CellGrid, text: CellText) -> Frame:
        """Return the picture without the letters that were read."""
        pixels = _pixels(frame).copy()
        width, height = grid.cell
        read = Rect(*text.first, text.columns * width, len(text.lines) * height)
        _part(pixels, frame.rect, read)[:] = text.ground
        for rect in text.unread:
            _part(pixels, frame.rect, rect)[:] = _part(_pixels(frame), frame.rect, rect)
        return Frame(frame.rect, pixels.tobytes())

    def _of_size(self, grid: CellGrid) -> list[Alphabet]:
        key = grid.cell, tuple(sheet.font for sheet in grid.sheets)
        if key not in self._alphabets:
            self._alphabets[key] = alphabets_of(grid.sheets, *grid.cell)
        return self._alphabets[key]


@dataclass(frozen=True, slots=True)
class _Table:
    """The whole cells in the picture. `cells` has a row for each; `skipped` is the column and line of the first, `origin` its
    corner in screen coordinates.
    """

    cells: Pixels
    lines: int
    columns: int
    skipped: tuple[int, int]
    origin: tuple[int, int]
    cell: tuple[int, int]


def _pixels(frame: Frame) -> Pixels:
    flat = np.frombuffer(frame.pixels, dtype=np.uint32).reshape(frame.rect.height, frame.rect.width)
    return flat & np.uint32(0xFFFFFF)


def _part(pixels: Pixels, seen: Rect, rect: Rect) -> Pixels:
    return pixels[rect.y - seen.y : rect.bottom - seen.y, rect.x - seen.x : rect.right - seen.x]


def _most(pixels: Pixels) -> int:
    values, counts = np.unique(pixels[::2, ::2], return_counts=True)
    return int(values[np.argmax(counts)])


def _offsets(grid: CellGrid) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return where the first cell may begin in the window: likely offsets, and all others.

    As a rule, a border lies all around the cells and a scroll bar at one side. The pixels that a window is larger than whole
    cells may lie before the cells too.
    """
    wide, high = grid.base
    border = high // 2
    over = (grid.area.width - wide) % grid.cell[0], (grid.area.height - high) % grid.cell[1]
    likely = [(border, border), (max(0, wide - border), border), (wide // 2, border)]
    likely += [(x + over[0] // 2, y + over[1] // 2) for x, y in likely]
    every = [(x, y) for y in range(high + over[1] + 1) for x in range(wide + over[0] + 1)]
    return likely, [item for item in every[:_PLACES] if item not in likely]


def _table(pixels: Pixels, seen: Rect, grid: CellGrid, offset: tuple[int, int]) -> _Table | None:
    """Cut the picture into cells. Return None where no whole cell is in the picture."""
    (width, height), (wide, high) = grid.cell, grid.base
    columns, lines = (grid.area.width - wide) // width, (grid.area.height - high) // height
    left, top = grid.area.x + offset[0] - seen.x, grid.area.y + offset[1] - seen.y
    first_column, first_line = max(0, -(left // width)), max(0, -(top // height))
    last_column, last_line = min(columns, (seen.width - left) // width), min(lines, (seen.height - top) // height)
    if first_column >= last_column or first_line >= last_line:
        return None
    x, y = left + first_column * width, top + first_line * height
    columns, lines = last_column - first_column, last_line - first_line
    part = pixels[y : y + lines * height, x : x + columns * width]
    cells = part.reshape(lines, height, columns, width).transpose(0, 2, 1, 3).reshape(lines * columns, height * width)
    return _Table(cells, lines, columns, (first_column, first_line), (seen.x + x, seen.y + y), grid.cell)


def _is_plain(table: _Table) -> bool:
    """Tell whether most cells have at most two colours, wherever they begin. Letters with soft edges (antialiasing) have many."""
    cells = _sample(table)
    first = cells[:, :1]
    is_other = cells != first
    second = cells[np.arange(len(cells)), np.argmax(is_other, axis=1)][:, None]
    return float(np.mean((~is_other | (cells == second)).all(axis=1))) >= _PLAIN if len(cells) else True


def _sample(table: _Table) -> Pixels:
    """Return some of the cells with something in them."""
    drawn = np.flatnonzero((table.cells != table.cells[:, :1]).any(axis=1))
    return table.cells[drawn[:: max(1, len(drawn) // _TRIED)]]


def _begins_well(table: _Table, alphabet: Alphabet, ground: int) -> bool:
    """Tell whether many of the sampled cells are letters. At a wrong offset hardly any is."""
    cells = _sample(table)
    looks, _ = _plain_looks(cells, alphabet, ground)
    return sum(look is not None for look in looks) >= _CLEAR / 2 * len(cells)


def _read(table: _Table, alphabet: Alphabet, ground: int) -> CellText | None:
    cells = table.cells
    drawn = np.flatnonzero((cells != cells[:, :1]).any(axis=1))
    looks, kinds = _plain_looks(cells[drawn], alphabet, ground)
    odd = _Odd(alphabet, ground, table.cell)
    missing = {int(kind) for sign, kind in zip(looks, kinds, strict=True) if sign is None}
    if len(missing) > _ODD:
        return None
    read = {kind: odd.read(cells[drawn[np.argmax(kinds == kind)]]) for kind in missing}
    found = dict(zip(map(int, drawn), looks, strict=True))
    parts: dict[int, Bits] = {}
    for place, kind in zip(map(int, drawn), map(int, kinds), strict=True):
        item = read.get(kind)
        if item is not None:
            found[place], parts[place] = item
    odd.go_on(table, found, parts)
    if sum(entry is not None for entry in found.values()) < _CLEAR * len(drawn):
        return None
    return _text(table, found, ground, alphabet.font)


def _agreed(best: CellText, others: Sequence[CellText]) -> CellText:
    """Mark as doubtful the letters that another font, which explains as many cells, reads differently."""
    doubtful = set(best.doubtful)
    for other in others:
        if len(other.unread) > len(best.unread):
            continue
        for line, (item, two) in enumerate(zip(best.lines, other.lines, strict=True)):
            columns = range(max(len(item), len(two)))
            doubtful |= {(line, column) for column in columns if item[column : column + 1] != two[column : column + 1]}
    return replace(best, doubtful=frozenset(doubtful))


def _text(table: _Table, found: dict[int, Sign | None], ground: int, font: str) -> CellText:
    unread = [place for place, item in found.items() if item is None]
    width, height = table.cell
    lines = []
    doubtful = set()
    for line in range(table.lines):
        row: list[tuple[str, ...]] = []
        for column in range(table.columns):
            entry = found.get(line * table.columns + column, _BLANK)
            row.append((UNREAD,) if entry is None else entry.letters)
            if entry is None or not entry.is_sure:
                doubtful.add((line, column))
        lines.append(spelled(row).rstrip())
    left, top = table.origin
    rects = (
        Rect(left + place % table.columns * width, top + place // table.columns * height, width, height)
        for place in unread
    )
    return CellText(
        tuple(lines), frozenset(doubtful), table.origin, table.columns, font, len(found), tuple(rects), ground
    )


_BLANK = Sign((" ",))


def _plain_looks(cells: Pixels, alphabet: Alphabet, ground: int) -> tuple[list[Sign | None], npt.NDArray[np.int64]]:
    """Return the letter of each cell in two colours, and a number for each cell, which cells with the same pixels share."""
    if not len(cells):
        return [], np.zeros(0, dtype=np.int64)
    view = np.ascontiguousarray(cells).view(np.dtype((np.void, cells.dtype.itemsize * cells.shape[1]))).ravel()
    _, firsts, kinds = np.unique(view, return_index=True, return_inverse=True)
    letters = [_two_coloured(cells[first], alphabet, ground, None) for first in firsts]
    return [letters[kind] for kind in kinds], kinds


def _two_coloured(cell: Pixels, alphabet: Alphabet, ground: int, counted: Bits | None) -> Sign | None:
    found = _drawn_on(cell, alphabet, ground, counted)
    return None if found is None else found[0]


def _drawn_on(cell: Pixels, alphabet: Alphabet, ground: int, counted: Bits | None) -> tuple[Sign, np.uint32] | None:
    """Return the letter in a cell and the colour under it, or None. Of the two colours, the window's ground is tried first as
    the ground of the cell, or else the colour of more of the cell.
    """
    shown = cell if counted is None else cell[counted]
    item = shown[0]
    is_other = shown != item
    if not is_other.any():
        return _BLANK, item
    other = shown[np.argmax(is_other)]
    if not (is_other <= (shown == other)).all():
        return None
    grounds = sorted((item, other), key=lambda colour: (int(colour) != ground, -int((shown == colour).sum())))
    for under in grounds:
        sign = alphabet.sign(cell != under, counted)
        if sign is not None:
            return sign, under
    return None


class _Odd:
    """Reads cells that show more than a letter, by masking out the rest."""

    def __init__(self, alphabet: Alphabet, ground: int, cell: tuple[int, int]) -> None:
        self._alphabet = alphabet
        self._ground = ground
        self._parts = list(_parts(*cell))
        self._first_column = _columns(1, *cell)

    def read(self, cell: Pixels) -> tuple[Sign, Bits] | None:
        """Return the letter and the part that was masked out, or None."""
        for part in self._parts:
            sign = self._without(cell, part)
            if sign is not None:
                return sign, part
        sign = self._beside_a_bold_one(cell)
        return None if sign is None else (sign, self._first_column)

    def go_on(self, table: _Table, found: dict[int, Sign | None], parts: dict[int, Bits]) -> None:
        """Carry the line under a letter on to its neighbours, whose cell may be blank, or may look like another sign with the
        line.
        """
        below = {place: part for place, part in parts.items() if _is_below(part, table.cell)}
        for step, first in ((1, 0), (-1, table.columns - 1)):
            for place in sorted(found, reverse=step < 0):
                part = below.get(place - step)
                if place in parts or part is None or place % table.columns == first:
                    continue
                if (table.cells[place][part] != table.cells[place - step][part][0]).any():
                    continue
                sign = self._without(table.cells[place], part)
                if sign is not None:
                    found[place], parts[place], below[place] = sign, part, part

    def _without(self, cell: Pixels, part: Bits) -> Sign | None:
        """Read the cell without the part. Return None where the part is not drawn in one colour, or not drawn at all."""
        drawn = cell[part]
        if (drawn != drawn[0]).any():
            return None
        found = _drawn_on(cell, self._alphabet, self._ground, ~part)
        return None if found is None or found[1] == drawn[0] else found[0]

    def _beside_a_bold_one(self, cell: Pixels) -> Sign | None:
        """Read the cell without its first column, into which a bold letter that is drawn twice may reach."""
        if len(np.unique(cell)) > _COLOURS:
            return None
        return _two_coloured(cell, self._alphabet, self._ground, ~self._first_column)


def _is_below(part: Bits, cell: tuple[int, int]) -> bool:
    rows: Bits = np.any(part.reshape(cell[1], cell[0]), axis=1, keepdims=False)
    return bool(rows[-cell[1] // 2 :].any()) and not rows[0]


def _parts(width: int, height: int) -> Iterator[Bits]:
    """Iterate over the parts that may be drawn over a letter in one colour: lines under it, a bar before it, the outline of a
    cursor.
    """
    for thick in (1, 2):
        for row in range(height - thick, height // 2, -1):
            part = np.zeros((height, width), dtype=bool)
            part[row : row + thick] = True
            yield part.ravel()
    for thick in (1, 2, 3):
        yield _columns(thick, width, height)
    part = np.ones((height, width), dtype=bool)
    part[1:-1, 1:-1] = False
    yield part.ravel()


def _columns(count: int, width: int, height: int) -> Bits:
    part = np.zeros((height, width), dtype=bool)
    part[:, :count] = True
    return part.ravel()
