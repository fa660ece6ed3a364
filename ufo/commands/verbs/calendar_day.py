"""Picks a day in a calendar: in the one that a field of a page opens below it, and in one that does not report which day is
chosen.

GTK 3 paints its days and reports none of them, so they are read from the picture. GTK 4 reports the days, but no container
around them.
"""

from __future__ import annotations

import calendar
import contextlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from ufo.commands.observe.control_names import named
from ufo.commands.observe.element_text import descendants
from ufo.commands.verbs.context import VerbContext, already, same
from ufo.commands.verbs.shown_month import Inside, Month, cell_of, is_calendar, month_seen, turn
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.target import Target
from ufo.desktop.values import Click
from ufo.errors import StaleElement, ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.geometry import Rect
from ufo.schema.roles import BUTTONS_AND_LINKS, DAYS
from ufo.text.labels import label

_OPENS_S, _TAKES_S = 1.0, 1.0
_HEAD_ROWS = 3
_NUMBER = re.compile(r"\d+")
_ISO = re.compile(r"\d{4}-\d{1,2}-\d{1,2}")
_MONTHS = 12
_FORTH = {12: (("ctrl", "down"),), 1: (("ctrl", "right"), ("pagedown",))}
_BACK = {12: (("ctrl", "up"),), 1: (("ctrl", "left"), ("pageup",))}
_TURNS_AT_MOST = 60
_LATE_S = 2.0


async def pick_day(context: VerbContext, field: Element, wanted: date) -> ActionReport | None:
    """Pick the day in the calendar that the field has opened, or opens when it is pressed, and tell what the field shows then.
    None where no calendar opens. Raises ToolError where the calendar cannot be turned to that month, or does not offer the day.
    """
    before = field.value or ""
    if says_day(before, wanted) and is_sure(before, wanted):
        return already(f"{named(field)} shows {before!r}", before)
    if not _is_open(await context.look(settled=False), field):
        await context.press(field)
        if await context.until(lambda snapshot: _is_open(snapshot, field) or None, _OPENS_S) is None:
            return None
    route = await context.press(_day(await turn(context, field, _around_days, wanted), field, wanted))
    now = await context.until(lambda snapshot: _showing(snapshot, field, wanted, before), _TAKES_S)
    if now is not None:
        said = f"{named(field)} now shows {now!r}"
        return ActionReport(value=now, effect=Effect.CONFIRMED, route=route, evidence=(said,))
    left = await context.now(field)
    said = f"{wanted.day} was pressed in the calendar, and {named(field)} shows {left.value if left is not None else None!r}"
    return ActionReport(effect=Effect.UNVERIFIABLE, route=route, evidence=(said,))


def _day(shown: Iterable[Element], field: Element, wanted: date) -> Element:
    """Return the link or button of the day, or its cell where days have none. Raises ToolError."""
    days = [one for one in shown if one.name.strip().isdecimal()]
    pressed = [one for one in days if one.role in BUTTONS_AND_LINKS]
    named_so = [one for one in pressed if int(one.name) == wanted.day]
    if len(named_so) == 1:
        return named_so[0]
    if pressed and not named_so:
        raise ToolError(f"the calendar of {named(field)} does not offer {wanted:%Y-%m-%d}; choose another day")
    return cell_of(pressed or days, wanted)


def says_day(text: str, wanted: date) -> bool:
    """Tell whether a text says that day, in whatever order of its parts."""
    words = set(re.findall(r"[^\W\d_]+", label(text)))
    numbers = [int(one) for one in _NUMBER.findall(text)]
    month = label(calendar.month_name[wanted.month])
    if wanted.year in numbers and len(numbers) == 2 and words & {month, month[:3]}:
        return wanted.day in numbers
    return sorted(numbers) == sorted((wanted.year, wanted.month, wanted.day))


def is_sure(text: str, wanted: date) -> bool:
    """Tell whether a text that says the day cannot say another one: 10/03/2016 is a day of March or of October."""
    is_named = re.search(r"[^\W\d_]{3}", text) is not None
    return is_named or wanted.day > _MONTHS or wanted.day == wanted.month or _ISO.fullmatch(text.strip()) is not None


def _showing(snapshot: Snapshot, field: Element, wanted: date, before: str) -> str | None:
    """Return what the field shows where that is the day. A text that may say another day counts only where it is new."""
    shown = same(snapshot, field)
    now = shown.value or "" if shown is not None else ""
    return now if says_day(now, wanted) and (now != before or is_sure(now, wanted)) else None


def _is_open(snapshot: Snapshot, field: Element) -> bool:
    """Tell whether the calendar that is shown stands right above or below the field: a page may show one of its own."""
    table, own = _table(snapshot), same(snapshot, field)
    if table is None or own is None:
        return False
    gap = max(table.rect.y - own.rect.bottom, own.rect.y - table.rect.bottom)
    beside = table.rect.x < own.rect.right and own.rect.x < table.rect.right
    return beside and gap <= table.rect.height // 2


def _table(snapshot: Snapshot) -> Element | None:
    """Return the only table that holds the days of a month. With two, such as those of a stay, none is meant for sure."""
    tables = [one for one in snapshot if one.role == "Table" and "offscreen" not in one.states]
    holding = [one for one in tables if is_calendar(snapshot, one)]
    return holding[0] if len(holding) == 1 else None


def _around_days(snapshot: Snapshot) -> tuple[Element, ...]:
    """Return what the table of days holds, and what stands right above it: the month's name and the arrows."""
    table = _table(snapshot)
    if table is None:
        raise StaleElement("the calendar is not there any more; look again")
    own = descendants(snapshot, table)
    height = max((one.rect.height for one in own if one.name.strip().isdecimal()), default=0)
    head = Rect(table.rect.x, table.rect.y - _HEAD_ROWS * height, table.rect.width, _HEAD_ROWS * height)
    return (*_in(snapshot, head, table), *own)


def _in(snapshot: Iterable[Element], area: Rect, table: Element) -> Iterable[Element]:
    shown = (
        one for one in snapshot if one.window == table.window and not one.by_sight and "offscreen" not in one.states
    )
    return (one for one in shown if area.contains(one.rect.center))


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
