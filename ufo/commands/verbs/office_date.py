"""Sets days in LibreOffice forms, which take and show days in an order of their own that they do not report: 12/24/26 for
2026-12-24.

A date field that cannot read what is written shows its old value again. The order is known where only one order of the
numbers, in what the field shows now or showed before, makes a valid day.
"""

from __future__ import annotations

from datetime import date
from types import MappingProxyType

from ufo.commands.act.office_forms import is_form_field
from ufo.commands.act.write_text import write_text
from ufo.commands.observe.control_names import named
from ufo.commands.verbs.context import VerbContext, already
from ufo.desktop.snapshot import Element
from ufo.schema.command import ActionReport, Effect
from ufo.schema.patterns import regex

_ISO = regex(r"\d{4}-\d{2}-\d{2}")
_SHOWN = regex(r"(\d{1,4})[/.\- ]+(\d{1,2})[/.\- ]+(\d{1,4})")
_ORDERS = MappingProxyType({"mdy": (2, 0, 1), "dmy": (2, 1, 0), "ymd": (0, 1, 2)})
"""The positions of year, month and day."""
_LAST_MONTH = 12


async def set_day(context: VerbContext, element: Element, wanted: str) -> ActionReport | None:
    """Set the day. Return None where the element is not a form field, or `wanted` is not a day."""
    if element.role != "Edit" or not _ISO.fullmatch(wanted.strip()):
        return None
    if not is_form_field(context.window, await context.look(settled=False), element):
        return None
    try:
        day = date.fromisoformat(wanted.strip())
    except ValueError:
        return None
    before = element.value or ""
    order = order_of(before)
    if means(before, day, order) and str(day.year) in before:
        return already(f"{named(element)} shows {before!r}", before)
    if not order:
        report = await write_text(context.actor, context.window, element, wanted.strip(), True)
        shown = str(report.value or "")
        if report.effect is Effect.CONFIRMED or (shown and not days_in(shown)):
            return report
        order = order_of(shown)
    if not order and day.day <= _LAST_MONTH and day.day != day.month:
        said = f"{named(element)} does not tell whether it takes the day or the month first; write it as it shows days"
        return report.model_copy(update={"evidence": (*report.evidence, said)})
    report = await write_text(context.actor, context.window, element, _in_order(day, order or "mdy"), True)
    shown = str(report.value or "")
    if report.effect is Effect.UNVERIFIABLE or not means(shown, day, order):
        return report
    said = f"{named(element)} now shows {shown!r}"
    return report.model_copy(update={"effect": Effect.CONFIRMED, "evidence": (said,)})


def days_in(shown: str, order: str = "") -> dict[str, tuple[int, int, int]]:
    """Return the days that the text may mean, by the order of its numbers: the year as shown, the month and the day."""
    match = _SHOWN.fullmatch(shown.strip())
    if match is None:
        return {}
    found = {}
    for name, (year, month, day) in _ORDERS.items():
        numbers = int(match[year + 1]), int(match[month + 1]), int(match[day + 1])
        if (not order or name == order) and _is_day(*numbers):
            found[name] = numbers
    return found


def order_of(shown: str) -> str:
    """Return the only order in which the numbers are a day; "" where several orders are, or none."""
    orders = list(days_in(shown))
    return orders[0] if len(orders) == 1 else ""


def means(shown: str, day: date, order: str = "") -> bool:
    """Tell whether the text is that day in this order, or where the order is unknown, in every order that makes a valid day."""
    days = days_in(shown, order).values()
    years = (day.year, day.year % 100)
    return bool(days) and all(year in years and (month, number) == (day.month, day.day) for year, month, number in days)


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        date(year if year > 99 else 2000 + year, month, day)
    except ValueError:
        return False
    return True


def _in_order(day: date, order: str) -> str:
    parts = dict(zip(_ORDERS[order], (f"{day.year:04}", f"{day.month:02}", f"{day.day:02}"), strict=True))
    return "/".join(parts[place] for place in range(3))
