"""Picks a day in a calendar that does not report which day is chosen, and reads the result from the picture.

GTK 3 paints its days and reports none of them, so they are read from the picture. GTK 4 reports the days, but no container
around them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from ufo.commands.calendars.month_grid import Month, month_seen
from ufo.commands.calendars.month_view import Inside, turn
from ufo.commands.observe.control_names import named
from ufo.commands.observe.element_text import descendants
from ufo.commands.verb.context import VerbContext, already, same
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.target import Target
from ufo.desktop.values import Click
from ufo.errors import StaleElement, ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.geometry import Rect
from ufo.schema.roles import DAYS

_FORTH = {12: (("ctrl", "down"),), 1: (("ctrl", "right"), ("pagedown",))}
_BACK = {12: (("ctrl", "up"),), 1: (("ctrl", "left"), ("pageup",))}
_TURNS_AT_MOST = 60
_LATE_S = 2.0
_HEAD_ROWS = 3


def days_seen(snapshot: Snapshot, holder: Element) -> Inside | None:
    """Return how to find the elements of the calendar that `holder` is or stands in, or None where there is no calendar."""
    for inside in (_painted_in(holder), _around(holder)):
        with contextlib.suppress(StaleElement):
            if month_seen(inside(snapshot)) is not None:
                return inside
    return None


async def select_day(context: VerbContext, holder: Element, inside: Inside, wanted: date) -> ActionReport:
    """Turn the calendar to the day's month and click the day. Raises ToolError where the calendar cannot be turned to that
    month.
    """
    month = await _require_shown(context, holder, inside)
    if month.number == _number(wanted) and await _day_shown(context, month) == wanted.day:
        return already(f"{wanted:%Y-%m-%d} is the day that stands out in {named(holder)}", wanted.isoformat())
    if inside(await context.look())[0].by_sight:
        await _turn_by_keys(context, holder, inside, wanted)
    else:
        await turn(context, holder, inside, wanted)
    # Click even a day that stands out after turning: the calendar may not have reported it to its application.
    month = await _require_month(context, holder, inside, wanted)
    await context.judge(holder)
    point = month.place(wanted.day).center
    hit = await context.actor.aiming.uncover(context.window, point, None)
    target = replace(hit, place=month.place(wanted.day))

    async def confirmed() -> Target:
        """Return the target if the calendar still shows that month at the moment of the click."""
        if month_seen(_inside(inside, await context.look(settled=False))) != month:
            raise StaleElement(f"{named(holder)} does not show {wanted:%Y-%m} there any more; look again")
        return target

    await context.desktop.send(target, [Click(point)], confirmed)
    held = await context.until(partial(_shows, inside, month.number), _LATE_S)
    return await _outcome(context, holder, held, wanted)


async def _outcome(context: VerbContext, holder: Element, month: Month | None, wanted: date) -> ActionReport:
    day = None if month is None else await _day_shown(context, month)
    if day == wanted.day:
        said = f"{wanted:%Y-%m-%d} is the day that stands out in {named(holder)} now"
        return ActionReport(
            value=wanted.isoformat(), effect=Effect.CONFIRMED, route=Route.COORDINATES, evidence=(said,)
        )
    if day is None:
        said = f"{wanted:%Y-%m-%d} was clicked in {named(holder)}, whose picture does not show which day is chosen"
        return ActionReport(effect=Effect.UNVERIFIABLE, route=Route.COORDINATES, evidence=(said,))
    shown = wanted.replace(day=day).isoformat()
    said = f"{shown} stands out in {named(holder)}, not {wanted:%Y-%m-%d}"
    return ActionReport(value=shown, effect=Effect.SUSPECTED_NOOP, route=Route.COORDINATES, evidence=(said,))


async def _turn_by_keys(context: VerbContext, holder: Element, inside: Inside, wanted: date) -> None:
    """Turn the calendar by years where the keyboard does that, then by months. A key that does not do what it should is not
    pressed again.
    """
    useless: set[tuple[str, ...]] = set()
    for _ in range(_TURNS_AT_MOST):
        now = (await _require_shown(context, holder, inside)).number
        left = _number(wanted) - now
        if not left:
            return
        keys = _FORTH if left > 0 else _BACK
        offered = [(by, chord) for by, chords in keys.items() for chord in chords if by <= abs(left)]
        chosen = next(((by, chord) for by, chord in offered if chord not in useless), None)
        if chosen is None:
            break
        by, chord = chosen
        await context.keys(holder, chord)
        goal = now + (by if left > 0 else -by)
        if await context.until(partial(_shows, inside, goal), _LATE_S) is None:
            useless.add(chord)
    raise ToolError(f"{named(holder)} cannot be turned to {wanted:%Y-%m} by the keyboard; click its arrows")


async def _require_month(context: VerbContext, holder: Element, inside: Inside, wanted: date) -> Month:
    month = await _require_shown(context, holder, inside)
    if month.number != _number(wanted):
        raise ToolError(f"{named(holder)} does not stay on {wanted:%Y-%m}; look again")
    return month


async def _require_shown(context: VerbContext, holder: Element, inside: Inside) -> Month:
    month = await context.until(lambda snapshot: month_seen(_inside(inside, snapshot)), _LATE_S)
    if month is None:
        raise ToolError(f"no month can be read in {named(holder)}; look at its picture")
    return month


async def _day_shown(context: VerbContext, month: Month) -> int | None:
    return month.day_that_stands_out(await context.desktop.capture(context.window.id))


def _number(day: date) -> int:
    return day.year * 12 + day.month - 1


def _shows(inside: Inside, number: int, snapshot: Snapshot) -> Month | None:
    month = month_seen(_inside(inside, snapshot))
    return month if month is not None and month.number == number else None


def _inside(inside: Inside, snapshot: Snapshot) -> Sequence[Element]:
    try:
        return inside(snapshot)
    except StaleElement:
        return ()


def _painted_in(holder: Element) -> Inside:
    """Return the elements that were read from the picture. This is for a calendar whose tree reports nothing inside it."""

    def inside(snapshot: Snapshot) -> tuple[Element, ...]:
        found = same(snapshot, holder)
        if found is None or descendants(snapshot, found):
            raise StaleElement(f"{named(holder)} is not there any more; look again")
        return tuple(one for one in snapshot if one.by_sight and found.rect.contains(one.rect.center))

    return inside


def _around(holder: Element) -> Inside:
    """Return the numbers around a day or around the month's name, and what stands above them."""

    def inside(snapshot: Snapshot) -> tuple[Element, ...]:
        beside = [
            one for one in snapshot if one.window == holder.window and one.path == holder.path and not one.by_sight
        ]
        days = [one for one in beside if one.role in DAYS and one.name.isdecimal() and int(one.name) <= 31]
        if not days:
            return ()
        box = days[0].rect
        for one in days[1:]:
            box = box.union(one.rect)
        head = _HEAD_ROWS * max(one.rect.height for one in days) * 2
        area = Rect(box.x, box.y - head, box.width, box.height + head)
        found = tuple(one for one in beside if area.contains(one.rect.center))
        return found if area.contains(holder.rect.center) else ()

    return inside
