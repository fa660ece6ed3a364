"""Finds rows of GTK 4 that were scrolled away and still report their old places.

A list of GTK 4 keeps the rows that it showed, with their last places and without reporting them as hidden, so that
several rows have one place. A hit test there tells which of them is really shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from ufo.desktop.linux.atspi.interfaces import COMPONENT, refs_of
from ufo.desktop.linux.atspi.node import Node, upwards
from ufo.desktop.linux.atspi.roles import ROW
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, ask_all
from ufo.desktop.linux.toolkits.toolkit import WINDOW, Found
from ufo.desktop.snapshot import Element
from ufo.schema.geometry import Rect
from ufo.schema.roles import CELLS_AND_LIST_ITEMS

_MOST = 400


async def without_stale(found: Found, line: Line, bus: str, until: tuple[float, float]) -> Found:
    """Return `found` with the state `offscreen` for stale rows of the application `bus`. `until`: see
    `Pointing.in_sight`.
    """
    groups: dict[int, list[int]] = defaultdict(list)
    for place, (element, node) in enumerate(found):
        holder = node.parent
        if holder is not None and holder.kind == ROW:
            holder = holder.parent
        is_row = element.role in CELLS_AND_LIST_ITEMS and "offscreen" not in element.states and holder is not None
        if is_row and node.ref.bus == bus:
            groups[id(holder)].append(place)
    stale: set[int] = set()
    for rows in groups.values():
        if _overlap(found, rows):
            stale |= await _not_picked(found, rows[:_MOST], line, until)
    nodes = {id(found[place][1]) for place in stale}
    return [
        (replace(element, states=element.states | {"offscreen"}), node)
        if nodes and any(id(above) in nodes for above in upwards(node))
        else (element, node)
        for element, node in found
    ]


def _overlap(found: Found, rows: Sequence[int]) -> bool:
    """Tell whether any two rows overlap. Rows that are where they say never do."""
    boxes = sorted((found[place][0].rect for place in rows), key=lambda box: box.y)
    return any(
        rect.overlaps(other) for place, rect in enumerate(boxes) for other in _level_with(rect, boxes[place + 1 :])
    )


def _level_with(rect: Rect, lower: Sequence[Rect]) -> Iterator[Rect]:
    return takewhile(lambda other: other.y < rect.bottom, lower)


async def _not_picked(found: Found, rows: Sequence[int], line: Line, until: tuple[float, float]) -> set[int]:
    asked = [_pick(*found[place]) for place in rows]
    answers = await ask_all(line, asked, *until)
    # A row whose question is not answered stays as it is.
    return {
        place
        for place, body in zip(rows, answers, strict=True)
        if body is not None and not _is_in(refs_of([body]), found[place][1])
    }


def _pick(element: Element, node: Node) -> Question:
    top = node
    while top.parent is not None:
        top = top.parent
    at = element.rect.center
    return Question(
        top.ref, COMPONENT, "GetAccessibleAtPoint", "iiu", (at.x - node.shift[0], at.y - node.shift[1], WINDOW)
    )


def _is_in(hit: Sequence[Ref], row: Node) -> bool:
    return bool(hit) and any(node.ref == hit[0] for node in row.walk())
