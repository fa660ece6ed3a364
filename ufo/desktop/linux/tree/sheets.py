"""Reads the visible cells of a spreadsheet: each becomes an element, and only those that show something are asked for their
text.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.cell_names import Place, Span, address, cursors, place_of
from ufo.desktop.linux.atspi.cell_paths import OPEN_CELLS, CellPaths
from ufo.desktop.linux.atspi.interfaces import (
    ACCESSIBLE,
    COMPONENT,
    PROPERTIES,
    SELECTION,
    TEXT,
    rect_of,
    refs_of,
    state_bits,
    variant,
)
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, Turn, ask_all
from ufo.desktop.linux.reuse.unchanged import Seen
from ufo.desktop.linux.text import clean_name, clean_text
from ufo.desktop.linux.tree.cell_ink import Band, judge
from ufo.desktop.linux.tree.columns import Columns, placed
from ufo.schema.geometry import Rect

TABLE = "org.a11y.atspi.Table"
CELL = 56
_STATES = roles.ENABLED | roles.SENSITIVE | roles.SHOWING | roles.SELECTABLE
_SELECTED = 64


@dataclass(frozen=True, slots=True)
class Ahead:
    """Answers from a sheet whose place on the screen was not known yet: the raw boxes of the cells in its first row and column,
    and the texts of the cells that showed some at an earlier look.
    """

    span: Span
    boxes: dict[Place, Rect]
    texts: dict[Place, str]


@dataclass(frozen=True, slots=True)
class SheetReader:
    connection: Line
    paths: CellPaths
    deadline: float
    stall_s: float

    async def ask_ahead(self, sheet: Node, span: Span, earlier: Node | None, seen: Seen) -> Ahead:
        """Ask for what is needed in any case, so that the cells answer while the rest of the window is read."""
        is_kept = seen.unchanged is not None and sheet.ref in seen.unchanged.sheets
        worded = [] if earlier is None or is_kept else [cell.cell for cell in earlier.children if cell.text]
        places = [place for place in worded if place is not None and span.holds(place)]
        # A sheet that may be unchanged need not be asked even for these.
        edges = [] if is_kept else _edges(span)
        boxes, texts = await asyncio.gather(self._boxes(sheet, edges), self._texts(sheet, places))
        return Ahead(span, boxes, texts)

    async def read(self, sheet: Node, ahead: Ahead, clip: Rect, seen: Seen) -> None:
        """Add the cells to `sheet`, whose place on the screen is known. `clip` is the part of the screen that shows it. Without
        a picture every cell is asked for its text.
        """
        if seen.unchanged is not None and (cells := seen.unchanged.sheet(sheet, clip)):
            for cell in cells:
                cell.parent, cell.states = sheet, _STATES
            sheet.children = cells
            return
        boxes = ahead.boxes or await self._boxes(sheet, _edges(ahead.span))
        rows, told = _bands(sheet, ahead.span, boxes | await self._far(sheet, ahead.span, boxes))
        columns = placed(told, sheet.rect or clip)
        places = [(row.number, column.number) for row in rows for column in columns.bands]
        judged = None if seen.frame is None else judge(seen.frame, rows, columns.lined, clip)
        if judged is not None:
            self.paths.keep_framed(sheet.ref, judged.open)
        inked = places if judged is None else [place for place in places if place in judged.inked]
        known = _kept(sheet, inked, rows, columns.bands, seen)
        texts = {place: ahead.texts[place] for place in inked if place in ahead.texts}
        texts |= {place: cell.text or "" for place, cell in known.items()}
        texts |= await self._texts(sheet, [place for place in inked if place not in texts])
        merged = await self._merged(sheet, judged.open - known.keys() if judged else (), columns)
        hidden = _covered(merged, rows, columns.bands)
        children = []
        for row in rows:
            for column in columns.bands:
                place = (row.number, column.number)
                if place in hidden:
                    continue
                cell = Node(sheet.ref, sheet)
                cell.kind, cell.cell, cell.shown, cell.states = CELL, place, True, _STATES
                cell.name, cell.text = address(*place), texts.get(place) or None
                cell.shift = (sheet.shift[0] + columns.back[column.number], sheet.shift[1])
                cell.since = known[place].since if place in known else 0.0
                cell.rect = merged.get(place) or _crossing(row, column)
                cell.span = (column.start, column.end - column.start) if column.number in columns.cut else None
                children.append(cell)
        sheet.children = children

    async def mark(self, sheet: Node) -> None:
        """Read the states of the selected cells, where they are few enough to ask, and of the cell with the cursor. Call this
        when the whole window is read, as an entry in it names that cell.
        """
        cells = {cell.cell: cell for cell in sheet.children if cell.cell is not None}
        named = [place for place in dict.fromkeys(cursors(sheet)) if place in cells]
        asked = dict(zip(named, await self._refs(sheet, named), strict=True))
        count = variant((await self._ask([_property(sheet.ref, SELECTION, "NSelectedChildren")]))[0])
        if isinstance(count, int) and 0 < count <= _SELECTED:
            asked |= await self._selected(sheet, count)
        known = {place: ref for place, ref in asked.items() if ref is not None and place in cells}
        states = await self._states(known)
        # The object of a cell whose text need not be asked may have gone since it was found.
        gone = [place for place in named if not states.get(place)]
        anew = zip(gone, await self._refs(sheet, gone, anew=True), strict=True)
        states |= await self._states({place: ref for place, ref in anew if ref is not None})
        for place, bits in states.items():
            cells[place].states = bits or cells[place].states
        named = named or await self._with_the_focus(sheet, cells.keys())
        if len(named) == 1:
            # The cell with the cursor does not report that it is selected nor, in LibreOffice 7.4, that it has the focus.
            cells[named[0]].states |= roles.SELECTED | (sheet.states & roles.FOCUSED)

    async def _with_the_focus(self, sheet: Node, shown: Collection[Place]) -> list[Place]:
        """Return the cell that says that it has the focus. In LibreOffice 25.2 this finds the cell with the cursor, as the box
        with its address is not in the tree.
        """
        asked = (
            [place for place in self.paths.framed(sheet.ref) if place in shown] if sheet.states & roles.FOCUSED else []
        )
        found = zip(asked, await self._refs(sheet, asked), strict=True)
        states = await self._states({place: ref for place, ref in found if ref is not None})
        return [place for place, bits in states.items() if bits & roles.FOCUSED]

    async def _states(self, cells: Mapping[Place, Ref]) -> dict[Place, int]:
        bodies = await self._ask([Question(ref, ACCESSIBLE, "GetState") for ref in cells.values()])
        return {place: state_bits(body) for place, body in zip(cells, bodies, strict=True)}

    async def _ask(self, questions: Sequence[Question]) -> list[list[Any] | None]:
        return await ask_all(self.connection, questions, self.deadline, self.stall_s, Turn.SOON)

    async def _refs(self, sheet: Node, places: Sequence[Place], anew: bool = False) -> list[Ref | None]:
        paths = self.paths.of(sheet.ref)
        lost = [place for place in places if anew or place not in paths]
        found = await self._ask([Question(sheet.ref, TABLE, "GetAccessibleAt", "ii", place) for place in lost])
        paths.update({place: refs[0] for place, body in zip(lost, found, strict=True) if (refs := refs_of([body]))})
        return [paths.get(place) for place in places]

    async def _of_each(
        self, sheet: Node, places: Sequence[Place], what: tuple[str, str, str, tuple[int, ...]]
    ) -> dict[Place, list[Any]]:
        """Return the answers of the cells to one question. Look once more for a cell that has gone since it was found."""
        answers: dict[Place, list[Any]] = {}
        for anew in (False, True):
            left = [place for place in places if place not in answers]
            refs = await self._refs(sheet, left, anew) if left else []
            asked = [(place, ref) for place, ref in zip(left, refs, strict=True) if ref is not None]
            bodies = await self._ask([Question(ref, *what) for _, ref in asked])
            answers |= {place: body for (place, _), body in zip(asked, bodies, strict=True) if body is not None}
        return answers

    async def _boxes(self, sheet: Node, places: Sequence[Place]) -> dict[Place, Rect]:
        """Return the raw boxes of the cells. Leave out cells that are hidden or outside their pane, whose box is empty."""
        answers = await self._of_each(sheet, places, (COMPONENT, "GetExtents", "u", (0,)))
        return {place: box for place, body in answers.items() if (box := rect_of(body)) and not box.is_empty}

    async def _texts(self, sheet: Node, places: Sequence[Place]) -> dict[Place, str]:
        answers = await self._of_each(sheet, places, (TEXT, "GetText", "ii", (0, -1)))
        return {place: clean_text(body[0]) or "" for place, body in answers.items()}

    async def _far(self, sheet: Node, span: Span, boxes: Mapping[Place, Rect]) -> dict[Place, Rect]:
        """Return the places of the last cells of those rows and columns whose first cells have none. A merged cell that reaches
        in from beside a pane is in sight there, and the cells below it are not.
        """
        rows = [(place[0], span.right) for place in span.first_column if place not in boxes]
        columns = [(span.bottom, place[1]) for place in span.first_row if place not in boxes]
        return await self._boxes(sheet, list(dict.fromkeys([*rows, *columns])))

    async def _merged(self, sheet: Node, places: Collection[Place], columns: Columns) -> dict[Place, Rect]:
        """Return the boxes of the open cells: these may be larger than their row and column."""
        told = await self._boxes(sheet, sorted(places) if len(places) <= OPEN_CELLS else [])
        boxes = ((place, columns.box(place[1], box)) for place, box in told.items())
        return {place: box.moved(*sheet.shift) for place, box in boxes if box is not None}

    async def _selected(self, sheet: Node, count: int) -> dict[Place, Ref | None]:
        found = await self._ask([Question(sheet.ref, SELECTION, "GetSelectedChild", "i", (n,)) for n in range(count)])
        refs = [ref for body in found for ref in refs_of([body])]
        names = await self._ask([_property(ref, ACCESSIBLE, "Name") for ref in refs])
        places = [place_of(clean_name(variant(body))) for body in names]
        return {place: ref for place, ref in zip(places, refs, strict=True) if place is not None}


def _edges(span: Span) -> list[Place]:
    """Return the cells whose places give those of all others: asking each cell would cost one more call for it."""
    return list(dict.fromkeys([*span.first_row, *span.first_column]))


def _bands(sheet: Node, span: Span, boxes: Mapping[Place, Rect]) -> tuple[list[Band], list[Band]]:
    """Return the rows and columns that are not hidden."""
    placed = {place: box.moved(*sheet.shift) for place, box in boxes.items()}
    across = [(pair, (span.bottom, pair[1])) for pair in span.first_row]
    down = [(pair, (pair[0], span.right)) for pair in span.first_column]
    columns = [(near[1], box.x, box.right) for near, far in across if (box := placed.get(near) or placed.get(far))]
    rows = [(near[0], box.y, box.bottom) for near, far in down if (box := placed.get(near) or placed.get(far))]
    return _tiled(rows), _tiled(columns)


def _kept(
    sheet: Node, places: Sequence[Place], rows: Sequence[Band], columns: Sequence[Band], seen: Seen
) -> dict[Place, Node]:
    """Return the cells that an earlier look read and that look as they did."""
    if seen.unchanged is None:
        return {}
    down, across = {row.number: row for row in rows}, {column.number: column for column in columns}
    found = {}
    for row, column in places:
        cell = seen.unchanged.cell(sheet.ref, (row, column), _crossing(down[row], across[column]))
        if cell is not None:
            found[row, column] = cell
    return found


def _crossing(row: Band, column: Band) -> Rect:
    return Rect(column.start, row.start, column.end - column.start, row.end - row.start)


def _property(ref: Ref, interface: str, name: str) -> Question:
    return Question(ref, PROPERTIES, "Get", "ss", (interface, name))


def _tiled(found: Iterable[tuple[int, int, int]]) -> list[Band]:
    """Return the bands side by side. A merged cell of the first row or column reaches over its neighbours, so each band ends
    where the next begins.
    """
    shown = sorted((entry for entry in found if entry[2] > entry[1]), key=lambda entry: entry[1])
    ends = [start for _, start, _ in shown[1:]] + [1 << 30]
    bands = [Band(number, start, min(end, ends[place])) for place, (number, start, end) in enumerate(shown)]
    return [band for band in bands if band.end > band.start]


def _covered(merged: dict[Place, Rect], rows: Sequence[Band], columns: Sequence[Band]) -> set[Place]:
    """Return the cells that are hidden under merged ones."""
    covered: set[Place] = set()
    for place, rect in merged.items():
        below = [row.number for row in rows if rect.y <= row.start < rect.bottom]
        beside = [column.number for column in columns if rect.x <= column.start < rect.right]
        covered |= {(row, column) for row in below for column in beside} - {place}
    return covered
