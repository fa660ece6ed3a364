"""Picks a day in a calendar that shows one month: learns its arrows by pressing them, then picks the day in the month."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial

from ufo.commands.calendars.month_grid import month_told
from ufo.commands.observe.control_names import named
from ufo.commands.observe.element_text import descendants
from ufo.commands.verb.context import VerbContext, require, same
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import StaleElement, ToolError
from ufo.schema.roles import BUTTONS_AND_IMAGES, BUTTONS_AND_LINKS
from ufo.text.labels import label

_ISO = re.compile(r"\d{4}-\d{1,2}-\d{1,2}")
_PRESSES_AT_MOST = 60
_LATE_S = 1.0
_TURNING = BUTTONS_AND_IMAGES | BUTTONS_AND_LINKS


def day_of(item: object) -> date | None:
    """Return the date of an item written as 2026-12-24, or None for any other item. Raises ToolError for a date that does not
    exist.
    """
    if not isinstance(item, str) or not _ISO.fullmatch(item.strip()):
        return None
    try:
        return date(*(int(part) for part in item.strip().split("-")))
    except ValueError as error:
        raise ToolError(f"{item!r} is not a date: {error}") from error


Inside = Callable[[Snapshot], tuple[Element, ...]]
"""Returns the elements of a look that belong to a calendar. Raises StaleElement where it is gone."""


def is_calendar(snapshot: Snapshot, holder: Element) -> bool:
    return {str(day) for day in range(1, 29)} <= {one.name for one in descendants(snapshot, holder)}


def within(holder: Element) -> Inside:
    def inside(snapshot: Snapshot) -> tuple[Element, ...]:
        found = same(snapshot, holder)
        if found is None:
            raise StaleElement(f"{named(holder)} is not there any more; look again")
        return descendants(snapshot, found)

    return inside


async def find_day(context: VerbContext, holder: Element, wanted: date) -> Element:
    """Return the day's cell, in the month that it belongs to. Raises ToolError where the calendar cannot be turned there."""
    return cell_of(await turn(context, holder, within(holder), wanted), wanted)


async def turn(context: VerbContext, holder: Element, inside: Inside, wanted: date) -> tuple[Element, ...]:
    """Turn the calendar to the month of that day, and return the elements that it shows then."""
    effects: dict[int, int] = {}
    for _ in range(_PRESSES_AT_MOST):
        shown = await context.until(lambda snapshot: _telling(inside(snapshot)), _LATE_S) or ()
        month = month_told(shown)
        if month is None:
            raise ToolError(f"{named(holder)} does not report which month it shows; turn it by its arrows")
        left = wanted.year * 12 + wanted.month - 1 - month
        if not left:
            return shown
        arrows = _arrows(shown)
        place = _arrow(effects, len(arrows), left)
        if place is None:
            break
        await context.press(await require(context, arrows[place]))
        after = await context.until(partial(_another, inside, month), _LATE_S)
        effects[place] = 0 if after is None else after - month
    raise ToolError(f"{named(holder)} cannot be turned to {wanted:%Y-%m} by its arrows")


def _another(inside: Inside, month: int, snapshot: Snapshot) -> int | None:
    """Return the month shown, or None while it is still the old one: some calendars slide, and report the old month until they
    stop.
    """
    now = month_told(inside(snapshot))
    return None if now == month else now


def _telling(inside: tuple[Element, ...]) -> tuple[Element, ...] | None:
    return None if month_told(inside) is None else inside


def _arrows(inside: Sequence[Element]) -> list[Element]:
    """Return the buttons that are no day, no month and no year, from left to right."""
    words = {label(name) for name in calendar.month_name if name}
    buttons = [one for one in inside if one.role in _TURNING and not one.name.strip().isdecimal()]
    return sorted((one for one in buttons if label(one.name) not in words), key=lambda one: one.rect.x)


def _arrow(effects: dict[int, int], count: int, left: int) -> int | None:
    """Choose the arrow that is known to go furthest without going too far, otherwise one that was not tried yet."""
    helpful = {place: by for place, by in effects.items() if by * left > 0 and abs(by) <= abs(left)}
    untried = [place for place in range(count) if place not in effects]
    if helpful and (not untried or abs(left) <= 12):
        return max(helpful, key=lambda place: abs(helpful[place]))
    order = untried if left < 0 else list(reversed(untried))
    return order[0] if order else max(helpful, key=lambda place: abs(helpful[place]), default=None)


def cell_of(inside: Sequence[Element], wanted: date) -> Element:
    """Find the day's cell. A month begins at the first 1 that a 2 follows; a column of week numbers may stand before it."""
    days = [
        one
        for one in inside
        if one.name.strip().isdecimal() and int(one.name) <= 53 and one.role not in BUTTONS_AND_IMAGES
    ]
    days = days or [one for one in inside if one.name.strip().isdecimal() and int(one.name) <= 31]
    columns = sorted({one.rect.x for one in days})
    if len(columns) == 8:
        days = [one for one in days if one.rect.x != columns[0]]
    days.sort(key=lambda one: (one.rect.y, one.rect.x))
    numbers = [int(one.name) for one in days]
    for start in range(len(numbers) - 1):
        if numbers[start : start + 2] == [1, 2] and start + wanted.day <= len(numbers):
            found = days[start + wanted.day - 1]
            if int(found.name) == wanted.day:
                return found
    raise ToolError(f"the calendar shows no {wanted.day}. in its month; look at it, and click the day by its id")
