"""Finds where a click does at once what a control's own press would do late, and is certain to reach that control.

A toolkit may answer a press at once, show its button held down for a while, and only then do what the button is for. A click
is done with the next frame. It replaces the press only where the toolkit's own hit test of that point names the control or
something in it, where the control has not moved since the look, and where its window is active. The sender checks that no
other window lies there, and that no open menu would take the click to close itself.

The control may still move or be renamed between that answer and the click. So the click comes in two halves: the first only
holds the button down, and the toolkit is asked once more before the second. A button that is let go elsewhere does nothing;
then the control's own press is used.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, COMPONENT, PROPERTIES, refs_of, variant
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import CallFailed, Line, Ref
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.snapshots.handles import HandleTable
from ufo.desktop.linux.text import clean_name
from ufo.desktop.snapshot import Element
from ufo.errors import ApplicationHung
from ufo.schema.geometry import Point

_SMALLEST_PX = 8
# The label of a button may be an object inside it, or stand with a picture in a box inside it.
_DEEPEST = 4


class Hit(NamedTuple):
    """A point of the screen, and the window that must lie there. `is_there` asks whether the control lies there too; call it
    last, when everything else is ready, because controls move.
    """

    window_id: str
    point: Point
    is_there: Callable[[], Awaitable[bool]]


def likely_hit(
    line: Line, known: HandleTable, found: tuple[Element, Node], surfaces: Sequence[Surface], deadline_s: float
) -> Hit | None:
    """Return where to click, or None where the control's own action is safer or as quick. `found` is the control as it was read
    right now.
    """
    element, node = found
    if not known.toolkit.acting.presses_late(element.role) or "disabled" in element.states:
        return None
    surface = next((surface for surface in surfaces if surface.window.id == known.surface), None)
    if surface is None or surface.popup or not surface.window.active:
        return None
    rect = element.rect
    stands = node.rect is not None and node.rect == known.place and rect == known.seen
    if not stands or min(rect.width, rect.height) < _SMALLEST_PX:
        return None
    if 2 * known.unsaid[0] >= rect.width or 2 * known.unsaid[1] >= rect.height:
        # If the inferred padding did not exist at all, the click would miss the control.
        return None
    point, shift = rect.center, node.shift
    parts: set[Ref] = set()

    async def is_called_so() -> bool:
        """Tell whether the button still has its name: it may be for something else by now."""
        name = await line.call(known.ref, PROPERTIES, "Get", ("ss", (ACCESSIBLE, "Name")), deadline_s)
        return clean_name(variant(name)) == node.name

    async def is_there() -> bool:
        where = (point.x - shift[0], point.y - shift[1], known.toolkit.coordinates)
        try:
            answer = await line.call(known.top, COMPONENT, "GetAccessibleAtPoint", ("iiu", where), deadline_s)
            for picked in refs_of([answer]):
                if picked not in parts and await _is_within(line, picked, known.ref, deadline_s):
                    parts.add(picked)
                return picked in parts and await is_called_so()
            return False
        except (CallFailed, ApplicationHung):
            return False

    return Hit(known.surface, point, is_there)


async def _is_within(line: Line, inner: Ref, outer: Ref, deadline_s: float) -> bool:
    for _ in range(_DEEPEST):
        if inner == outer:
            return True
        parent = variant(await line.call(inner, PROPERTIES, "Get", ("ss", (ACCESSIBLE, "Parent")), deadline_s))
        above = refs_of([[parent]])
        if not above:
            return False
        inner = above[0]
    return False
