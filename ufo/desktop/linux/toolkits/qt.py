"""Qt, and which of its windows are of Qt Quick, whose controls do not tell that they are disabled.

Qt 5.15 and 6.4 tell the same states, actions, interfaces and attributes of a disabled control of Qt Quick as of an enabled one.
Every widget of Qt has actions, its windows too; a window of Qt Quick has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, ask_all
from ufo.desktop.linux.toolkits.toolkit import (
    COMBO_BOX,
    LISTS,
    Acting,
    ActionRequest,
    ComboName,
    Placing,
    Pointing,
    Probe,
    Toolkit,
    Wording,
)
from ufo.desktop.linux.x11.surface import Surface
from ufo.schema.roles import MENU_ENTRIES

HINT = "this window does not tell which of its controls are disabled; one that looks pale may be"
_ACTION = "org.a11y.atspi.Action"
_FILLER, _TAB, _MENU_BAR = 20, 37, 34


class _Wording(Wording):
    """A button says that it is pressed for as long as a pointer holds it down, 100 ms for an accessible press; one that stays
    down says that it is checked. Of its tabs the chosen one says that it has the focus. The name of a combo box is what it shows,
    also where one is given to it."""

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
    """Lists, trees and tables scroll by themselves. The part of a scroll area that is in sight is called a filler, as is every
    widget that only holds others; none shows anything outside of itself. The list of a combo box, which has a window of its own,
    says that it is shown when it was shut as well."""

    def clips(self, node: Node) -> bool:
        return node.kind == _FILLER or node.kind in LISTS or super().clips(node)

    def needs_popup(self, node: Node) -> bool:
        around = node.parent
        return node.kind in LISTS and around is not None and around.kind == COMBO_BOX


class _Pointing(Pointing):
    """What comes later in the tree is painted later; of a list that is open that is so in its window only."""

    probe = Probe.PAINT_ORDER_OF_ALL

    def can_probe(self, surface: str, surfaces: Sequence[Surface]) -> bool:
        return not any(one.popup and one.window.id == surface for one in surfaces)


class _Acting(Acting):
    """An entry of a menu that is worked by its own action leaves the menu open. An item that is selected by its own action is
    marked and no more, from Qt 6.6 on, where it can be: what was current stays so, and a calendar keeps its date."""

    lists_all = True

    def refusal(self, asked: ActionRequest) -> str:
        if asked.verb == "press" and asked.element.role in MENU_ENTRIES and asked.within != _MENU_BAR:
            return f"{asked.called} leaves its menu open by its own action. Click it."
        if asked.is_marking and not asked.in_popup:
            return f"The {asked.called} is only marked by its own action. Click it."
        return super().refusal(asked)


class _Qt(Toolkit):
    async def of_window(self, line: Line, top: Ref, deadline: float, stall_s: float) -> Toolkit:
        (told,) = await ask_all(line, [Question(top, ACCESSIBLE, "GetInterfaces")], deadline, stall_s)
        interfaces = told[0] if told and isinstance(told[0], list) else []
        return replace(self, wording=_QuickWording()) if interfaces and _ACTION not in interfaces else self


QT = _Qt("Qt", wording=_Wording(), placing=_Placing(), pointing=_Pointing(), acting=_Acting())
