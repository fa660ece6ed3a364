"""Which combo box of a page the open list belongs to that its browser shows for it.

Gecko lets the frame of the browser show it: the list hangs there below a combo box that has no place, and the page's own says
that it is shut. It is the one that the list touches and that shows what is chosen in the list.
"""

from __future__ import annotations

from ufo.desktop.linux import convert
from ufo.desktop.linux.nodes import Node
from ufo.desktop.linux.toolkits import Toolkit, is_option_list
from ufo.schema.geometry import Rect

_GAP_PX = 4


def lend(top: Node, toolkit: Toolkit) -> None:
    """Marks it as opened, and the lent list by its name. For a tree whose places are known."""
    if not toolkit.lends_lists:
        return
    boxes = [node for node in top.walk() if convert.role_of(node.kind) == "ComboBox"]
    for box in boxes:
        box.opened = False
    for menu in (child for box in boxes if _is_lent(box) for child in box.children):
        if not is_option_list(toolkit, menu) or not menu.shown or menu.rect is None or menu.rect.is_empty:
            continue
        chosen = {one.name for one in menu.walk() if one.states & convert.SELECTED}
        fitting = [box for box in boxes if box.value in chosen and _touches(menu.rect, box.rect)]
        if len(fitting) == 1 and menu.parent is not None:
            fitting[0].opened = True
            menu.parent.label = fitting[0].name or fitting[0].label


def _is_lent(box: Node) -> bool:
    return bool(box.states & convert.EXPANDED) and (box.rect is None or box.rect.is_empty)


def _touches(menu: Rect, box: Rect | None) -> bool:
    if box is None or box.is_empty:
        return False
    beside = abs(menu.x - box.x) <= _GAP_PX or abs(menu.right - box.right) <= _GAP_PX
    return beside and (abs(menu.y - box.bottom) <= _GAP_PX or abs(menu.bottom - box.y) <= _GAP_PX)
