"""What browsers have in common: combo boxes whose lists are menus in the tree, and pages."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, attributes_of
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Question, Ref
from ufo.desktop.linux.text import clean_name
from ufo.desktop.linux.toolkits.toolkit import (
    COMBO_BOX,
    MENU,
    Acting,
    Children,
    Detail,
    Details,
    Placing,
    Pointing,
    Probe,
    Reading,
)
from ufo.schema.roles import LIST_AND_TREE_ITEMS

_PANEL = 39
# Between an entry and the entries in it there are a list or group and a few boxes; an entry has a line of its own.
_BETWEEN, _LINE_PX = 4, 8
_POSITION = frozenset({Detail.POSITION})
PAGE_DETAILS: Details = MappingProxyType(
    {
        "ComboBox": frozenset({Detail.LIST_CHOICE}),
        "Table": frozenset({Detail.TABLE_SIZE}),
        "Cell": _POSITION,
        "HeaderItem": _POSITION,
    }
)


def option_list(node: Node) -> Node | None:
    """Return the combo box's list that is `node` or that has `node` as a group; else None."""
    if is_option_list(node):
        return node
    around = node.parent
    return around if node.kind == _PANEL and around is not None and is_option_list(around) else None


def is_option_list(node: Node) -> bool:
    around = node.parent
    return node.kind == MENU and around is not None and around.kind == COMBO_BOX


class PageReading(Reading):
    """The list of a combo box is a menu in the tree. Its entries are always VISIBLE, but SHOWING only while it is open."""

    details = PAGE_DETAILS

    def is_shown(self, states: int, parent: Node | None) -> bool:
        if super().is_shown(states, parent):
            return True
        menu = None if parent is None else option_list(parent)
        return menu is not None and self.is_showing(menu.states) and bool(states & roles.VISIBLE)

    def option_list(self, node: Node) -> Node | None:
        return option_list(node)

    def children(self, node: Node) -> Children:
        planned = super().children(node)
        return (
            Children.SHUT if planned is not Children.LEAF and is_option_list(node) and self.is_shut(node) else planned
        )

    def is_shut(self, menu: Node) -> bool:
        return not self.is_showing(menu.states)


class PagePlacing(Placing):
    """A branch of a page is as high as everything in it, so a press in its middle could hit any entry. It is cut
    to its own line.
    """

    def finish(self, top: Node) -> None:
        _part(top)

    def own_height(self, node: Node) -> int | None:
        return node.rect.height if node.rect is not None and roles.role_of(node.kind) in LIST_AND_TREE_ITEMS else None


class PagePointing(Pointing):
    has_pages = True
    probe = Probe.PAGE


class PageActing(Acting):
    """Browsers report the id in the page as an attribute."""

    def identifier_question(self, ref: Ref) -> Question:
        return Question(ref, ACCESSIBLE, "GetAttributes", "", ())

    def identifier_of(self, body: list[Any]) -> str:
        return clean_name(attributes_of(body).get("id", ""))


def _part(top: Node) -> None:
    """Cut each branch to its own part, which is the part above the first of its entries."""
    above: dict[int, Node | None] = {}
    for node in top.walk():
        if not node.shown or node.parent is None or node.rect is None or node.rect.is_empty:
            continue
        if roles.role_of(node.kind) not in LIST_AND_TREE_ITEMS:
            continue
        if id(node.parent) not in above:
            above[id(node.parent)] = _entry_around(node.parent)
        around = above[id(node.parent)]
        if around is None or around.rect is None or not around.rect.covers(node.rect):
            continue
        own = node.rect.y - around.rect.y
        if own >= _LINE_PX:
            around.tall = own
            around.rect = around.on_screen()


def _entry_around(node: Node) -> Node | None:
    around: Node | None = node
    for _ in range(_BETWEEN):
        if around is None or roles.role_of(around.kind) in LIST_AND_TREE_ITEMS:
            return around
        around = around.parent
    return None
