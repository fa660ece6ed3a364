"""GTK 2, which does not report which menus are open; the windows that the X server shows tell it.

The entries of a menu say that they are visible whether their menu is open or not, and where they are, or were when it was
last open. A menu is open where there is a popup that its entries fill.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, COMPONENT, rect_of, refs_of, state_bits
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Question, Ref, ask_all
from ufo.desktop.linux.toolkits.toolkit import MENU, Acting, ActionRequest, Detail, Reading, Toolkit, WholeTree, Wording
from ufo.schema.geometry import Rect

_TAB = 37

_FRAME_PX, _ARROW_PX = 12, 32
"""Pixels between a menu's edge and its entries: border and what themes add; the same with an arrow for scrolling."""


class _Reading(Reading):
    details = MappingProxyType({"Cell": frozenset({Detail.TICK})})

    async def repair(self, top: Node, tree: WholeTree) -> None:
        await OpenMenus(tree).read(top)


class _Wording(Wording):
    def bits(self, node: Node) -> int:
        """Return the states, with SELECTED for a chosen tab, which does not report it."""
        is_chosen = node.kind == _TAB and any(child.shown for child in node.children)
        return node.states | roles.SELECTED if is_chosen else node.states


class _Acting(Acting):
    def refusal(self, asked: ActionRequest) -> str:
        if asked.verb == "press" and asked.element.role == "Menu":
            return f"The menu {asked.element.name!r} does not report that it opened by its own action. Click it."
        if asked.works_tick:
            return "The tick of a row is only marked by its own action. Click it."
        return super().refusal(asked)


GTK2 = Toolkit("GTK2", reading=_Reading(), wording=_Wording(), acting=_Acting())


class OpenMenus:
    """Reads the entries of open menus."""

    def __init__(self, tree: WholeTree) -> None:
        self._tree = tree
        self._popups = [surface for surface in tree.surfaces if surface.popup and not surface.passing]

    async def read(self, top: Node) -> None:
        """Read the open menus below `top`, whose menus were read without their entries."""
        menus = list(_outermost(top))
        for menu in menus:
            if menu.popup:  # set by an earlier look
                menu.popup, menu.children = "", []
        while self._popups and menus:
            opened = self._fitting(await self._entries(menus))
            for menu, entries in opened:
                menu.children, menu.count = [Node(ref, menu) for ref in entries], len(entries)
            await self._tree.read([entry for menu, _ in opened for entry in menu.children])
            menus = [child for menu, _ in opened for child in menu.children if child.kind == MENU and child.shown]

    async def _entries(self, menus: Sequence[Node]) -> list[tuple[Node, dict[Ref, Rect]]]:
        """Return for each menu the entries that may be shown, with their places."""
        listed = await self._ask([Question(menu.ref, ACCESSIBLE, "GetChildren") for menu in menus])
        refs = [refs_of(body) for body in listed]
        flat = [ref for some in refs for ref in some]
        states = await self._ask([Question(ref, ACCESSIBLE, "GetState") for ref in flat])
        places = await self._ask([Question(ref, COMPONENT, "GetExtents", "u", (0,)) for ref in flat])
        visible = {
            ref: place
            for ref, bits, body in zip(flat, states, places, strict=True)
            if state_bits(bits) & roles.VISIBLE and (place := rect_of(body)) is not None
        }
        return [
            (menu, {ref: visible[ref] for ref in some if ref in visible})
            for menu, some in zip(menus, refs, strict=True)
        ]

    async def _ask(self, questions: Sequence[Question]) -> list[list[object] | None]:
        tree = self._tree
        return list(await ask_all(tree.line, questions, tree.deadline, tree.stall_s)) if questions else []

    def _fitting(self, menus: Iterable[tuple[Node, dict[Ref, Rect]]]) -> list[tuple[Node, list[Ref]]]:
        """Pair menus with the popups that show them. A popup that fits two menus tells nothing, as one of them may have been
        open before.
        """
        pairs = [
            (menu, entries, popup)
            for menu, entries in menus
            for popup in self._popups
            if fills(entries.values(), popup.client)
        ]
        sure = [pair for pair in pairs if sum(other[2] is pair[2] for other in pairs) == 1]
        for menu, _, popup in sure:
            menu.popup = popup.window.id
            self._popups.remove(popup)
        return [(menu, list(entries)) for menu, entries, _ in sure]


def _outermost(top: Node) -> Iterator[Node]:
    todo = [top]
    while todo:
        node = todo.pop()
        if node.kind == MENU and node.shown:
            yield node
        else:
            todo.extend(node.children)


def fills(entries: Iterable[Rect], popup: Rect) -> bool:
    """Tell whether the popup shows a menu with these entries. A menu that is longer than the screen is scrolled in its
    popup, between two arrows.
    """
    inside = list(entries)
    if not inside:
        return False
    around = inside[0]
    for rect in inside[1:]:
        around = around.union(rect)
    across = around.x - popup.x, popup.right - around.right
    down = around.y - popup.y, popup.bottom - around.bottom
    most = _ARROW_PX if min(down) < 0 else _FRAME_PX
    return all(0 <= gap <= _FRAME_PX for gap in across) and max(down) <= most and around.overlaps(popup)
