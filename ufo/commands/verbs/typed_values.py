"""Writes into fields that take a text only once they are left, and into those that show suggestions."""

from __future__ import annotations

from ufo.commands.act.keyboard import type_into
from ufo.commands.act.write_text import write_text
from ufo.commands.effects.judge import same_text
from ufo.commands.observe.control_names import named
from ufo.commands.verbs.context import VerbContext, already, require, same
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Keys, TypeText
from ufo.errors import NotActionable, StaleElement
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.patterns import regex
from ufo.schema.roles import ITEMS

_SHUT_S = 1.0
_CODE = regex(r"\s*(#?)([0-9a-fA-F]{6})\s*")
_LATE_S = 1.0


async def write_alone(context: VerbContext, element: Element, text: str) -> ActionReport:
    """Write the text and close the list of suggestions without taking one. Raises as `write_text` does."""
    before = context.actor.scope.selection.latest(context.window.id)
    report = await write_text(context.actor, context.window, element, text, True)
    after = context.actor.scope.selection.latest(context.window.id)
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
    left = await context.until(lambda snapshot: None if _suggests(snapshot, element, before) else snapshot, _SHUT_S)
    now = None if left is None else same(left, element)
    if now is None or same_text(written.value or "", now.value):
        return report
    said = f"{named(now)} shows {now.value!r} since the list of its suggestions was shut, it showed {written.value!r}"
    effect = Effect.CONFIRMED if same_text(text, now.value) else Effect.PARTIAL
    return ActionReport(value=now.value, effect=effect, route=report.route, evidence=(said,))


def _suggests(snapshot: Snapshot, element: Element, before: Snapshot | None) -> bool:
    """Tell whether list entries have appeared in a window of their own."""
    known = {one.handle.key for one in before or ()}
    return any(
        one.role in ITEMS and one.window and one.window != element.window and one.handle.key not in known
        for one in snapshot
    )


def is_code(element: Element, wanted: str) -> bool:
    """Tell whether a field shows a colour code and the wanted text is one. One of the two must have the "#", since six digits
    alone may be any number.
    """
    shown, asked = _CODE.fullmatch(element.value or ""), _CODE.fullmatch(wanted)
    is_field = element.role == "Edit" and "editable" in element.states and not element.by_sight
    return is_field and shown is not None and asked is not None and bool(shown[1] or asked[1])


async def put_code(context: VerbContext, element: Element, wanted: str) -> ActionReport:
    before = await require(context, element)
    if _digits(before.value) == _digits(wanted):
        return already(f"{named(before)} shows {before.value!r}", before.value)
    sign = "#" if (before.value or "").strip().startswith("#") else ""
    typed = TypeText(sign + _digits(wanted))
    await type_into(context.actor, context.window, before, [Keys(("ctrl", "a")), typed, Keys(("tab",))])
    found = await context.until(lambda snapshot: _left_with(snapshot, element, wanted), _LATE_S)
    if found is not None:
        context.actor.claim(before, found)
        said = f"{named(found)} shows {found.value!r} now that it was left, it showed {before.value!r}"
        return ActionReport(value=found.value, effect=Effect.CONFIRMED, route=Route.KEYBOARD, evidence=(said,))
    left = await context.now(element)
    shown = None if left is None else left.value
    effect = Effect.SUSPECTED_NOOP if shown == before.value else Effect.UNVERIFIABLE if left is None else Effect.PARTIAL
    said = f"{named(element)} shows {shown!r}, not {wanted!r}"
    return ActionReport(value=shown, effect=effect, route=Route.KEYBOARD, evidence=(said,))


def _left_with(snapshot: Snapshot, element: Element, wanted: str) -> Element | None:
    found = same(snapshot, element)
    return (
        found
        if found is not None and "focused" not in found.states and _digits(found.value) == _digits(wanted)
        else None
    )


def _digits(text: str | None) -> str:
    match = _CODE.fullmatch(text or "")
    return "" if match is None else match[2].lower()
