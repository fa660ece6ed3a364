"""Finds tooltips that have a window but no object, and takes their words from the description of the control under the pointer.

Some programs draw other words into such a window. Those are in its picture alone, and the element says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, PROPERTIES, variant
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.peer import PeerConnections
from ufo.desktop.linux.dbus.pipeline import Question, ask_all
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.text import clean_name
from ufo.desktop.snapshot import Draft, Element

ROLE, UNREAD = "ToolTip", "its words are in its picture alone"
_UNDER = 3


async def tips_beside(
    found: Sequence[tuple[Element, Node]],
    surfaces: Iterable[Surface],
    snapshot_id: int,
    lines: PeerConnections,
    deadline: float,
    stall_s: float,
) -> list[tuple[Element, Node]]:
    """Return elements for the tooltips that `found` does not have."""
    known = [element.rect for element, _ in found if element.role == ROLE]
    made = []
    for surface in surfaces:
        if not surface.passing or any(surface.visible.overlaps(rect) for rect in known):
            continue
        under = list(_under(found, surface))[:_UNDER]
        words = ""
        for _, node in under:
            asked = [Question(node.ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Description"))]
            (body,) = await ask_all(lines.of(node.ref.bus), asked, deadline, stall_s)
            words = words or clean_name(variant(body))
        if under:
            made.append(_made(under[0], surface, snapshot_id, words))
    return made


def _under(found: Sequence[tuple[Element, Node]], surface: Surface) -> Iterator[tuple[Element, Node]]:
    """Yield the elements that the pointer was over when the tooltip came, the smallest first."""
    at = surface.pointer
    if at is None:
        return
    over = [
        pair
        for pair in found
        if pair[0].rect.contains(at) and pair[1].cell is None and "offscreen" not in pair[0].states
    ]
    yield from sorted(over, key=lambda pair: pair[0].rect.area)


def _made(under: tuple[Element, Node], surface: Surface, snapshot_id: int, words: str) -> tuple[Element, Node]:
    control, around = under
    node = Node(around.ref, None)
    node.kind, node.surface, node.rect = roles.TOOLTIP, surface.window.id, surface.visible
    draft = Draft(snapshot_id, f"tip{surface.window.id}", ROLE, words)
    draft.rect, draft.window = surface.in_sight, surface.window.id
    draft.label, draft.doubt = control.name or control.label or None, None if words else UNREAD
    return draft.done(), node
