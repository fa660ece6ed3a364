"""Picks a day in a calendar: in the one that a field of a page opens below it, and in one that does not report which day is
chosen.

GTK 3 paints its days and reports none of them, so they are read from the picture. GTK 4 reports the days, but no container
around them.
"""

from __future__ import annotations

import calendar
import contextlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from functools import partial, reduce

from ufo.desktop.snapshot import Element, Snapshot, descendants
from ufo.desktop.target import Target
from ufo.desktop.values import Click
from ufo.errors import StaleElement, ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.geometry import Rect
from ufo.schema.roles import BUTTONS_AND_LINKS, DAYS
from ufo.text.labels import label
from ufo.tools.observe.control_names import named
from ufo.tools.verbs.context import VerbContext, already, same
from ufo.tools.verbs.shown_month import Inside, Month, cell_of, is_calendar, month_of, month_seen, turn

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
        return ActionReport.of(Effect.CONFIRMED, f"{named(field)} now shows {now!r}", route, now)
    left = await context.now(field)
    said = f"{wanted.day} was pressed in the calendar, and {named(field)} shows {left.value if left is not None else None!r}"
    return ActionReport.of(Effect.UNVERIFIABLE, said, route)


def _day(shown: Iterable[Element], field: Element, wanted: date) -> Element:
    """Return the link or button of the day, or its cell where days have none. Raises ToolError."""
    days = [part for part in shown if part.name.strip().isdecimal()]
    pressed = [day for day in days if day.role in BUTTONS_AND_LINKS]
    named_so = [day for day in pressed if int(day.name) == wanted.day]
    if len(named_so) == 1:
        return named_so[0]
    if pressed and not named_so:
        raise ToolError(f"the calendar of {named(field)} does not offer {wanted:%Y-%m-%d}; choose another day")
    return cell_of(pressed or days, wanted)


def says_day(text: str, wanted: date) -> bool:
    """Tell whether a text says that day, in whatever order of its parts."""
    words = set(re.findall(r"[^\W\d_]+", label(text)))
    numbers = [int(digits) for digits in _NUMBER.findall(text)]
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
    now = (shown.value or "") if shown is not None else ""
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
    tables = [part for part in snapshot if part.role == "Table" and "offscreen" not in part.states]
    holding = [table for table in tables if is_calendar(snapshot, table)]
    return holding[0] if len(holding) == 1 else None


def _around_days(snapshot: Snapshot) -> tuple[Element, ...]:
    """Return what the table of days holds, and what stands right above it: the month's name and the arrows."""
    table = _table(snapshot)
    if table is None:
        raise StaleElement("the calendar is not there any more; look again")
    own = descendants(snapshot, table)
    height = max((part.rect.height for part in own if part.name.strip().isdecimal()), default=0)
    head = Rect(table.rect.x, table.rect.y - _HEAD_ROWS * height, table.rect.width, _HEAD_ROWS * height)
    shown = (part for part in snapshot if (part.window, part.by_sight) == (table.window, False))
    over = [part for part in shown if "offscreen" not in part.states and head.contains(part.rect.center)]
    return (*over, *own)


def days_seen(snapshot: Snapshot, holder: Element) -> Inside | None:
    """Return how to find the elements of the calendar that `holder` is or stands in, or None where there is no calendar."""
    for inside in (_painted_in(holder), _around(holder)):
        with contextlib.suppress(StaleElement):
            if month_seen(inside(snapshot)) is not None:
                return inside
    return None


async def select_day(context: VerbContext, holder: Element, inside: Inside, wanted: date) -> ActionReport:
    """Turn the calendar to the day's month and click the day. Raises ToolError where it cannot be turned there."""
    return await _Painted(context, holder, inside, wanted).select()


