"""The boxes of LibreOffice's tool bars (font, size, cell address, input line), which from 25.2 on are in no list of children.

Each is a panel of LibreOffice's around widgets of GTK. In 7.4 the panel lists them. In 25.2 it is empty, though the widgets
name the window as what they are in. So they are known only by what they told: of their parts when they were made, later of a
text or of the focus. Of a LibreOffice that ran before, a box is known once its text changes or somebody clicks in it.

A box that text can be written into is a field and an arrow in 7.4. In 25.2 the arrow is called a combo box, with the name of the
box, and so is what is around both.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, COMPONENT, PROPERTIES, rect_of, refs_of, variant
from ufo.desktop.linux.atspi.node import Node, upwards
from ufo.desktop.linux.dbus.pipeline import Question, Ref, ask_all
from ufo.desktop.linux.toolkits.toolkit import SCREEN, WholeTree
from ufo.schema.geometry import Rect

_COMBO_BOX, _PANEL, _ROOT_PANE, _TOGGLE_BUTTON, _TOOL_BAR = 11, 39, 46, 62, 63
_DEPTH, _CLIMB = 4, 8
"""How deep in a tool bar the empty panel is, and how deep in a window a widget of a box may be."""


async def fill_boxes(top: Node, tree: WholeTree) -> None:
    """Read the widgets of empty boxes into their panels, as far as they have told anything."""
    empty = [(node, place) for node in top.walk() if _is_empty_box(node) and (place := _place_of(node)) is not None]
    if not empty:
        return
    known = {node.ref for node in top.walk()}
    told = [ref for ref in tree.told if ref not in known]
    asked = [Question(ref, COMPONENT, "GetExtents", "u", (SCREEN,)) for ref in told]
    places = map(rect_of, await ask_all(tree.line, asked, tree.deadline, tree.stall_s))
    inside = {
        ref: panel
        for ref, place in zip(told, places, strict=True)
        for panel, around in empty
        if place is not None and not place.is_empty and around.contains(place.center)
    }
    for ref, (outermost, parent) in (await _outermost(list(inside), known, tree)).items():
        panel = inside[ref]
        # Another window may have a box at the same place.
        if any(node.ref == parent for node in upwards(panel)):
            panel.children, panel.count = [Node(outermost, panel)], 1
    await tree.read([node for panel, _ in empty for node in panel.children])


def become_arrow(node: Node) -> None:
    """Make the arrow of a box a button again."""
    if node.kind == _COMBO_BOX and node.parent is not None and node.parent.kind == _COMBO_BOX:
        node.kind, node.name = _TOGGLE_BUTTON, ""


def label_fields(top: Node) -> None:
    """Give fields the labels of what is around them and their arrows: a label that names the box names its field."""
    for node in top.walk():
        if node.label and is_around_field_and_arrow(node):
            field = node.children[0]
            field.label, node.label = node.label, ""


def is_around_field_and_arrow(node: Node) -> bool:
    return node.kind == _COMBO_BOX and any(child.kind == _TOGGLE_BUTTON for child in node.children)


def _is_empty_box(node: Node) -> bool:
    if node.kind != _PANEL or node.children or not node.shown or node.depth < _DEPTH:
        return False
    *_, around = (above for above, _ in zip(upwards(node), range(_DEPTH + 1), strict=False))
    return around.kind == _TOOL_BAR


def _place_of(node: Node) -> Rect | None:
    """Return its place on the screen. Places inside of the root pane miss the height of the menu bar."""
    pane = next((above for above in upwards(node) if above.kind == _ROOT_PANE), None)
    if node.raw is None or pane is None or pane.raw is None or pane.parent is None or pane.parent.raw is None:
        return None
    return node.raw.moved(pane.parent.raw.x - pane.raw.x, pane.parent.raw.y - pane.raw.y)


async def _outermost(refs: Sequence[Ref], known: Collection[Ref], tree: WholeTree) -> Mapping[Ref, tuple[Ref, Ref]]:
    """Return the last object above each that no list has, and its parent, which is known."""
    found: dict[Ref, tuple[Ref, Ref]] = {}
    climbing = {ref: ref for ref in refs}
    for _ in range(_CLIMB):
        asked = [Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Parent")) for ref in climbing.values()]
        parents = map(variant, await ask_all(tree.line, asked, tree.deadline, tree.stall_s))
        above = {
            ref: (inner, parent)
            for (ref, inner), told in zip(climbing.items(), parents, strict=True)
            for parent in refs_of([[told]])
        }
        found |= {ref: pair for ref, pair in above.items() if pair[1] in known}
        climbing = {ref: parent for ref, (_, parent) in above.items() if parent not in known}
    return found
