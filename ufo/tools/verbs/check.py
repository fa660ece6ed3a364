"""Checks and unchecks check boxes, switches, toggle buttons, radio buttons, and menu items that carry a mark.

Entries of menus may be reported as plain commands: Qt 5 tells only of the marks that are set, and some GTK programs of none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import NotActionable, StaleElement
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import RADIOS
from ufo.tools.observe.control_names import named
from ufo.tools.verbs.context import VerbContext, already, require, unsure
from ufo.vision.menu_mark import is_marked

_MIXED = frozenset({"mixed"})
_LATE_S, _PAINTED_S = 1.5, 0.5


async def set_checked(context: VerbContext, element: Element, checked: bool) -> ActionReport:
    """Check or uncheck a control; for a row of a list with ticks, its tick. Raises NotActionable where it has no such state, or
    can be switched off only by switching on another one.
    """
    whole = await require(context, element)
    current = tick_of(await context.seen(whole), whole)
    if current is None:
        return await _set_entry(context, whole, checked)
    what = named(current) if current.handle.key == whole.handle.key else f"the tick of {named(whole)}"
    now = bool(is_checked(current))
    if now is checked and "mixed" not in current.states:
        return already(f"{what} is {_word(checked)}", checked)
    if not checked and current.role in RADIOS:
        raise NotActionable(f"{what} is switched off by choosing another one of its group; choose that one")
    route, held, left = await _pressed(context, current, current, checked)
    if left is not None and "mixed" in (left.states ^ current.states):
        # The box has three states and went to the wrong one.
        route, held, left = await _pressed(context, left, current, checked)
    if left is not None and (is_checked(left), left.states & _MIXED) == (is_checked(current), current.states & _MIXED):
        try:
            route = await _press_otherwise(context, left)
        except (StaleElement, NotActionable) as refusal:
            return unsure(left, route, refusal)
        held = await context.until_it(current, _is(checked), _LATE_S)
    if held is not None:
        return context.confirm(current, held, f"{what} is {_word(checked)} now", route, checked)
    left = await context.now(current)
    if left is None:
        said = f"{what} was pressed and is not shown any more; open its place again to see its state"
        return ActionReport.of(Effect.UNVERIFIABLE, said, route)
    is_on = bool(is_checked(left))
    said = f"{what} is {'still ' if is_on is now else ''}{_word(is_on)}"
    return ActionReport.of(Effect.SUSPECTED_NOOP, said, route, is_on)


async def _pressed(
    context: VerbContext, pressed: Element, tick: Element, checked: bool
) -> tuple[Route, Element | None, Element | None]:
    """Press, and return the tick where it is as wanted, and else as it is."""
    route = await context.press(pressed)
    held = await context.until_it(tick, _is(checked), _LATE_S)
    return route, held, None if held else await context.now(tick)


async def _press_otherwise(context: VerbContext, element: Element) -> Route:
    """Try another way where a press had no effect. Trees of GTK 3 report a tick at the place of the words beside it; a click
    there selects the row, whose tick the space bar then toggles.
    """
    if element.role == "Cell" and "focused" in element.states:
        return await context.keys(element, ("space",))
    return await context.click(element)


async def _set_entry(context: VerbContext, entry: Element, checked: bool) -> ActionReport:
    """Choose an entry of a menu unless it is as wanted. Raises NotActionable where it may be a plain command."""
    now = await mark_of(context, entry) if entry.role == "MenuItem" else None
    if now is None:
        raise NotActionable(f"{named(entry)} does not tell whether it is on; click it, and look what changed")
    if now is checked:
        return already(f"{named(entry)} is {_word(checked)} in its open menu", checked)
    route = await context.press(entry)
    said = f"{named(entry)} was {_word(now)} and was chosen; open its menu again to see its state"
    return ActionReport.of(Effect.UNVERIFIABLE, said, route)


async def mark_of(context: VerbContext, entry: Element, *, was_told: bool = False) -> bool | None:
    """Tell whether an entry of an open menu is on: by its state, where others of its menu (`was_told`: it itself before) report
    that they are, by its silence, and else by the mark in its picture. None where nothing tells.
    """
    if "checked" in entry.states:
        return True
    beside = [other for other in await context.seen(entry) if (other.role, other.path) == (entry.role, entry.path)]
    if was_told or any("checked" in other.states for other in beside):
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


def tick_of(snapshot: Snapshot, element: Element) -> Element | None:
    """Return the control that holds the checked state: the element itself, or for a row the nameless cell before its words. Where
    an unchecked tick reports no state, a nameless cell counts as one where others of its list are checked.
    """
    if is_checked(element) is not None:
        return element
    place = ("Cell", "", element.window, element.path) if element.role == "Cell" else None
    beside = [other for other in snapshot if (other.role, other.name, other.window, other.path) == place]
    told = [other for other in beside if is_checked(other) is not None]
    if not told:
        return None
    beside = told if any("unchecked" in other.states for other in told) else beside
    level = [other for other in beside if other.rect.y == element.rect.y and other.rect.x <= element.rect.x]
    return max(level, key=lambda other: other.rect.x, default=None)


def is_checked(element: Element) -> bool | None:
    """Tell whether the control is checked; None where it reports no such state."""
    if element.states & {"checked", "mixed"}:
        return True
    if "unchecked" in element.states:
        return False
    if element.role == "ToggleButton":
        return "pressed" in element.states
    return "selected" in element.states if element.role == "RadioButton" else None


def _is(checked: bool) -> Callable[[Element], bool]:
    return lambda element: bool(is_checked(element)) is checked and "mixed" not in element.states


def _word(checked: bool) -> str:
    return "checked" if checked else "unchecked"
