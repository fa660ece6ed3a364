"""Reads a control of an earlier look as it is now: the same object, shown, with the same role and name, or none at all."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, COMPONENT, rect_of, refs_of, state_bits
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.atspi.roles import DEFUNCT
from ufo.desktop.linux.dbus.pipeline import Batch, Line, Question, ask_all
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.snapshots.handles import AGAIN, HandleTable
from ufo.desktop.linux.toolkits.toolkit import WINDOW
from ufo.desktop.linux.tree.elements import element_of, on_screens
from ufo.desktop.linux.tree.reader import Caps, TreeReader
from ufo.desktop.linux.tree.sheets import TABLE
from ufo.desktop.snapshot import Element, Handle
from ufo.errors import ApplicationHung, ElementGone, ElementHidden, StaleElement
from ufo.schema.geometry import Rect


@dataclass(frozen=True, slots=True)
class Reidentifier:
    """Finds controls of one application again, over the line to it. `surfaces` are its windows as they are now."""

    line: Line
    surfaces: Sequence[Surface]
    deadline_s: float
    stall_s: float

    async def find(self, handle: Handle, known: HandleTable) -> tuple[Element, Node]:
        """Return the control as it is now. Raises StaleElement, ApplicationHung."""
        node = _detached_node(known, handle) if known.cell is None else await self._cell(known, handle)
        batch = Batch(self.line)
        TreeReader(batch, known.toolkit, Caps(), lambda _: None).read(node, whole=known.by_content)
        held: list[int] = []
        if known.holder is not None:
            batch.ask(known.holder, ACCESSIBLE, "GetState", lambda body: held.append(state_bits(body)))
        corners: dict[int, Rect] = {}
        for place, ref in enumerate(known.pane or ()):
            batch.ask(ref, COMPONENT, "GetExtents", partial(_put_corner, corners, place), ("u", (0,)))
        ended = await batch.finish(asyncio.get_running_loop().time() + self.deadline_s, self.stall_s)
        if ended:
            raise ApplicationHung(
                f"The application of {handle.name!r} does not answer. Wait and look again, or close it."
            )
        known.toolkit.reading.repair_alone(node)
        self._place_node(node, known)
        if len(corners) == 2:
            inner = corners[1].x - corners[0].x, corners[1].y - corners[0].y
            _correct_shift(handle, node, known, _sum(self._origin(known), inner))
        is_held = all(known.toolkit.reading.is_showing(states) for states in held) and self._popup_is_open(node, known)
        if not node.shown or not is_held:
            raise _gone(handle, node.states)
        return self._checked_element(handle, known, node), node

    def _checked_element(self, handle: Handle, known: HandleTable, node: Node) -> Element:
        element = element_of(node, handle.snapshot_id, self._bounds(node, known), known.toolkit.wording)
        if element is None:
            raise _gone(handle)
        if (element.role, element.name) != (handle.role, handle.name):
            raise StaleElement(f"{handle.role} {handle.name!r} has become {element.role} {element.name!r}. {AGAIN}")
        return on_screens(element, self.surfaces[0]) if self.surfaces else element

    async def _cell(self, known: HandleTable, handle: Handle) -> Node:
        """Return the cell by its sheet and its place, because most cells are never asked for. Raises StaleElement."""
        where = Question(known.ref, TABLE, "GetAccessibleAt", "ii", known.cell or ())
        deadline = asyncio.get_running_loop().time() + self.deadline_s
        refs = refs_of(await ask_all(self.line, [where], deadline, self.stall_s))
        if not refs:
            raise ElementGone(f"The sheet with the cell {handle.name!r} is not shown any more. {AGAIN}")
        node = Node(refs[0], Node(known.ref, None))
        node.cell = known.cell
        return node

    def _popup_is_open(self, node: Node, known: HandleTable) -> bool:
        """Tell whether the popup that shows a menu's entry is still there. True for anything that needs no popup."""
        if not known.popup:
            return True
        return any(
            surface.window.id == known.popup
            and node.rect is not None
            and surface.client.x <= node.rect.center.x < surface.client.right
            for surface in self.surfaces
        )

    def _place_node(self, node: Node, known: HandleTable) -> None:
        node.surface, node.shift, node.span, node.tall = known.surface, known.shift, known.span, known.tall
        for surface in self.surfaces:
            counts_from_it = known.toolkit.coordinates == WINDOW or surface.local
            if surface.window.id == known.surface and counts_from_it and not surface.popup:
                more = known.inner if known.pane else known.unsaid
                node.shift = _sum(known.toolkit.placing.origin(surface, known.frame), more)
        node.rect = node.on_screen()

    def _origin(self, known: HandleTable) -> tuple[int, int]:
        """Return where the coordinates of a program begin that knows only places inside of its window."""
        its = (it for it in self.surfaces if it.local and it.window.id == known.surface)
        return next((known.toolkit.placing.origin(surface, known.frame) for surface in its), (0, 0))

    def _bounds(self, node: Node, known: HandleTable) -> Rect | None:
        """Return the part of the control that was in sight, if it has not moved; else the window that showed it, as it is now.
        The next look finds out what scrolled containers hide of it there.
        """
        if node.rect is not None and node.rect == known.place:
            return known.seen
        return next((surface.in_sight for surface in self.surfaces if surface.window.id == known.surface), None)


def _sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def _put_corner(corners: dict[int, Rect], place: int, body: list[Any] | None) -> None:
    rect = rect_of(body)
    if rect is not None and not rect.is_empty:
        corners[place] = rect


def _correct_shift(handle: Handle, node: Node, known: HandleTable, shift: tuple[int, int]) -> None:
    """Correct the control's place by the pane's new shift: from the first event of its window on, a pane may include the height
    of a menu bar, and widgets in it may not. Raises StaleElement for a control that is elsewhere by either shift.
    """
    if known.place is None or node.rect == known.place or shift == known.shift or node.raw is None:
        return
    if node.raw.moved(*shift) != known.place:
        raise StaleElement(f"{handle.role} {handle.name!r} is in another place now. {AGAIN}")
    node.shift = shift
    node.rect = node.on_screen()


def _gone(handle: Handle, states: int = 0) -> ElementGone:
    """Return the error for an object that is not shown. `states` are those that it tells; an object that is gone tells none."""
    kind = ElementHidden if states and not states & DEFUNCT else ElementGone
    return kind(f"{handle.role} {handle.name!r} is not shown any more. {AGAIN}")


def _detached_node(known: HandleTable, handle: Handle) -> Node:
    """Return the node to read without the rest of its tree. It gets a parent only for the popup of its menu, or for the
    parent's role where that makes it an entry.
    """
    around, is_made_entry = Node(known.top, None), known.toolkit.reading.is_told_in_parent
    around.popup, around.kind = known.popup, known.within if is_made_entry else -1
    node = Node(known.ref, around if known.popup or is_made_entry else None)
    node.key = handle.key
    return node
