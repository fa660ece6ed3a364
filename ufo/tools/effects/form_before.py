"""Reads what a form holds right before one of its controls is pressed: after it was sent, nothing of it may be left to see.

The look is taken for the press, after all that was done before it, so that it is no word of the acts themselves. What the
controls held when they were first seen in a run tells later what was changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ufo.desktop.snapshot import Element, Snapshot, descendants, with_holders
from ufo.schema.form import Form, FormPart
from ufo.schema.patterns import any_case
from ufo.schema.roles import (
    BUTTONS_AND_LINKS,
    CHECK_AND_RADIO_BUTTONS,
    LIST_AND_TREE_ITEMS,
    ONE_LINE_FIELDS,
    WORDS_PRESSED,
)

HOLDS_A_VALUE = ONE_LINE_FIELDS | {"Slider"}
_TICKS = ("checked", "unchecked", "mixed")
_MOST_NOTED, _LONGEST = 20_000, 2000
_SENDS = BUTTONS_AND_LINKS | WORDS_PRESSED
_MOST_PARTS = 300
_ADDRESS = any_case(r"(?=\S*[.:/])(?:(?:https?|file)://)?(?:[\w.-]+|\[[0-9a-f:]+\])?(?::\d+)?(?:[/?#]\S*)?")


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
            if held is not None and len(self._held) < _MOST_NOTED:
                self._held.setdefault(element.handle.key, held)

    def of(self, key: str) -> str | None:
        """Return what the control held first, None where that was not seen."""
        return self._held.get(key)


def form_before(
    look: Snapshot | None, pressed: Element | None, numbers: Mapping[str, str], first: FirstHeld
) -> Form | None:
    """Return the form around the control, None for none or one too large. `numbers`: the ids of controls by their keys."""
    if look is None or pressed is None or pressed.role not in _SENDS:
        return None
    parts = [part for part in map(_part, _around(look, pressed)) if part is not None]
    if not parts or len(parts) > _MOST_PARTS:
        return None
    is_whole = not (look.more or look.cut or look.is_deaf)
    own = tuple(part.model_copy(update={"number": numbers.get(key, ""), "was": first.of(key)}) for key, part in parts)
    return Form(parts=own, is_whole=is_whole, address=_address(look, pressed))


def _around(look: Snapshot, pressed: Element) -> Sequence[Element]:
    """Return what is in the innermost page around the control, or else in its window."""
    key = pressed.handle.key
    around = next((tuple(holders) for element, holders in with_holders(look) if element.handle.key == key), ())
    page = next((holder for holder in reversed(around) if holder.role == "Document"), None)
    return [shown for shown in look if shown.window == pressed.window] if page is None else descendants(look, page)


def _address(look: Snapshot, pressed: Element) -> str:
    """Return the address in a field of the window that no page could have drawn: outside of each document."""
    own = [element for element in look.elements if element.window == pressed.window]
    bars = [
        element.value.strip()
        for element, holders in with_holders(own)
        if element.role == "Edit" and element.value and all(holder.role != "Document" for holder in holders)
    ]
    has_page = any(element.role == "Document" for element in own)
    return next((bar for bar in bars if _ADDRESS.fullmatch(bar)), "") if has_page else ""


def _part(element: Element) -> tuple[str, FormPart] | None:
    held, name = held_by(element), element.name or element.label or ""
    if held is None or (element.role in LIST_AND_TREE_ITEMS and not held):
        return None
    kind = "value" if element.role in HOLDS_A_VALUE and not element.is_tick else "state"
    return element.handle.key, FormPart.model_validate({"role": element.role, "name": name, kind: held})
