"""Finds what is painted over a control inside its window, for toolkits whose hit test goes by places alone.

The children of a widget are painted in their order: a widget that comes after the control, or after an ancestor of it, lies
over it where both contain the point, whether it is visible or not. Widgets that only show something take no clicks; boxes
called fillers do so in some toolkits only. A layer that lets clicks through cannot be told from one that does not, so both
count as in the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, COMPONENT, PROPERTIES, rect_of, refs_of, state_bits, variant
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, ask_all
from ufo.schema.geometry import Point

_VIEWS = frozenset({31, 33, 34, 38, 55, 65, 66, 98})
"""Lists, menus, rows of tabs, tables and trees. They place their children side by side."""
_ROOT_PANE = 46
"""LibreOffice places its own widgets in it, in an order of its own."""
_WINDOWS = frozenset({2, 16, 23, 41, 48, 64, 69})
"""Alerts, dialogs, frames, popup menus, tool tips and windows, which the X server reports, and scroll bars."""
_SHOWN_ONLY = frozenset({26, 27, 29, 42, 50, 54, 116})
_FILLER = 20
_MOST_CHILDREN = 120


@dataclass(frozen=True, slots=True)
class PaintOrder:
    """Asks one application, until the loop time `deadline`. `fillers`: containers called fillers take clicks as well."""

    line: Line
    deadline: float
    stall_s: float
    fillers: bool

    async def over(self, chain: Sequence[Ref], at: Point) -> Ref | None:
        """Return the topmost widget over the control at a point of the screen, or None. `chain` is the control and its
        ancestors, up to its window.
        """
        later = await self._later(chain)
        asked = [
            question
            for ref in later
            for question in (
                Question(ref, COMPONENT, "GetExtents", "u", (0,)),
                Question(ref, ACCESSIBLE, "GetState"),
                Question(ref, ACCESSIBLE, "GetRole"),
                Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Name")),
            )
        ]
        answers = await self._ask(asked)
        told = [answers[place : place + 4] for place in range(0, len(answers), 4)]
        return next((ref for ref, item in zip(later, told, strict=True) if self._takes_click(item, at)), None)

    def _takes_click(self, told: Sequence[list[Any] | None], at: Point) -> bool:
        place, states, kind = rect_of(told[0]), state_bits(told[1]), told[2][0] if told[2] else None
        if place is None or not place.contains(at) or not states & roles.SHOWING or kind in _WINDOWS:
            return False
        if kind in _SHOWN_ONLY:
            # One with a name only shows something. An empty one is in the way where fillers are.
            return self.fillers and not variant(told[3])
        return kind != _FILLER or self.fillers

    async def _later(self, chain: Sequence[Ref]) -> list[Ref]:
        """Return the siblings that come after the control or after one of its ancestors, topmost first."""
        holders = chain[1:]
        kinds = await self._ask([Question(ref, ACCESSIBLE, "GetRole") for ref in holders])
        if any(kind and kind[0] == _ROOT_PANE for kind in kinds):
            return []
        counts = await self._ask(
            [Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "ChildCount")) for ref in holders]
        )
        open_ones = [
            (below, holder)
            for below, holder, kind, count in zip(chain, holders, kinds, counts, strict=False)
            if kind and kind[0] not in _VIEWS and _is_few(variant(count))
        ]
        children = await self._ask([Question(holder, ACCESSIBLE, "GetChildren") for _, holder in open_ones])
        found: list[Ref] = []
        for (below, _), body in zip(open_ones, children, strict=True):
            beside = refs_of(body)
            if below in beside:
                # A widget over an ancestor lies over everything inside that ancestor, so the outer ones come first.
                found[:0] = reversed(beside[beside.index(below) + 1 :])
        return found

    async def _ask(self, questions: Sequence[Question]) -> list[list[Any] | None]:
        return await ask_all(self.line, questions, self.deadline, self.stall_s) if questions else []


def _is_few(count: object) -> bool:
    return isinstance(count, int) and 1 < count <= _MOST_CHILDREN
