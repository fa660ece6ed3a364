"""Reads what a form holds right before one of its controls is pressed: after it was sent, nothing of it may be left to see.

The look is taken for the press, after all that was done before it, so that it is no word of the acts themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ufo.commands.effects.first_held import HOLDS_A_VALUE, FirstHeld, held_by
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.form import Form, FormPart
from ufo.schema.patterns import any_case
from ufo.schema.roles import BUTTONS_AND_LINKS, LIST_AND_TREE_ITEMS, WORDS_PRESSED

_SENDS = BUTTONS_AND_LINKS | WORDS_PRESSED
_MOST = 300
_ADDRESS = any_case(r"(?=\S*[.:/])(?:(?:https?|file)://)?(?:[\w.-]+|\[[0-9a-f:]+\])?(?::\d+)?(?:[/?#]\S*)?")


def form_before(
    look: Snapshot | None, pressed: Element | None, numbers: Mapping[str, str], first: FirstHeld
) -> Form | None:
    """Return the form around the control that is about to be pressed, None where there is none or where it holds too much to
    be kept. `numbers`: the ids of controls by their keys.
    """
    if look is None or pressed is None or pressed.role not in _SENDS:
        return None
    parts = [one for one in map(_part, _around(look, pressed)) if one is not None]
    if not parts or len(parts) > _MOST:
        return None
    is_whole = not (look.more or look.cut or look.is_deaf)
    own = tuple(part.model_copy(update={"number": numbers.get(key, ""), "was": first.of(key)}) for key, part in parts)
    return Form(parts=own, is_whole=is_whole, address=_address(look, pressed))


def _around(look: Snapshot, pressed: Element) -> Iterator[Element]:
    """Yield what is in the innermost page around the control, or else in its window. Elements come in tree order."""
    elements = look.elements
    at = next((at for at, one in enumerate(elements) if one.handle.key == pressed.handle.key), None)
    first = None if at is None else _page_of(elements, at)
    if first is None:
        yield from (one for one in elements if one.window == pressed.window)
        return
    for one in elements[first + 1 :]:
        if one.depth <= elements[first].depth:
            return
        yield one


def _address(look: Snapshot, pressed: Element) -> str:
    """Return the address in a field of the window that no page could have drawn: outside of each document."""
    own = [one for one in look.elements if one.window == pressed.window]
    within: int | None = None
    bars: list[str] = []
    for one in own:
        if within is not None and one.depth > within:
            continue
        within = one.depth if one.role == "Document" else None
        if one.role == "Edit" and one.value:
            bars.append(one.value.strip())
    has_page = any(one.role == "Document" for one in own)
    return next((bar for bar in bars if _ADDRESS.fullmatch(bar)), "") if has_page else ""


def _page_of(elements: tuple[Element, ...], at: int) -> int | None:
    depth = elements[at].depth
    for place in range(at - 1, -1, -1):
        one = elements[place]
        if one.depth < depth:
            if one.role == "Document":
                return place
            depth = one.depth
    return None


def _part(one: Element) -> tuple[str, FormPart] | None:
    held, name = held_by(one), one.name or one.label or ""
    if held is None or (one.role in LIST_AND_TREE_ITEMS and not held):
        return None
    kind = "value" if one.role in HOLDS_A_VALUE and not one.is_tick else "state"
    return one.handle.key, FormPart.model_validate({"role": one.role, "name": name, kind: held})
