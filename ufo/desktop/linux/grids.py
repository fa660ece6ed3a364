"""The part in sight of tables, trees and lists that are too large to list, such as a sheet with 2^31 cells."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ufo.desktop.linux import convert
from ufo.desktop.linux.bus import Line, Question, Ref, ask_all
from ufo.desktop.linux.nodes import Node
from ufo.desktop.linux.reader import (
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
from ufo.schema.geometry import Rect

TABLE = "org.a11y.atspi.Table"
_ADDRESS = re.compile(r"(?:.*[ .!])?\$?([A-Z]{1,3})\$?([1-9]\d{0,6})\Z")
_CELL = 56
_CELLS = 4000
_SELECTED = 64
_SHEETS = 4
_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Span:
    """Rows and columns from first to last, both in sight."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def places(self) -> list[tuple[int, int]]:
        rows, columns = range(self.top, self.bottom + 1), range(self.left, self.right + 1)
        return [(row, column) for row in rows[:_CELLS] for column in columns[: _CELLS // min(len(rows), _CELLS)]]


class CellPaths:
    """Where the cells of sheets were found, so that a later look asks a cell directly. An object's path is never given
    again; one that is gone answers with an error and is looked up anew."""

    def __init__(self) -> None:
        self._found: OrderedDict[Ref, dict[tuple[int, int], Ref]] = OrderedDict()

    def of(self, table: Ref) -> dict[tuple[int, int], Ref]:
        found = self._found.setdefault(table, {})
        self._found.move_to_end(table)
        while len(self._found) > _SHEETS:
            self._found.popitem(last=False)
        if len(found) > _KEPT:
            found.clear()
        return found


@dataclass(frozen=True, slots=True)
class GridReader:
    connection: Line
    paths: CellPaths
    deadline: float
    stall_s: float

    async def _ask(self, questions: Sequence[Question]) -> list[list[Any] | None]:
        return await ask_all(self.connection, questions, self.deadline, self.stall_s)

    async def sheet(self, node: Node, span: Span) -> None:
        """The cells of a spreadsheet: every one in sight, with its text; places are worked out from the first row and
        column, as asking each cell would cost a call more."""
        paths = self.paths.of(node.ref)
        texts = await self._texts(node, paths, span.places)
        cells = {place: paths[place] for place in span.places if place in texts}
        columns, rows = await self._lines(cells, span)
        for place, ref in cells.items():
            cell = Node(ref, node)
            cell.kind, cell.cell, cell.shown = _CELL, place, True
            cell.name = address(*place)
            cell.text = texts[place] or None
            cell.states = convert.ENABLED | convert.SENSITIVE | convert.SHOWING | convert.SELECTABLE
            column, row = columns.get(place[1]), rows.get(place[0])
            cell.raw = Rect(column.x, row.y, column.width, row.height) if column and row else None
            node.children.append(cell)

    async def _texts(
        self, node: Node, paths: dict[tuple[int, int], Ref], places: Sequence[tuple[int, int]]
    ) -> dict[tuple[int, int], str]:
        texts = await self._texts_of({place: paths[place] for place in places if place in paths})
        lost = [place for place in places if place not in texts]
        found = await self._ask([Question(node.ref, TABLE, "GetAccessibleAt", "ii", place) for place in lost])
        new = {place: refs[0] for place, body in zip(lost, found, strict=True) if (refs := refs_of([body]))}
        paths.update(new)
        return texts | await self._texts_of(new)

    async def _texts_of(self, cells: dict[tuple[int, int], Ref]) -> dict[tuple[int, int], str]:
        asked = [Question(ref, TEXT, "GetText", "ii", (0, -1)) for ref in cells.values()]
        answers = await self._ask(asked)
        return {
            place: convert.clean_text(body[0]) or ""
            for place, body in zip(cells, answers, strict=True)
            if body is not None
        }

    async def _lines(self, cells: dict[tuple[int, int], Ref], span: Span) -> tuple[dict[int, Rect], dict[int, Rect]]:
        across = [place for place in cells if place[0] == span.top]
        down = [place for place in cells if place[1] == span.left]
        boxes = await self._ask([Question(cells[place], COMPONENT, "GetExtents", "u", (0,)) for place in across + down])
        rects = [rect_of(body) for body in boxes]
        columns = {place[1]: box for place, box in zip(across, rects[: len(across)], strict=True) if box}
        rows = {place[0]: box for place, box in zip(down, rects[len(across) :], strict=True) if box}
        return columns, rows

    async def mark(self, node: Node) -> None:
        """Reads the states of the selected cells, where they are few enough to ask, and of the one with the cursor. To be
        called when all of the window is read: an entry of it names that one."""
        cells = {cell.ref: cell for cell in node.children}
        named = set(cursors(node))
        refs = [cell.ref for cell in node.children if cell.cell in named]
        asked = [Question(node.ref, PROPERTIES, "Get", "ss", (SELECTION, "NSelectedChildren"))]
        count = variant((await self._ask(asked))[0])
        if isinstance(count, int) and 0 < count <= _SELECTED:
            answers = await self._ask(
                [Question(node.ref, SELECTION, "GetSelectedChild", "i", (n,)) for n in range(count)]
            )
            refs += [ref for body in answers for ref in refs_of([body]) if ref in cells]
        states = await self._ask([Question(ref, ACCESSIBLE, "GetState") for ref in refs])
        for ref, body in zip(refs, states, strict=True):
            cells[ref].states = state_bits(body) or cells[ref].states
        if len(named) == 1:
            # The cell with the cursor says neither that it is selected nor that it has the focus of its table.
            for cell in node.children:
                cell.states |= (convert.SELECTED | (node.states & convert.FOCUSED)) if cell.cell in named else 0

    async def corners(self, node: Node, clip: Rect) -> tuple[Ref, Ref] | None:
        """What stands at the top left and at the bottom right of the part in sight; where the right is empty, at the left."""
        left, right, bottom = clip.x + 3, clip.right - 4, clip.bottom - 4
        # The headers over the columns of a GTK tree are part of it and hold no cell.
        tops = [(left, y, 0) for y in (clip.y + 3, clip.y + 30, clip.y + 60) if y < bottom]
        points = [*tops, (right, bottom, 0), (left, bottom, 0)]
        answers = await self._ask([Question(node.ref, COMPONENT, "GetAccessibleAtPoint", "iiu", p) for p in points])
        found = [next((ref for ref in refs_of([body]) if ref != node.ref), None) for body in answers]
        first = next((ref for ref in found[: len(tops)] if ref), None)
        last = found[-2] or found[-1]
        return (first, last) if first and last else None

    async def addresses(self, corners: tuple[Ref, Ref]) -> Span | None:
        """The span by the names of the corner cells ("A1" to "V50"). A cell's index cannot be used for it: it overflows
        from row 131,072 on."""
        answers = await self._ask([Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Name")) for ref in corners])
        first, last = (place_of(convert.clean_name(variant(body))) for body in answers)
        return _span(first, last) if first and last else None

    async def between(self, node: Node, corners: tuple[Ref, Ref]) -> list[Ref]:
        """The children from one corner to the other, by their places among all."""
        answers = await self._ask([Question(ref, ACCESSIBLE, "GetIndexInParent") for ref in corners])
        first, last = (body[0] if body and isinstance(body[0], int) else -1 for body in answers)
        if first < 0 or last < first:
            return []
        places = range(first, last + 1)[:_CELLS]
        asked = [Question(node.ref, ACCESSIBLE, "GetChildAtIndex", "i", (n,)) for n in places]
        return [ref for body in await self._ask(asked) for ref in refs_of([body])]

    async def first(self, node: Node, count: int) -> list[Ref]:
        """The first children, where nothing says which are in sight."""
        asked = [
            Question(node.ref, ACCESSIBLE, "GetChildAtIndex", "i", (n,)) for n in range(min(count, max(node.count, 0)))
        ]
        return [ref for body in await self._ask(asked) for ref in refs_of([body])]


def _span(first: tuple[int, int], last: tuple[int, int]) -> Span | None:
    return Span(*first, *last) if first[0] <= last[0] and first[1] <= last[1] else None


def cursors(node: Node) -> list[tuple[int, int]]:
    """The places that entries of the window name: the one with the address of the cell in work is among them."""
    top = node
    while top.parent is not None:
        top = top.parent
    texts = (one.text for one in top.walk() if one.text and len(one.text) <= 12 and one.states & convert.EDITABLE)
    return [place for text in texts if (place := place_of(text))]


def place_of(name: str) -> tuple[int, int] | None:
    """Row and column, from 0, of a cell's name such as "B3" or "Sheet1.B3"."""
    match = _ADDRESS.match(name)
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 64
    return int(match[2]) - 1, column - 1


def address(row: int, column: int) -> str:
    letters = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row + 1}"
