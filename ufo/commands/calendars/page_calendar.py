"""Picks a day in the calendar that a field of a page opens below it: a table of days under the name of their month."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable
from datetime import date

from ufo.commands.calendars.month_view import cell_of, is_calendar, turn
from ufo.commands.observe.control_names import named
from ufo.commands.observe.element_text import descendants
from ufo.commands.verb.context import VerbContext, already, same
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import StaleElement, ToolError
from ufo.schema.command import ActionReport, Effect
from ufo.schema.geometry import Rect
from ufo.schema.roles import BUTTONS_AND_LINKS
from ufo.text.labels import label

_OPENS_S, _TAKES_S = 1.0, 1.0
_HEAD_ROWS = 3
_NUMBER = re.compile(r"\d+")
_ISO = re.compile(r"\d{4}-\d{1,2}-\d{1,2}")
_MONTHS = 12


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
