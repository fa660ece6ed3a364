"""Which combo box of a page the open list belongs to that its browser shows for it.

Gecko lets the frame of the browser show it: the list hangs there below a combo box that has no place, and the page's own says
that it is shut. It is the one that the list touches and that shows what is chosen in the list.

Groups of Firefox's pages that have no box of their own (`display: contents`), or that no pointer meets.

They say that they are out of sight while what they hold is shown. So a part of a page that says so is asked what it is and where,
and gone through where it is a group that stands in view; each part of it tells of itself.
"""

from __future__ import annotations

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.toolkits.profile import Toolkit, is_option_list
from ufo.schema.geometry import Rect

_GAP_PX = 4


def lend(top: Node, toolkit: Toolkit) -> None:
    """Marks it as opened, and the lent list by its name. For a tree whose places are known."""
    if not toolkit.lends_lists:
        return
    boxes = [node for node in top.walk() if roles.role_of(node.kind) == "ComboBox"]
    for box in boxes:
        box.opened = False
    for menu in (child for box in boxes if _is_lent(box) for child in box.children):
        if not is_option_list(toolkit, menu) or not menu.shown or menu.rect is None or menu.rect.is_empty:
            continue
        chosen = {one.name for one in menu.walk() if one.states & roles.SELECTED}
        fitting = [box for box in boxes if box.value in chosen and _touches(menu.rect, box.rect)]
        if len(fitting) == 1 and menu.parent is not None:
            fitting[0].opened = True
            menu.parent.label = fitting[0].name or fitting[0].label


def _is_lent(box: Node) -> bool:
    return bool(box.states & roles.EXPANDED) and (box.rect is None or box.rect.is_empty)


def _touches(menu: Rect, box: Rect | None) -> bool:
    if box is None or box.is_empty:
        return False
    beside = abs(menu.x - box.x) <= _GAP_PX or abs(menu.right - box.right) <= _GAP_PX
    return beside and (abs(menu.y - box.bottom) <= _GAP_PX or abs(menu.bottom - box.y) <= _GAP_PX)


_GROUPS, _FEW = frozenset({39, 85, 99}), 100


def may_hold_shown(node: Node) -> bool:
    """Of thousands of parts of a page those out of sight are not asked for more."""
    around = node.parent
    if around is None or around.count > _FEW or not node.states & roles.VISIBLE:
        return False
    return around.shown or around.kind in _GROUPS


def is_in_view(node: Node) -> bool:
    above, around = node.parent, []
    while above is not None:
        around += [above.raw] if above.raw is not None and not above.raw.is_empty else []
        above = above.parent
    return node.kind in _GROUPS and node.raw is not None and all(node.raw.overlaps(one) for one in around)
