"""Swing: corrects what Java's access bridge reports wrongly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.proc import has_loaded
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.toolkits.toolkit import (
    Acting,
    ActionRequest,
    ComboName,
    Detail,
    Placer,
    Placing,
    Pointing,
    Reading,
    Toolkit,
    WholeTree,
    Wording,
)
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.schema.roles import MENU_ENTRIES, ONE_LINE_FIELDS

_LABEL, _CHECK_BOX, _LIST, _TABLE, _TREE = 29, 7, 31, 55, 65
_LIST_ITEM, _CELL, _TREE_ITEM = 32, 56, 91
_MENU, _POPUP_MENU, _TAB = 33, 41, 37
_BOXES, _FIELDS = frozenset({11, 52}), frozenset({12, 61, 79})
_MENU_ENTRIES = frozenset({8, 33, 35, 45, 50})
_ICON, _IMAGE = 26, 27
_MANY_CELLS = 60
_BRIDGE, _AT_WORK = "libatk-wrapper.so", 0.3
BRIDGE_BUSY_S = 8.0
"""How many seconds to wait for a bridge that is at work."""
_MARKED = {_CHECK_BOX: 8, 44: 45}
_ENTRY_OF = {_LIST: _LIST_ITEM, _TABLE: _CELL, _TREE: _TREE_ITEM, _TREE_ITEM: _TREE_ITEM}


class _Reading(Reading):
    details = MappingProxyType(
        {
            "Text": frozenset({Detail.NAMES}),
            "Cell": frozenset({Detail.POSITION}),
            "HeaderItem": frozenset({Detail.POSITION}),
        }
    )
    is_told_in_parent = True

    def may_hold_shown(self, node: Node) -> bool:
        """Return True for an open branch too: its entries may be in sight after it was scrolled out of sight itself."""
        return is_open_branch(node) or super().may_hold_shown(node)

    def interpret(self, node: Node) -> bool:
        become_entry(node)
        return True

    def is_large(self, node: Node) -> bool:
        """Return True for all but small tables, as the bridge takes milliseconds for each cell that is asked for,
        and keeps it.
        """
        return node.kind == _TABLE and node.count > _MANY_CELLS

    def end_children(self, node: Node) -> None:
        """Clear the expand states of an entry without children, since every entry of a tree says that it can be opened."""
        if node.kind == _TREE_ITEM and not node.count:
            node.states &= ~(roles.EXPANDABLE | roles.COLLAPSED | roles.EXPANDED)

    async def repair(self, top: Node, tree: WholeTree) -> None:
        _adopt(top, tree.claimed)
        join_fields(top)
        _name_fields(top)
        _key_entries(top)

    def repair_alone(self, node: Node) -> None:
        join_fields(node)


class _Wording(Wording):
    """The bridge names a combo box by its current choice."""

    combo_name = ComboName.MAYBE_SHOWN

    def needs_parts(self, node: Node) -> bool:
        return node.kind in _BOXES and bool(node.children)


class _Placer(Placer):
    def shift(self, node: Node, parent: Node) -> None:
        node.shift = shift_of(node, parent)


class _Placing(Placing):
    def placer(self, top: Node, surfaces: Sequence[Surface], frame: Frame | None) -> Placer:
        return _Placer()


class _Pointing(Pointing):
    def is_over(self, node: Node, other: Node, *, later: bool) -> bool:
        """Return whether `other` lies over `node`. Earlier objects lie on top, and open menus over everything else of their
        window, the inner menu over the outer.
        """
        mine, theirs = layer(node), layer(other)
        return theirs > mine or (theirs == mine and not later)


class _Acting(Acting):
    """An entry's own action does something else than a click."""

    def refusal(self, asked: ActionRequest) -> str:
        role = asked.element.role
        if asked.verb == "press" and role in MENU_ENTRIES:
            return f"{asked.called} leaves its menu open by its own action. Click it."
        if asked.verb == "press" and role == "ComboBox":
            return f"{asked.called} opens by its own action without taking the keyboard. Click it."
        if asked.verb == "focus" and role in ONE_LINE_FIELDS - {"Edit"} and "editable" in asked.element.states:
            return f"{asked.called} keeps the focus from the field in it. Click it."
        if reason := super().refusal(asked):
            return reason
        return f"{asked.called} is only added to the selection by its own action. Click it." if asked.is_marking else ""


SWING = Toolkit(
    "Swing",
    reading=_Reading(),
    wording=_Wording(),
    placing=_Placing(),
    pointing=_Pointing(),
    acting=_Acting(),
)


def is_at_work(pid: int, worked_s: float, waited_s: float) -> bool:
    """Tell whether a silent bridge will still answer. Before it answers, it passes on the events of each painted cell of a
    table, for seconds, and uses the processor all the while. Times are in seconds.
    """
    return worked_s > _AT_WORK * waited_s and has_loaded(pid, _BRIDGE)


