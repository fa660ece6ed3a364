"""Writes into fields for a colour code (#12ab9f), as colour choosers have them.

Such a field takes only what is typed before it loses the focus. A value set by an accessible call is shown, but the chooser
keeps its old colour (Qt), or takes the new one only when the field is left (GTK).
"""

from __future__ import annotations

from ufo.commands.act.keyboard import type_into
from ufo.commands.observe.control_names import named
from ufo.commands.verb.context import VerbContext, already, require, same
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Keys, TypeText
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.patterns import regex

_CODE = regex(r"\s*(#?)([0-9a-fA-F]{6})\s*")
_LATE_S = 1.0


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
