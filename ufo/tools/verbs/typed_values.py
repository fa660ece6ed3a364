"""Writes into fields that take a text only once they are left, into those that show suggestions, and days into LibreOffice forms.

A field for a colour code (#12ab9f), as colour choosers have them, shows a value that is set by an accessible call, but the
chooser keeps its old colour (Qt), or takes the new one only when the field is left (GTK). So does a spin box with a word.
Forms of LibreOffice take and show days in an order of their own that they do not report: 12/24/26 for 2026-12-24. A date
field that cannot read what is written shows its old value again. The order is known where only one order of the numbers, in
what the field shows now or showed before, makes a valid day.
"""

from __future__ import annotations

from datetime import date
from types import MappingProxyType

from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import InputEvent, Keys, TypeText
from ufo.errors import NotActionable, StaleElement
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.patterns import regex
from ufo.schema.roles import ITEMS
from ufo.tools.act.keyboard import type_into
from ufo.tools.act.office_fields import has_forms, is_form_field
from ufo.tools.act.write_text import write_text
from ufo.tools.effects.judge import same_text
from ufo.tools.observe.control_names import named
from ufo.tools.verbs.context import VerbContext, already, already_shows, require, same

_CODE = regex(r"\s*(#?)([0-9a-fA-F]{6})\s*")
_LATE_S, _BACK_S = 1.0, 0.3
_ISO = regex(r"\d{4}-\d{2}-\d{2}")
_SHOWN = regex(r"(\d{1,4})[/.\- ]+(\d{1,2})[/.\- ]+(\d{1,4})")
_ORDERS = MappingProxyType({"mdy": (2, 0, 1), "dmy": (2, 1, 0), "ymd": (0, 1, 2)})
"""The positions of year, month and day."""
_LAST_MONTH = 12


async def write_alone(context: VerbContext, element: Element, text: str) -> ActionReport:
    """Write the text, and close the list of suggestions, which would cover the next field. Raises as `write_text` does."""
    before = context.newest
    report = await write_text(context.actor, context.window, element, text, True)
    after = context.newest
    if report.route is not Route.KEYBOARD or after is None or not _suggests(after, element, before):
        return report
    written = same(after, element)
    if written is None or "password" in written.states:
        return report
    try:
        await type_into(context.actor, context.window, written, [Keys(("escape",))])
    except (StaleElement, NotActionable):
        # The text is written, whatever became of the list.
        return report
    left = await context.until(lambda look: None if _suggests(look, element, before) else look, _LATE_S)
    now = None if left is None else same(left, element)
    if now is None or same_text(written.value or "", now.value):
        return report
    said = f"{named(now)} shows {now.value!r} since the list of its suggestions was shut, it showed {written.value!r}"
    effect = Effect.CONFIRMED if same_text(text, now.value) else Effect.PARTIAL
    return ActionReport.of(effect, said, report.route, now.value)


def _suggests(look: Snapshot, element: Element, before: Snapshot | None) -> bool:
    """Tell whether list entries have appeared in a window of their own."""
    known = {shown.handle.key for shown in before or ()}
    return any(
        shown.role in ITEMS and shown.window not in ("", element.window) and shown.handle.key not in known
        for shown in look
    )


def is_code(element: Element, wanted: str) -> bool:
    """Tell whether a field shows a colour code and one is wanted. One of them has the "#": six digits may be any number."""
    shown, asked = _CODE.fullmatch(element.value or ""), _CODE.fullmatch(wanted)
    is_field = element.role == "Edit" and "editable" in element.states and not element.by_sight
    return is_field and shown is not None and asked is not None and bool(shown[1] or asked[1])


async def put_code(context: VerbContext, element: Element, wanted: str) -> ActionReport:
    before = await require(context, element)
    if _digits(before.value) == _digits(wanted):
        return already_shows(before)
    sign = "#" if (before.value or "").strip().startswith("#") else ""
    await _type_and_leave(context, before, sign + _digits(wanted))
    found = await context.until_it(
        element, lambda now: "focused" not in now.states and _digits(now.value) == _digits(wanted), _LATE_S
    )
    if found is not None:
        return context.shows_now(before, found, Route.KEYBOARD, "now that it was left")
    return await context.missed(before, wanted, Route.KEYBOARD)


def _digits(text: str | None) -> str:
    match = _CODE.fullmatch(text or "")
    return "" if match is None else match[2].lower()


async def _type_and_leave(context: VerbContext, element: Element, text: str) -> None:
    typed: InputEvent = TypeText(text) if text else Keys(("delete",))
    await type_into(context.actor, context.window, element, [Keys(("ctrl", "a")), typed, Keys(("tab",))])


async def enter(context: VerbContext, element: Element, wanted: str) -> ActionReport:
    """Type words into a spin box and leave it. The box takes them only when it loses the focus; until then it just shows them."""
    before = await require(context, element)
    if element.by_sight or has_forms(context.window):
        return await _write_and_leave(context, element, before, wanted)
    if same_text(wanted, before.value):
        return already_shows(before)
    await _type_and_leave(context, before, wanted)
    found = await context.until_it(
        element, lambda now: "focused" not in now.states and same_text(wanted, now.value), _LATE_S
    )
    if found is not None and not await context.until(lambda look: _lost(look, element, wanted), _BACK_S):
        return context.shows_now(before, found, Route.KEYBOARD, "now that it was left")
    left = await context.now(element)
    if left is None or same_text(wanted, left.value):
        said = f"{named(element)} is gone" if left is None else f"{named(left)} shows {left.value!r}, and was not left"
        return ActionReport.of(Effect.UNVERIFIABLE, said, Route.KEYBOARD)
    effect = Effect.SUSPECTED_NOOP if left.value == before.value else Effect.PARTIAL
    said = f"{named(left)} shows {left.value!r} once it was left: it does not take {wanted!r}"
    return ActionReport.of(effect, said, Route.KEYBOARD, left.value)


def _lost(look: Snapshot, element: Element, wanted: str) -> bool | None:
    now = same(look, element)
    return None if now is not None and same_text(wanted, now.value) else True


async def _write_and_leave(context: VerbContext, element: Element, before: Element, wanted: str) -> ActionReport:
    """Write the text and leave the field, then check whether leaving it brought the old text back."""
    report = await write_text(context.actor, context.window, element, wanted, True)
    if report.route is not Route.KEYBOARD:
        return report
    await context.actor.send(context.window, [Keys(("tab",))])
    back = await context.until_it(element, lambda now: same_text(before.value or "", now.value), _BACK_S)
    if back is None:
        return report
    said = f"{named(back)} shows {back.value!r} again once it was left: it does not take {wanted!r}"
    return ActionReport.of(Effect.SUSPECTED_NOOP, said, report.route, back.value)


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
