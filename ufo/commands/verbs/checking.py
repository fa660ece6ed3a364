"""On or off: check boxes, switches, toggle buttons, radio buttons, and menu items that carry a mark."""

from __future__ import annotations

from ufo.commands.verbs.hands import Hands, already, require, same, unsure
from ufo.commands.verbs.labels import named
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import NotActionable, StaleElement
from ufo.schema.command import ActionReport, Effect

_ONE_OF_SEVERAL = frozenset({"RadioButton", "RadioMenuItem"})
_LATE_S = 1.5


async def set_checked(hands: Hands, element: Element, checked: bool) -> ActionReport:
    """Raises NotActionable where it has no such state, or can only be switched off by switching on another one."""
    current = await require(hands, element)
    word = "checked" if checked else "unchecked"
    now = is_checked(current)
    if now is None:
        raise NotActionable(f"{named(current)} does not tell whether it is on; click it, and look what changed")
    if now is checked and "mixed" not in current.states:
        return already(f"{named(current)} is {word}", checked)
    if not checked and current.role in _ONE_OF_SEVERAL:
        raise NotActionable(f"{named(current)} is switched off by choosing another one of its group; choose that one")
    route = await hands.press(current)
    held = await hands.until(lambda snapshot: _is(snapshot, current, checked), _LATE_S)
    left = None if held else await hands.now(current)
    if left is not None and is_checked(left) is now:
        try:
            route = await hands.click(left)
        except (StaleElement, NotActionable) as refusal:
            return unsure(left, route, refusal)
        held = await hands.until(lambda snapshot: _is(snapshot, current, checked), _LATE_S)
    if held is not None:
        hands.actor.claim(current, held)
        return ActionReport(
            value=checked, effect=Effect.CONFIRMED, route=route, evidence=(f"{named(current)} is {word} now",)
        )
    left = await hands.now(current)
    if left is None:
        said = f"{named(current)} was pressed and is not shown any more; open its place again to see its state"
        return ActionReport(effect=Effect.UNVERIFIABLE, route=route, evidence=(said,))
    told = "still " if is_checked(left) is now else ""
    said = f"{named(current)} is {told}{'checked' if is_checked(left) else 'unchecked'}"
    return ActionReport(value=is_checked(left), effect=Effect.SUSPECTED_NOOP, route=route, evidence=(said,))


def is_checked(element: Element) -> bool | None:
    """None where it tells nothing of the kind."""
    if element.states & {"checked", "mixed"}:
        return True
    if "unchecked" in element.states:
        return False
    if element.role == "ToggleButton":
        return "pressed" in element.states
    return "selected" in element.states if element.role == "RadioButton" else None


def _is(snapshot: Snapshot, element: Element, checked: bool) -> Element | None:
    found = same(snapshot, element)
    right = found is not None and is_checked(found) is checked and "mixed" not in found.states
    return found if right else None
