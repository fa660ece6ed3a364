"""Remembers what fields and boxes held when they were first seen in a run, so that a form tells later what was changed in it."""

from __future__ import annotations

from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.roles import CHECK_AND_RADIO_BUTTONS, LIST_AND_TREE_ITEMS, ONE_LINE_FIELDS

HOLDS_A_VALUE = ONE_LINE_FIELDS | {"Slider"}
_TICKS = ("checked", "unchecked", "mixed")
_MOST, _LONGEST = 20_000, 2000


def held_by(element: Element) -> str | None:
    """Return the value of a field, the tick of a box, or "selected" of an entry that is chosen; None for what holds nothing."""
    if element.role in CHECK_AND_RADIO_BUTTONS or element.is_tick:
        return next((state for state in _TICKS if state in element.states), "")
    if element.role in LIST_AND_TREE_ITEMS:
        return "selected" if "selected" in element.states else ""
    return (element.value or "")[:_LONGEST] if element.role in HOLDS_A_VALUE else None


class FirstHeld:
    """What the controls of a run's looks held first, by the keys of their handles. A page that is loaded anew has new ones."""

    def __init__(self) -> None:
        self._held: dict[str, str] = {}

    def note(self, look: Snapshot) -> None:
        for element in look.elements:
            held = held_by(element)
            if held is not None and len(self._held) < _MOST:
                self._held.setdefault(element.handle.key, held)

    def of(self, key: str) -> str | None:
        """Return what the control held first, None where that was not seen."""
        return self._held.get(key)