@dataclass(frozen=True, slots=True)
class _Painted:
    """A calendar that is turned to the wanted day, and read back from its picture."""

    context: VerbContext
    holder: Element
    inside: Inside
    wanted: date

    async def select(self) -> ActionReport:
        context, day = self.context, self.wanted.day
        month = await self._require_month()
        if month.number == month_of(self.wanted) and await self._day_shown(month) == day:
            said = f"{self.wanted:%Y-%m-%d} is the day that stands out in {named(self.holder)}"
            return already(said, self.wanted.isoformat())
        if self.inside(await context.look())[0].by_sight:
            await self._turn_by_keys()
        else:
            await turn(context, self.holder, self.inside, self.wanted)
        # Click even a day that stands out after turning: the calendar may not have reported it to its application.
        month = await self._require_month()
        if month.number != month_of(self.wanted):
            raise ToolError(f"{named(self.holder)} does not stay on {self.wanted:%Y-%m}; look again")
        await context.judge(self.holder)
        point = month.place(day).center
        hit = await context.actor.aiming.uncover(context.window, point, None)
        target = replace(hit, place=month.place(day))

        async def confirmed() -> Target:
            """Return the target if the calendar still shows that month at the moment of the click."""
            if self._month_in(await context.look(settled=False)) != month:
                raise StaleElement(f"{named(self.holder)} does not show {self.wanted:%Y-%m} there any more; look again")
            return target

        await context.desktop.send(target, [Click(point)], confirmed)
        held = await context.until(partial(self._if_shows, month.number), _LATE_S)
        return self._outcome(None if held is None else await self._day_shown(held))

    def _outcome(self, day: int | None) -> ActionReport:
        holder, wanted = named(self.holder), f"{self.wanted:%Y-%m-%d}"
        if day is None:
            said = f"{wanted} was clicked in {holder}, whose picture does not show which day is chosen"
            return ActionReport.of(Effect.UNVERIFIABLE, said, Route.COORDINATES)
        shown = self.wanted.replace(day=day).isoformat()
        if day == self.wanted.day:
            said = f"{wanted} is the day that stands out in {holder} now"
            return ActionReport.of(Effect.CONFIRMED, said, Route.COORDINATES, shown)
        said = f"{shown} stands out in {holder}, not {wanted}"
        return ActionReport.of(Effect.SUSPECTED_NOOP, said, Route.COORDINATES, shown)

    async def _turn_by_keys(self) -> None:
        """Turn the calendar by years where the keyboard does that, then by months. A key that fails is not pressed again."""
        useless: set[tuple[str, ...]] = set()
        for _ in range(_TURNS_AT_MOST):
            now = (await self._require_month()).number
            left = month_of(self.wanted) - now
            if not left:
                return
            keys = _FORTH if left > 0 else _BACK
            offered = [(by, chord) for by, chords in keys.items() for chord in chords if by <= abs(left)]
            chosen = next(((by, chord) for by, chord in offered if chord not in useless), None)
            if chosen is None:
                break
            by, chord = chosen
            await self.context.keys(self.holder, chord)
            goal = now + (by if left > 0 else -by)
            if await self.context.until(partial(self._if_shows, goal), _LATE_S) is None:
                useless.add(chord)
        raise ToolError(
            f"{named(self.holder)} cannot be turned to {self.wanted:%Y-%m} by the keyboard; click its arrows"
        )

    async def _require_month(self) -> Month:
        month = await self.context.until(self._month_in, _LATE_S)
        if month is None:
            raise ToolError(f"no month can be read in {named(self.holder)}; look at its picture")
        return month

    async def _day_shown(self, month: Month) -> int | None:
        return month.day_that_stands_out(await self.context.desktop.capture(self.context.window.id))

    def _if_shows(self, number: int, look: Snapshot) -> Month | None:
        month = self._month_in(look)
        return month if month is not None and month.number == number else None

    def _month_in(self, look: Snapshot) -> Month | None:
        with contextlib.suppress(StaleElement):
            return month_seen(self.inside(look))
        return None


def _painted_in(holder: Element) -> Inside:
    """Return the elements that were read from the picture. This is for a calendar whose tree reports nothing inside it."""

    def inside(snapshot: Snapshot) -> tuple[Element, ...]:
        found = same(snapshot, holder)
        if found is None or descendants(snapshot, found):
            raise StaleElement(f"{named(holder)} is not there any more; look again")
        return tuple(seen for seen in snapshot if seen.by_sight and found.rect.contains(seen.rect.center))

    return inside


def _around(holder: Element) -> Inside:
    """Return the numbers around a day or around the month's name, and what stands above them."""

    def inside(snapshot: Snapshot) -> tuple[Element, ...]:
        place = (holder.window, holder.path)
        beside = [shown for shown in snapshot if (shown.window, shown.path) == place and not shown.by_sight]
        days = [shown for shown in beside if shown.role in DAYS and shown.name.isdecimal() and int(shown.name) <= 31]
        if not days:
            return ()
        box = reduce(Rect.union, (day.rect for day in days))
        head = _HEAD_ROWS * max(day.rect.height for day in days) * 2
        area = Rect(box.x, box.y - head, box.width, box.height + head)
        found = tuple(shown for shown in beside if area.contains(shown.rect.center))
        return found if area.contains(holder.rect.center) else ()

    return inside
