"""Where a click does at once what a control's own press would do late, and is as sure to reach that control and no other.

GTK 4 answers a press at once, shows its button held down for 250 ms, and only then does what the button is for. A click is done
with the next frame. It takes the place of the press only where the toolkit itself, asked what a pointer picks at that point,
names the control or something in it, and where the control stands where it stood at the look and its window is active. That no
other window lies there, and that no open menu would take the click for its own closing, is made sure of when it is sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ufo.desktop.linux.bus import CallFailed, Line, Ref
from ufo.desktop.linux.looking import Known
from ufo.desktop.linux.nodes import Node
from ufo.desktop.linux.reader import ACCESSIBLE, COMPONENT, PROPERTIES, refs_of, variant
from ufo.desktop.linux.surface import Surface
from ufo.desktop.snapshot import Element
from ufo.errors import ApplicationHung
from ufo.schema.geometry import Point

_HELD = frozenset({"Button", "ToggleButton"})
_SMALLEST_PX = 8
# What a button shows lies in it: its label, or a picture and a label in a box.
_DEEPEST = 4


class Hit(NamedTuple):
    """A point of the screen, and the window that has to be what lies there."""

    window_id: str
    point: Point


async def certain_hit(
    line: Line, known: Known, found: tuple[Element, Node], surfaces: Sequence[Surface], deadline_s: float
) -> Hit | None:
    """None where the control's own action is the surer way, or as quick. `found`: the control as it
    was asked right now."""
    element, node = found
    if not known.toolkit.holds_presses or element.role not in _HELD or "disabled" in element.states:
        return None
    surface = next((one for one in surfaces if one.window.id == known.surface), None)
    if surface is None or surface.popup or not surface.window.active:
        return None
    rect = element.rect
    stands = node.rect is not None and node.rect == known.place and rect == known.seen
    if not stands or min(rect.width, rect.height) < _SMALLEST_PX:
        return None
    point = rect.center
    where = (point.x - node.shift[0], point.y - node.shift[1], known.toolkit.coordinates)
    try:
        picked = refs_of([await line.call(known.top, COMPONENT, "GetAccessibleAtPoint", ("iiu", where), deadline_s)])
        return (
            Hit(known.surface, point) if picked and await _is_within(line, picked[0], known.ref, deadline_s) else None
        )
    except (CallFailed, ApplicationHung):
        return None


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
