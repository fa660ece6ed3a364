"""Checks and unchecks check boxes, switches, toggle buttons, radio buttons, and menu items that carry a mark."""

from __future__ import annotations

import asyncio

from ufo.commands.observe.control_names import named
from ufo.commands.verbs.context import VerbContext, already, require, same, unsure
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import NotActionable, StaleElement
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import RADIOS
from ufo.vision.menu_mark import is_marked

_MIXED = frozenset({"mixed"})
_LATE_S = 1.5
_PAINTED_S = 0.5


async def set_checked(context: VerbContext, element: Element, checked: bool) -> ActionReport:
    """Check or uncheck a control; for a row of a list with ticks, its tick. Raises NotActionable where it has no such state, or
    can be switched off only by switching on another one.
    """
    whole = await require(context, element)
    current = tick_of(await context.seen(whole), whole)
    if current is None and whole.role == "MenuItem":
        return await set_entry(context, whole, checked)
    if current is None:
        raise NotActionable(f"{named(whole)} does not tell whether it is on; click it, and look what changed")
    what = named(current) if current.handle.key == whole.handle.key else f"the tick of {named(whole)}"
    word = "checked" if checked else "unchecked"
    now = _is_on(current)
    if now is checked and "mixed" not in current.states:
        return already(f"{what} is {word}", checked)
    if not checked and current.role in RADIOS:
        raise NotActionable(f"{what} is switched off by choosing another one of its group; choose that one")
    route = await context.press(current)
    held = await context.until(lambda snapshot: _is(snapshot, current, checked), _LATE_S)
    left = None if held else await context.now(current)
    if left is not None and "mixed" in (left.states ^ current.states):
        # The box has three states and went to the wrong one, so press once more.
        route = await context.press(left)
        held = await context.until(lambda snapshot: _is(snapshot, current, checked), _LATE_S)
        left = None if held else await context.now(current)
    if left is not None and (is_checked(left), left.states & _MIXED) == (is_checked(current), current.states & _MIXED):
        try:
            route = await _again(context, left)
        except (StaleElement, NotActionable) as refusal:
            return unsure(left, route, refusal)
        held = await context.until(lambda snapshot: _is(snapshot, current, checked), _LATE_S)
    if held is not None:
        context.actor.claim(current, held)
        return ActionReport(value=checked, effect=Effect.CONFIRMED, route=route, evidence=(f"{what} is {word} now",))
    left = await context.now(current)
    if left is None:
        said = f"{what} was pressed and is not shown any more; open its place again to see its state"
        return ActionReport(effect=Effect.UNVERIFIABLE, route=route, evidence=(said,))
    still = "still " if _is_on(left) is now else ""
    said = f"{what} is {still}{'checked' if _is_on(left) else 'unchecked'}"
    return ActionReport(value=_is_on(left), effect=Effect.SUSPECTED_NOOP, route=route, evidence=(said,))


async def _again(context: VerbContext, element: Element) -> Route:
    """Try another way where a press had no effect. Trees of GTK 3 report a tick at the place of the words beside it; a click
    there selects the row, whose tick the space bar then toggles.
    """
    if element.role == "Cell" and "focused" in element.states:
        return await context.keys(element, ("space",))
    return await context.click(element)


def tick_of(snapshot: Snapshot, element: Element) -> Element | None:
    """Return the control that holds the checked state: the element itself, or for a row the nameless cell before its words. Where
    an unchecked tick reports no state, a nameless cell counts as one where others of its list are checked.
    """
    if is_checked(element) is not None:
        return element
    beside = [
        one
        for one in snapshot
        if one.role == element.role == "Cell"
        and not one.name
        and (one.window, one.path) == (element.window, element.path)
    ]
    told = [one for one in beside if is_checked(one) is not None]
    if not told:
        return None
    beside = told if any("unchecked" in one.states for one in told) else beside
    level = [one for one in beside if one.rect.y == element.rect.y and one.rect.x <= element.rect.x]
    return max(level, key=lambda one: one.rect.x, default=None)


def is_checked(element: Element) -> bool | None:
    """Tell whether the control is checked; None where it reports no such state."""
    if element.states & {"checked", "mixed"}:
        return True
    if "unchecked" in element.states:
        return False
    if element.role == "ToggleButton":
        return "pressed" in element.states
    return "selected" in element.states if element.role == "RadioButton" else None


def _is_on(element: Element) -> bool:
    return is_checked(element) or False


def _is(snapshot: Snapshot, element: Element, checked: bool) -> Element | None:
    found = same(snapshot, element)
    right = found is not None and _is_on(found) is checked and "mixed" not in found.states
    return found if right else None


async def set_entry(context: VerbContext, entry: Element, checked: bool) -> ActionReport:
    """Choose the entry unless it is as wanted. Raises NotActionable where nothing tells that it has a mark: a plain command
    would be carried out.
    """
    now = await mark_of(context, entry)
    if now is None:
        raise NotActionable(f"{named(entry)} does not tell whether it is on; click it, and look what changed")
    if now is checked:
        return already(f"{named(entry)} is {'checked' if checked else 'unchecked'} in its open menu", checked)
    route = await context.press(entry)
    said = (
        f"{named(entry)} was {'checked' if now else 'unchecked'} and was chosen; open its menu again to see its state"
    )
    return ActionReport(effect=Effect.UNVERIFIABLE, route=route, evidence=(said,))


async def mark_of(context: VerbContext, entry: Element, *, was_told: bool = False) -> bool | None:
    """Tell whether an entry of an open menu is on: by its state, where others of its menu (`was_told`: it itself before) report
    that they are, by its silence, and else by the mark in its picture. None where nothing tells.
    """
    if "checked" in entry.states:
        return True
    beside = [one for one in await context.seen(entry) if (one.role, one.path) == (entry.role, entry.path)]
    if was_told or any("checked" in one.states for one in beside):
        return False
    clock = asyncio.get_running_loop().time
    deadline = clock() + _PAINTED_S
    while True:
        drawn = await _drawn(context, entry)
        if drawn is not None or clock() > deadline:
            return drawn


async def _drawn(context: VerbContext, entry: Element) -> bool | None:
    """Return what the picture tells. A menu that has only just opened may not be painted yet, or stand under the one before."""
    current = await context.now(entry)
    if current is None or "covered" in current.states:
        return None
    row = (await context.desktop.capture(context.window.id)).cropped(current.rect)
    return is_marked(row) if row.rect == current.rect else None
