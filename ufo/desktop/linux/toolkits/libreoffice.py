"""LibreOffice with its GTK 3 backend: places in its windows, and controls of forms, which it paints into its documents.

Inside of its root pane extents miss the height of the menu bar of the window, for which a flat, dead menu bar stands there. Of
the controls of a form each says that it can be edited, as the document can, whatever it is. A box to choose from is a text and a
list; to open that list by its accessible action ends LibreOffice 7.4, and to select in it is answered with yes and does nothing.
A field of several lines is a scroll pane around a panel, which tells no text. Nothing that is written into one directly is
checked by it, or shown as it counts: a field for a date goes on showing what was written, and holds another day.
"""

from __future__ import annotations

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref

_COMBO_BOX, _LIST, _MENU_BAR, _PANEL, _ROOT_PANE, _SCROLL_PANE, _TEXT = 11, 31, 34, 39, 46, 49, 61
# Of a document as of any control in it: what can be written into is one of the others.
_NEVER_WRITTEN = frozenset({7, 27, 29, _LIST, 32, _PANEL, 43, 44, 48, 62})


def is_mute_text(node: Node) -> bool:
    """A field of several lines."""
    if node.kind != _SCROLL_PANE or not node.states & roles.EDITABLE or len(node.children) != 1:
        return False
    return node.children[0].kind == _PANEL and not node.children[0].children


def may_be_mute_text(node: Node) -> bool:
    """By itself, without what is in it."""
    return node.kind == _SCROLL_PANE and bool(node.states & roles.EDITABLE)


def face_of(node: Node) -> Node | None:
    """The text that shows what is chosen in a box to choose from."""
    if node.kind != _COMBO_BOX or not node.children:
        return None
    first, *others = node.children
    # What is shut is not read.
    return first if first.kind == _TEXT and all(one.kind == _LIST or not one.shown for one in others) else None


def bits_of(node: Node) -> int:
    """The states of a node as they are meant."""
    if not node.states & roles.EDITABLE:
        return node.states
    if is_mute_text(node):
        return node.states | roles.MULTI_LINE
    face = face_of(node)
    if node.kind in _NEVER_WRITTEN or (face is not None and not face.states & roles.EDITABLE):
        return node.states & ~roles.EDITABLE
    return node.states


def is_painted(node: Node) -> bool:
    """Whether it stands in a document, and is no widget of a dialog or a tool bar."""
    around = node.parent
    while around is not None and roles.role_of(around.kind) != "Document":
        around = around.parent
    return around is not None


def pane_of(node: Node) -> tuple[Ref, Ref] | None:
    """The root pane that it stands in, and the frame of that; None outside of one."""
    around = node.parent
    while around is not None and around.kind != _ROOT_PANE:
        around = around.parent
    return None if around is None or around.parent is None else (around.ref, around.parent.ref)


def is_dead_menu_bar(node: Node) -> bool:
    flat = node.raw is not None and node.raw.is_empty
    return flat and node.kind == _MENU_BAR and node.parent is not None and node.parent.kind == _ROOT_PANE


def shift_of(node: Node, parent: Node) -> tuple[int, int]:
    """What to add to the extents of `node` to come to screen pixels, its parent's shift and place being known."""
    if node.raw is None:
        return parent.shift
    if node.kind == _ROOT_PANE and parent.rect is not None:
        return parent.rect.x - node.raw.x, parent.rect.y - node.raw.y
    return (0, 0) if _is_native_again(node, parent) else parent.shift


def _is_native_again(node: Node, parent: Node) -> bool:
    # A GTK widget inside LibreOffice's own ones fills the widget around it, and its own extents are right: it seems to
    # stand next to its parent by exactly what the parent's are wrong by.
    if parent.shift == (0, 0) or parent.raw is None or node.raw is None:
        return False
    raw, around = node.raw, parent.raw
    beside = (raw.x - around.x, raw.y - around.y) == parent.shift
    return beside and abs(raw.width - around.width) <= 2 and abs(raw.height - around.height) <= 2
