"""Tells which elements of a look are selected: by their own state, or by that of the row that they are cells of."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.commands.observe.in_view import around, inside
from ufo.commands.verb.check import is_checked
from ufo.commands.verb.context import same
from ufo.commands.verb.rows import on_one_line
from ufo.desktop.snapshot import Element, Snapshot


class SelectionState:
    def __init__(self, look: Snapshot) -> None:
        self._look = look
        self._row_of: dict[str, Element] = {}
        above: list[Element] = []
        for one in look:
            while above and above[-1].depth >= one.depth:
                above.pop()
            if one.role == "Cell" and above and above[-1].role == "Pane" and "selectable" in above[-1].states:
                self._row_of[one.handle.key] = above[-1]
            above.append(one)

    def states_of(self, item: Element) -> frozenset[str]:
        row = self._row_of.get(item.handle.key)
        return item.states if row is None else item.states | row.states

    def holds(self, item: Element) -> bool:
        """Tell whether the item is selected. A tick counts as that only for an item that is not selectable."""
        states = self.states_of(item)
        if "selected" in states:
            return True
        return "selectable" not in states and ("checked" in states or bool(is_checked(item)))

    def now(self, item: Element) -> Element | None:
        """Return the same item as it is now where it is selected, or None."""
        found = same(self._look, item)
        return found if found is not None and self.holds(found) else None

    def beside(self, found: Sequence[Element]) -> list[Element]:
        """Return what else is selected in the same list. The cells of one row are selected together."""
        wanted = [same(self._look, one) or one for one in found]
        holder = around(self._look, wanted[0])
        if holder is None:
            return []
        inner = [one for one in inside(self._look, holder) if one.role == wanted[0].role and self.holds(one)]
        return [one for one in inner if not any(_is_one(one, each) for each in wanted)]


def _is_one(one: Element, other: Element) -> bool:
    if one.handle.key == other.handle.key:
        return True
    if one.role != "Cell":
        return False
    return one.row == other.row if one.row is not None else on_one_line(one, other)
