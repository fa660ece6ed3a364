"""Gecko: finds the combo box in a page that an open list belongs to, and reads groups of a page that report no box
of their own.

Gecko shows such a list through the frame of the browser: there the list is below a combo box without a place, and the
page's own combo box says that it is shut. It is the one that the list touches and that shows the list's selected entry.

Some groups of Firefox's pages have no box of their own (`display: contents`) or get no pointer events. They say that they
are out of sight while their content is shown. So a part of a page that says so is asked for its role and place, and its
children are read where it is a group in view; each of them reports for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.text import clean_name
from ufo.desktop.linux.toolkits.toolkit import ActionRequest, Detail, Toolkit, Wording
from ufo.desktop.linux.toolkits.web_page import (
    PAGE_DETAILS,
    PageActing,
    PagePlacing,
    PagePointing,
    PageReading,
    is_option_list,
)
from ufo.desktop.snapshot import Element
from ufo.schema.geometry import Rect

_GAP_PX = 4
_GROUPS, _FEW = frozenset({39, 85, 99}), 100
_BLOCK = frozenset({Detail.BLOCK_TEXT})


class _Reading(PageReading):
    """The browser opens a list of its own for a combo box in a page. The page's own list says that it is shown, and that it
    is shut, whether it is open or not. Words are not objects: the object around them reports them.
    """

    details = MappingProxyType(
        {
            **PAGE_DETAILS,
            "ComboBox": frozenset({Detail.LIST_CHOICE, Detail.TEXT}),
            "Pane": _BLOCK,
            "Group": _BLOCK,
            "StatusBar": _BLOCK,
        }
    )

    def may_hold_shown(self, node: Node) -> bool:
        return _may_be_group(node) or super().may_hold_shown(node)

    def interpret(self, node: Node) -> bool:
        return node.shown or _is_in_view(node)

    def is_shut(self, menu: Node) -> bool:
        lent = menu.parent is not None and not menu.parent.states & roles.EXPANDED
        return lent or super().is_shut(menu)


class _Wording(Wording):
    def bits(self, node: Node) -> int:
        return node.states & ~roles.COLLAPSED | roles.EXPANDED if node.opened else node.states

    def repeats(self, element: Element, said: str) -> bool:
        """Tell whether a block only repeats words that the cell or entry around it has in its name."""
        if element.role != "Paragraph" or element.name or element.actions:
            return False
        return bool(element.value) and clean_name(element.value or "") in said


class _Placing(PagePlacing):
    def opened(self, node: Node) -> Rect | None:
        """The frame's box tells what is in sight of a list that scrolls, the list all of it."""
        is_lent = node.parent is not None and _is_lent(node.parent) and is_option_list(node)
        return None if is_lent else super().opened(node)

    def finish(self, top: Node) -> None:
        super().finish(top)
        lend(top)


class _Pointing(PagePointing):
    def can_probe(self, surface: str, surfaces: Sequence[Surface]) -> bool:
        """Return whether the main window shows the element: the page is asked for the point, and it knows nothing of a list
        in a window of its own.
        """
        return not surfaces or surface == surfaces[0].window.id


class _Acting(PageActing):
    def refusal(self, asked: ActionRequest) -> str:
        """Refuse to select, write or set a value by an accessible action, as the page may ignore it."""
        if asked.verb in ("select", "set_text", "set_value"):
            return f"The page's scripts would not notice {asked.verb!r} on the {asked.called}. Click or type."
        return super().refusal(asked)


GECKO = Toolkit(
    "Gecko",
    reading=_Reading(),
    wording=_Wording(),
    placing=_Placing(),
    pointing=_Pointing(),
    acting=_Acting(),
)


def lend(top: Node) -> None:
    """Mark the combo box of a page as opened, and label the lent list with its name. The places in the tree must
    be known.
    """
    boxes = [node for node in top.walk() if roles.role_of(node.kind) == "ComboBox"]
    for box in boxes:
        box.opened = False
    for menu in (child for box in boxes if _is_lent(box) for child in box.children):
        if not is_option_list(menu) or not menu.shown or menu.rect is None or menu.rect.is_empty:
            continue
        chosen = {node.name for node in menu.walk() if node.states & roles.SELECTED}
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


def _may_be_group(node: Node) -> bool:
    """Tell whether a hidden part of a page may be a group with shown parts. Hidden children of a long container are not
    asked further, as there may be thousands.
    """
    around = node.parent
    if around is None or around.count > _FEW or not node.states & roles.VISIBLE:
        return False
    return around.shown or around.kind in _GROUPS


def _is_in_view(node: Node) -> bool:
    above, around = node.parent, []
    while above is not None:
        around += [above.raw] if above.raw is not None and not above.raw.is_empty else []
        above = above.parent
    return node.kind in _GROUPS and node.raw is not None and all(node.raw.overlaps(rect) for rect in around)
