"""GTK 3. LibreOffice with its GTK 3 backend reports GTK as its toolkit as well; its own widgets begin at a root pane, which
GTK itself never has. See `libreoffice.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.toolkits import libreoffice
from ufo.desktop.linux.toolkits.libreoffice_boxes import (
    become_arrow,
    fill_boxes,
    is_around_field_and_arrow,
    label_fields,
)
from ufo.desktop.linux.toolkits.toolkit import (
    Acting,
    ActionRequest,
    Children,
    Detail,
    Placer,
    Placing,
    Pointing,
    Probe,
    Reading,
    Toolkit,
    WholeTree,
    Wording,
)
from ufo.schema.picture import Frame

_MENU, _MENU_BAR, _SCROLL_PANE, _TOOL_BAR, _SPREADSHEET = 33, 34, 49, 63, 92
_MOST_RIM = 12
# GTK 3 reports a viewport as hidden once it was scrolled by more than its own height. LibreOffice reports every pane of a
# frozen or split sheet as hidden except the active one, though their cells are shown.
_SHOW_ALL = frozenset({_SCROLL_PANE, _SPREADSHEET})
_LEAVES = frozenset({7, 8, 35, 43, 44, 45})


class _Reading(Reading):
    """A button with a name is not searched for children: its name says all that is in it."""

    details = MappingProxyType({"Cell": frozenset({Detail.TICK})})
    is_told_in_parent = True

    def interpret(self, node: Node) -> bool:
        become_arrow(node)
        return True

    def is_shown(self, states: int, parent: Node | None) -> bool:
        if super().is_shown(states, parent):
            return True
        is_all_shown = parent is not None and parent.kind in _SHOW_ALL and parent.shown
        return is_all_shown and bool(states & roles.VISIBLE)

    def may_hold_shown(self, node: Node) -> bool:
        """Return True for the only child of a shown object: LibreOffice's input line is in such a panel, which wrongly says
        that it is defunct.
        """
        parent = node.parent
        return parent is not None and parent.shown and parent.count == 1

    async def repair(self, top: Node, tree: WholeTree) -> None:
        await fill_boxes(top, tree)
        label_fields(top)

    def children(self, node: Node) -> Children:
        if libreoffice.is_dead_menu_bar(node):
            return Children.SHUT
        return Children.LEAF if node.kind in _LEAVES and node.name else super().children(node)


class _Wording(Wording):
    def role(self, node: Node) -> str:
        if is_around_field_and_arrow(node):
            return "Pane"
        return "Edit" if libreoffice.is_mute_text(node) else roles.role_of(node.kind)

    def bits(self, node: Node) -> int:
        return libreoffice.bits_of(node)

    def face(self, node: Node) -> Node | None:
        return libreoffice.face_of(node)

    def needs_parts(self, node: Node) -> bool:
        return libreoffice.may_be_mute_text(node)


class _Placer(Placer):
    def shift(self, node: Node, parent: Node) -> None:
        node.shift = libreoffice.shift_of(node, parent)


class _PlacerOnWayland(_Placer):
    """GTK counts the rim of a menu twice there: the first entry, right below what opened it, tells how wide."""

    def shift(self, node: Node, parent: Node) -> None:
        super().shift(node, parent)
        first = next((child.raw for child in parent.children if child.shown and child.raw is not None), None)
        if (
            parent.kind == _MENU
            and parent.parent is not None
            and parent.parent.kind == _MENU_BAR
            and first
            and parent.raw
        ):
            across, down = first.x - parent.raw.x, first.y - parent.raw.bottom
            if 0 <= across <= _MOST_RIM and 0 <= down <= _MOST_RIM:
                node.shift = node.shift[0] - across, node.shift[1] - down


class _Placing(Placing):
    def placer(self, top: Node, surfaces: Sequence[Surface], frame: Frame | None) -> Placer:
        return _PlacerOnWayland() if any(surface.local for surface in surfaces) else _Placer()

    def is_painted(self, node: Node) -> bool:
        return libreoffice.is_painted(node)

    def pane(self, node: Node) -> tuple[Ref, Ref] | None:
        return libreoffice.pane_of(node)


class _Pointing(Pointing):
    """Objects later in the tree are painted later. For an open list this holds only within its own window, so
    popups are not probed.
    """

    probe = Probe.PAINT_ORDER

    def can_probe(self, surface: str, surfaces: Sequence[Surface]) -> bool:
        return not any(item.popup and item.window.id == surface for item in surfaces)


class _Acting(Acting):
    """The own actions of some controls mean something else than a click. A list's entry is only marked: a row of a list box
    does nothing, and a colour of LibreOffice's palettes is not chosen. The action "toggle" of a tick in a tree view activates
    the row as a double click does. A button of LibreOffice's tool bars acts as with the
    Enter key: a drawing tool puts a shape of its own in place of waiting for the drag.
    """

    lists_all = True
    is_deaf_inside = True

    def refusal(self, asked: ActionRequest) -> str:
        if asked.is_painted and asked.verb in ("press", "select", "expand", "collapse"):
            return f"The box {asked.element.name!r} of a form is not opened by its own action. Click or type."
        if asked.works_tick:
            return "The tick of a row is not changed by its own action. Click it."
        if asked.is_marking and asked.element.role == "ListItem":
            return f"The {asked.called} is only marked by its own action. Click it."
        if asked.verb == "press" and asked.within == _TOOL_BAR:
            return f"The {asked.called} of a tool bar acts as with a key by its own action. Click it."
        return super().refusal(asked)

    def opens_another(self, asked: ActionRequest) -> bool:
        """On Wayland a menu that opens takes the pointer for where it was last in the window, at first in its corner, and turns
        to the menu there.
        """
        is_menu = asked.element.role == "Menu" and asked.within == _MENU_BAR
        return asked.is_local and asked.verb == "press" and is_menu

    def selects_by_focus(self, asked: ActionRequest) -> bool:
        """Rows of a tree view have a cursor beside the selection, and programs such as LibreOffice go by the cursor: a row that
        is only marked turns no page.
        """
        return asked.is_marking and asked.element.role == "Cell" and not (asked.is_cell or asked.is_painted)


GTK3 = Toolkit(
    "GTK3",
    carries_menus=True,
    reading=_Reading(),
    wording=_Wording(),
    placing=_Placing(),
    pointing=_Pointing(),
    acting=_Acting(),
)
