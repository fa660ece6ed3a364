"""LibreOffice with its GTK 3 backend: corrects places in its windows, and reads form controls, which it paints
into documents.

Extents inside of its root pane miss the height of the window's menu bar, in whose place the tree has a flat, dead menu
bar. Every form control says that it is editable, as the document is. A list box is a text and a list: opening that list
by its accessible action ends LibreOffice 7.4, and a selection in it is answered with yes and does nothing. A field of
several lines is a scroll pane around a panel and reports no text. LibreOffice neither checks nor displays properly what
is written into a control directly: a date field goes on showing what was written, and holds another day.
"""

from __future__ import annotations

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node, upwards
from ufo.desktop.linux.dbus.pipeline import Ref

_COMBO_BOX, _LIST, _MENU_BAR, _PANEL, _ROOT_PANE, _SCROLL_PANE, _TEXT = 11, 31, 34, 39, 46, 49, 61
# Every control in a document says that it is editable, but these roles cannot be written into.
_NEVER_WRITTEN = frozenset({7, 27, 29, _LIST, 32, _PANEL, 43, 44, 48, 62})


def is_mute_text(node: Node) -> bool:
    """Tell whether the node is a text field of several lines, which reports no text."""
    if node.kind != _SCROLL_PANE or not node.states & roles.EDITABLE or len(node.children) != 1:
        return False
    return node.children[0].kind == _PANEL and not node.children[0].children


def may_be_mute_text(node: Node) -> bool:
    """Tell whether the node may be such a field, judged without its children."""
    return node.kind == _SCROLL_PANE and bool(node.states & roles.EDITABLE)


def face_of(node: Node) -> Node | None:
    """Return the text that shows the choice of a list box or combo box, or None."""
    if node.kind != _COMBO_BOX or not node.children:
        return None
    first, *others = node.children
    # A closed list is not read and not shown.
    return first if first.kind == _TEXT and all(item.kind == _LIST or not item.shown for item in others) else None


def bits_of(node: Node) -> int:
    """Return the states with errors corrected: EDITABLE only for what can be written into, and MULTI_LINE for a field of
    several lines.
    """
    if not node.states & roles.EDITABLE:
        return node.states
    if is_mute_text(node):
        return node.states | roles.MULTI_LINE
    face = face_of(node)
    if node.kind in _NEVER_WRITTEN or (face is not None and not face.states & roles.EDITABLE):
        return node.states & ~roles.EDITABLE
    return node.states


def is_painted(node: Node) -> bool:
    """Tell whether the node is painted into a document, and is not a widget of a dialog or a tool bar."""
    around = node.parent
    while around is not None and roles.role_of(around.kind) != "Document":
        around = around.parent
    return around is not None


def pane_of(node: Node) -> tuple[Ref, Ref] | None:
    """Return the root pane around the node and the parent of that pane, or None outside of a root pane."""
    around = node.parent
    while around is not None and around.kind != _ROOT_PANE:
        around = around.parent
    return None if around is None or around.parent is None else (around.ref, around.parent.ref)


def is_dead_menu_bar(node: Node) -> bool:
    flat = node.raw is not None and node.raw.is_empty
    return flat and node.kind == _MENU_BAR and node.parent is not None and node.parent.kind == _ROOT_PANE


def shift_of(node: Node, parent: Node) -> tuple[int, int]:
    """Return what to add to the extents of `node` to get screen pixels. The shift and place of `parent` must be known."""
    if node.raw is None:
        return parent.shift
    if node.kind == _ROOT_PANE and parent.rect is not None:
        return parent.rect.x - node.raw.x, parent.rect.y - node.raw.y
    return _shift_of_top(parent) if _is_native_again(node, parent) else parent.shift


def _is_native_again(node: Node, parent: Node) -> bool:
    # A GTK widget inside LibreOffice's own widgets fills its parent, and its own extents are right: it seems to be beside
    # its parent by exactly the error of the parent's extents.
    raw, around = node.raw, parent.raw
    if raw is None or around is None or abs(raw.width - around.width) > 2 or abs(raw.height - around.height) > 2:
        return False
    right = _shift_of_top(parent)
    error = (parent.shift[0] - right[0], parent.shift[1] - right[1])
    return error != (0, 0) and (raw.x - around.x, raw.y - around.y) == error


def _shift_of_top(node: Node) -> tuple[int, int]:
    *_, top = upwards(node)
    return top.shift
