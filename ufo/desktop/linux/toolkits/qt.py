"""Qt, and Qt Quick, whose controls do not report that they are disabled.

Qt 5.15 and 6.4 report the same states, actions, interfaces and attributes for a disabled control of Qt Quick as for an
enabled one. All widgets of Qt have actions, windows included; a window of Qt Quick has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, ask_all
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.toolkits.toolkit import (
    COMBO_BOX,
    LISTS,
    POPUP_MENU,
    Acting,
    ActionRequest,
    ComboName,
    Placer,
    Placing,
    Pointing,
    Probe,
    Toolkit,
    Wording,
)
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.schema.roles import MENU_ENTRIES

HINT = "this window does not tell which of its controls are disabled; one that looks pale may be"
_ACTION = "org.a11y.atspi.Action"
_FILLER, _TAB, _MENU_BAR = 20, 37, 34


class _Wording(Wording):
    """A button reports PRESSED while a pointer holds it down, or for 100 ms after an accessible press; a button that stays
    down reports CHECKED. The chosen one among tabs reports the focus. The name of a combo box is what it shows, even
    where it was given a name.
    """

    combo_name = ComboName.SHOWN

    def bits(self, node: Node) -> int:
        if node.kind == _TAB:
            return node.states | roles.SELECTED if node.states & roles.FOCUSED else node.states
        return node.states & ~roles.PRESSED


class _QuickWording(_Wording):
    combo_name = ComboName.GIVEN
    hint = HINT

    def states(self, node: Node, role: str) -> frozenset[str]:
        return super().states(node, role) - {"enabled"}


class _Placing(Placing):
    """Lists, trees and tables scroll by themselves. The visible part of a scroll area has the role filler, as has every
    widget that only holds others; none shows anything outside of itself. The list of a combo box has a window of its own,
    and reports that it is shown even after it was closed. Where the compositor draws no title bar, as GNOME's, Qt draws one
    itself; its border is as wide below as at the sides.
    """

    def origin(self, surface: Surface, frame: Rect | None) -> tuple[int, int]:
        across, down = super().origin(surface, frame)
        if not surface.local or frame is None or frame.is_empty:
            return across, down
        border = (surface.visible.width - frame.width) // 2
        return across, surface.visible.bottom - border - frame.bottom

    def clips(self, node: Node) -> bool:
        return node.kind == _FILLER or node.kind in LISTS or super().clips(node)

    def needs_popup(self, node: Node) -> bool:
        around = node.parent
        return node.kind in LISTS and around is not None and around.kind == COMBO_BOX


class _Placer(Placer):
    """Before 6.5, Qt does not learn where on Wayland the compositor put a popup that would leave the screen. It asks for it to be
    turned over its corner in a direction in which it would leave, or else to be slid into the screen (xdg-positioner).
    """

    def __init__(self, window: Surface) -> None:
        self._window = window

    def shift(self, node: Node, parent: Node) -> None:
        super().shift(node, parent)
        place, screen = node.on_screen(), self._window.monitor
        is_popup = node.kind == POPUP_MENU or (node.kind in LISTS and parent.kind == COMBO_BOX)
        if is_popup and self._window.local and place is not None and screen is not None:
            x = _turned(place.x, place.width, screen.x, screen.right)
            y = _turned(place.y, place.height, screen.y, screen.bottom)
            node.shift = node.shift[0] + x - place.x, node.shift[1] + y - place.y


def _turned(start: int, length: int, low: int, high: int) -> int:
    """Return where a popup comes to begin in one direction that would begin at `start`, on a screen from `low` to `high`."""
    for begin in (start, start + 1 - length):
        if low <= begin and begin + length <= high:
            return begin
    return max(low, min(start, high - length))


class _TurningPlacing(_Placing):
    def placer(self, top: Node, surfaces: Sequence[Surface], frame: Frame | None) -> Placer:
        return _Placer(surfaces[0])


class _Pointing(Pointing):
    """Objects later in the tree are painted later. For an open list this holds only within its own window, so
    popups are not probed.
    """

    probe = Probe.PAINT_ORDER_OF_ALL

    def can_probe(self, surface: str, surfaces: Sequence[Surface]) -> bool:
        return not any(item.popup and item.window.id == surface for item in surfaces)


class _Acting(Acting):
    """A menu entry's own action leaves the menu open. An item's own select action, where there is one (from Qt 6.6 on), only
    marks the item: the current item stays the same, and a calendar keeps its date. The action of a button that stays down is
    to toggle it: it looks chosen, and a program that waits for a click, as for turning a page, hears of none.
    """

    lists_all = True

    def refusal(self, asked: ActionRequest) -> str:
        if asked.verb == "press" and asked.element.role in MENU_ENTRIES and asked.within != _MENU_BAR:
            return f"{asked.called} leaves its menu open by its own action. Click it."
        if asked.is_marking and not asked.in_popup:
            return f"The {asked.called} is only marked by its own action. Click it."
        if asked.verb == "press" and asked.element.states & {"checked", "unchecked"}:
            return (
                f"The {asked.called} changes its mark by its own action, and does not do what a click does. Click it."
            )
        return super().refusal(asked)


class _LaterActing(_Acting):
    """Where the own action of an entry of the menu bar opened the menu, a click on any of its entries closes it and does nothing
    else. Seen with 6.8.2 and taken to begin with 6.5; 6.5 to 6.7 were not tried. Up to 6.4 such a menu works.
    """

    def refusal(self, asked: ActionRequest) -> str:
        if asked.verb == "press" and asked.element.role in MENU_ENTRIES and asked.within == _MENU_BAR:
            return f"The menu that {asked.called} opens by its own action does nothing. Click it."
        return super().refusal(asked)


class _Qt(Toolkit):
    async def of_window(self, line: Line, top: Ref, deadline: float, stall_s: float) -> Toolkit:
        (body,) = await ask_all(line, [Question(top, ACCESSIBLE, "GetInterfaces")], deadline, stall_s)
        interfaces = body[0] if body and isinstance(body[0], list) else []
        return replace(self, wording=_QuickWording()) if interfaces and _ACTION not in interfaces else self


QT = _Qt("Qt", wording=_Wording(), placing=_Placing(), pointing=_Pointing(), acting=_Acting())
QT6 = replace(QT, placing=_TurningPlacing())
QT6_5 = replace(QT, acting=_LaterActing())