def become_entry(node: Node) -> None:
    """Set the node's proper role. The bridge gives an entry of a list, table or tree the role of what paints it: a label, or
    a check box for on and off. Menu entries with a mark have the role of check boxes or radio buttons, and pictures that
    of icons.
    """
    around = -1 if node.parent is None else node.parent.kind
    if around in (_MENU, _POPUP_MENU):
        node.kind = _MARKED.get(node.kind, node.kind)
    elif around in _ENTRY_OF and node.kind in (_LABEL, _CHECK_BOX):
        node.states |= roles.SELECTABLE | (roles.CHECKABLE if node.kind == _CHECK_BOX else 0)
        node.kind = _ENTRY_OF[around]
    elif node.kind == _ICON:
        node.kind = _IMAGE


def _key_entries(top: Node) -> None:
    """Set the keys of entries by their places, as an entry becomes another object whenever it is asked for."""
    for holder in top.walk():
        if holder.kind in _ENTRY_OF:
            own = holder.key or f"{holder.ref.bus}{holder.ref.path}"
            for place, entry in enumerate(holder.children):
                row_and_column = holder.kind == _TABLE and entry.place
                entry.key = f"{own}#{entry.place if row_and_column else place}"


def is_open_branch(node: Node) -> bool:
    in_tree = node.parent is not None and node.parent.kind in (_TREE, _TREE_ITEM)
    return in_tree and bool(node.states & roles.EXPANDED)


def shift_of(node: Node, parent: Node) -> tuple[int, int]:
    """Return what to add to the extents of `node` to get screen pixels. Entries of a popup menu count from the menu that it
    belongs to; a page counts from its tab, but nothing inside of the page does.
    """
    if parent.kind in (_MENU, _POPUP_MENU) and node.kind in _MENU_ENTRIES:
        return _into_popup(parent)
    if parent.kind == _TAB and parent.raw is not None and parent.parent is not None and parent.parent.raw is not None:
        tabs = parent.parent.raw
        return parent.shift[0] + tabs.x - parent.raw.x, parent.shift[1] + tabs.y - parent.raw.y
    return parent.parent.shift if parent.parent is not None and parent.parent.kind == _TAB else parent.shift


def _adopt(top: Node, claimed: Iterable[tuple[Node, list[Ref]]]) -> None:
    """Move entries from a popup to the menu that claims them, as entries of an open menu are in the tree of both."""
    popups = [node for node in top.walk() if node.kind == _POPUP_MENU]
    entries = {entry.ref: entry for popup in popups for entry in popup.children}
    for menu, refs in claimed:
        taken = [entries[ref] for ref in refs if ref in entries]
        for entry in taken:
            if entry.parent is not None:
                entry.parent.children.remove(entry)
            entry.parent = menu
        if taken:
            menu.children = taken
    for popup in popups:
        if not popup.children:
            # The popup is only a frame around entries that now belong to the menu.
            popup.states &= ~roles.FOCUSABLE


def join_fields(top: Node) -> None:
    """Copy the state and text of the field in a spinner or editable combo box to the box, and hide the field. The box itself
    reports nothing of them.
    """
    for box in top.walk():
        field = (
            next((node for node in box.walk() if _is_field(node)), None) if box.kind in _BOXES and box.shown else None
        )
        if field is not None:
            box.states |= field.states & (roles.EDITABLE | roles.FOCUSED)
            box.text = field.text
            field.shown = False


def _is_field(node: Node) -> bool:
    return node.shown and node.kind in _FIELDS and bool(node.states & roles.EDITABLE)


def _name_fields(top: Node) -> None:
    """Label controls by the labels that name them, as only the label reports this relation. A control with a label of its
    own keeps it.
    """
    named = {ref: node.name for node in top.walk() for ref in node.names if node.kind == _LABEL}
    for node in top.walk():
        node.label = node.label or named.get(node.ref, "")


def layer(node: Node) -> int:
    """Return how many open menus the node is in. Open menus are painted over everything else of their window, the inner over
    the outer.
    """
    count, above = 0, node.parent
    while above is not None:
        count += above.kind in (_MENU, _POPUP_MENU)
        above = above.parent
    return count


def _into_popup(menu: Node) -> tuple[int, int]:
    """Return the shift that moves the entries of a menu into the middle of its popup. They are in the tree of both, in
    either one first.
    """
    boxes = [child.raw for child in menu.children if child.shown and child.raw is not None]
    if not boxes:
        return menu.shift
    around = boxes[0]
    for box in boxes[1:]:
        around = around.union(box)
    popup = menu if menu.kind == _POPUP_MENU else _popup_around(menu, around)
    if popup is None or popup.raw is None:
        return menu.shift
    across, down = (popup.raw.width - around.width) // 2, (popup.raw.height - around.height) // 2
    # A popup counts from the window, whatever menu its own menu is in.
    base = menu.shift if popup is menu else _top(menu).shift
    return base[0] + popup.raw.x + across - around.x, base[1] + popup.raw.y + down - around.y


def _popup_around(menu: Node, entries: Rect) -> Node | None:
    """Return the smallest open popup that is as large as the entries, or None."""
    popups = [node for node in _top(menu).walk() if node.kind == _POPUP_MENU and node.shown and node.raw is not None]
    fitting = [
        popup
        for popup in popups
        if popup.raw and popup.raw.width >= entries.width and popup.raw.height >= entries.height
    ]
    return min(fitting, key=lambda node: node.raw.area if node.raw else 0, default=None)


def _top(node: Node) -> Node:
    while node.parent is not None:
        node = node.parent
    return node
