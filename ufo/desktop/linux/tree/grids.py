"""Finds the visible part of tables, trees and lists that are too large to list, such as a sheet with 2^31 cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ufo.desktop.linux.atspi.cell_names import Span, place_of, span
from ufo.desktop.linux.atspi.cell_paths import CellPaths, Corners
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, COMPONENT, PROPERTIES, rect_of, refs_of, variant
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, Turn, ask_all
from ufo.desktop.linux.text import clean_name
from ufo.schema.geometry import Point, Rect

_ENTRIES = 4000
_DEEPEST = 12
_TILE_PX = 24
"""Less than the side of the smallest tile, in pixels."""


@dataclass(frozen=True, slots=True)
class GridReader:
    """Reads grids of one application by hit tests. `answers_inside`: see `ufo.desktop.linux.toolkits.toolkit.Pointing`."""

    connection: Line
    paths: CellPaths
    deadline: float
    stall_s: float
    answers_inside: bool = False

    async def _ask(self, questions: Sequence[Question]) -> list[list[Any] | None]:
        # These answers are urgent: only with them can the visible part be asked for.
        return await ask_all(self.connection, questions, self.deadline, self.stall_s, Turn.SOON)

    async def corners(self, node: Node, clip: Rect) -> Corners | None:
        """Return the entries at the top left and at the bottom right of the visible part, or at the bottom left where nothing
        is at the right. Return None where there are none.
        """
        left, right, bottom = clip.x + 3, clip.right - 4, clip.bottom - 4
        known = self.paths.corners(node.ref)
        if known is not None and await self._stand_at(known, (Point(left, clip.y + 3), Point(right, bottom))):
            return known
        # The column headers of a tree are part of it and hold no cell, so lower points are tried as well.
        tops = [(left, y, 0) for y in (clip.y + 3, clip.y + 30, clip.y + 60) if y < bottom]
        if not tops:
            return None
        # Every cell that is found costs its application memory, so other points are asked only where the first hit none.
        first, last = await self._at(node, [tops[0], (right, bottom, 0)])
        if first is None:
            first = next((ref for ref in await self._at(node, tops[1:]) if ref), None)
        if last is None and not self.answers_inside:
            (last,) = await self._at(node, [(left, bottom, 0)])
        if self.answers_inside and not (first and last):
            across, down = range(left, right, _TILE_PX), range(clip.y + 3, bottom, _TILE_PX)
            first = await self._first_tile(node, across, down)
            last = await self._first_tile(node, across[::-1], down[::-1]) if first else None
        return (first, last) if first and last else None

    async def _first_tile(self, node: Node, across: Sequence[int], down: Sequence[int]) -> Ref | None:
        """Return the first tile that a row of hit tests finds, as tiles stand apart from the edges and from each other, and
        their last line need not be full. Return None also where a point hits a tile that the application has not reported
        yet: it reports such a tile only to a client that asks for it by its index.
        """
        for y in down:
            asked = [Question(node.ref, COMPONENT, "GetAccessibleAtPoint", "iiu", (x, y, 0)) for x in across]
            hits = [refs_of([body]) for body in await self._ask(asked)]
            if not all(hits):
                return None
            for (ref,) in hits:
                child = None if ref == node.ref else await self._child(node, ref)
                if child is not None:
                    return child
        return None

    async def _at(self, node: Node, points: Sequence[tuple[int, int, int]]) -> list[Ref | None]:
        asked = [Question(node.ref, COMPONENT, "GetAccessibleAtPoint", "iiu", point) for point in points]
        answers = await self._ask(asked) if asked else []
        found = [next((ref for ref in refs_of([body]) if ref != node.ref), None) for body in answers]
        return [await self._child(node, ref) for ref in found] if self.answers_inside else found

    async def _child(self, node: Node, inner: Ref | None) -> Ref | None:
        """Return the container's child that holds the widget `inner`, or None for a widget that lies over the container."""
        for _ in range(_DEEPEST):
            if inner is None:
                break
            (body,) = await self._ask([Question(inner, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Parent"))])
            above = next(iter(refs_of([[variant(body)]])), None)
            if above == node.ref:
                return inner
            inner = above
        return None

    async def _stand_at(self, corners: Corners, points: tuple[Point, Point]) -> bool:
        """Tell whether each corner still exists and lies under its point by its present extents."""
        answers = await self._ask([Question(ref, COMPONENT, "GetExtents", "u", (0,)) for ref in corners])
        places = [rect_of(body) for body in answers]
        return all(place is not None and place.contains(point) for place, point in zip(places, points, strict=True))

    async def addresses(self, node: Node, corners: Corners) -> Span | None:
        """Return the span between the corner cells by their names ("A1" to "V50"). A cell's index does not serve, as it
        overflows from row 131,072 on.
        """
        answers = await self._ask([Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Name")) for ref in corners])
        first, last = (place_of(clean_name(variant(body))) for body in answers)
        found = span(first, last) if first and last else None
        if found is not None:
            self.paths.keep_corners(node.ref, corners)
        return found

    async def between(self, node: Node, corners: Corners) -> list[Ref]:
        """Return the children from one corner to the other, by their indices."""
        answers = await self._ask([Question(ref, ACCESSIBLE, "GetIndexInParent") for ref in corners])
        first, last = (body[0] if body and isinstance(body[0], int) else -1 for body in answers)
        if first < 0 or last < first:
            return []
        places = range(first, last + 1)[:_ENTRIES]
        asked = [Question(node.ref, ACCESSIBLE, "GetChildAtIndex", "i", (n,)) for n in places]
        return [ref for body in await self._ask(asked) for ref in refs_of([body])]

    async def first(self, node: Node, count: int) -> list[Ref]:
        """Return the first children, for a grid that does not tell which are in sight."""
        asked = [
            Question(node.ref, ACCESSIBLE, "GetChildAtIndex", "i", (n,)) for n in range(min(count, max(node.count, 0)))
        ]
        return [ref for body in await self._ask(asked) for ref in refs_of([body])]
