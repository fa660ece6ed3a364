"""Sets a day, month, week or time in a field with a box for each part, as browsers show `<input type=date>`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ufo.commands.act.keyboard import type_into
from ufo.commands.observe.control_names import named
from ufo.commands.observe.element_text import descendants
from ufo.commands.values.moments import parts_of, reads, typed
from ufo.commands.verb.context import VerbContext, already, same
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import TypeText
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import BOXES, EDITS_AND_SPINNERS

Boxes = Mapping[str, Element]

_CALLED = MappingProxyType(
    {
        "year": "year",
        "month": "month",
        "week": "week",
        "day": "day",
        "hour": "hour",
        "hours": "hour",
        "minute": "minute",
        "minutes": "minute",
        "second": "second",
        "seconds": "second",
        "millisecond": "millisecond",
        "milliseconds": "millisecond",
        "am/pm": "half",
    }
)
_LEAST = (frozenset({"year", "month"}), frozenset({"year", "week"}), frozenset({"hour", "minute"}))
OF_BOXES = BOXES | {"Edit"}
_LATE_S = 1.0


def boxes(snapshot: Snapshot, element: Element) -> Boxes:
    """Return the boxes from left to right by the part that they hold, which the first word of a box's name tells. Empty where
    there are none.
    """
    if element.role not in OF_BOXES:
        return {}
    inside = sorted(
        (one for one in descendants(snapshot, element) if one.role in EDITS_AND_SPINNERS), key=lambda one: one.rect.x
    )
    parts = [_CALLED.get((one.name or one.label or "").casefold().partition(" ")[0], "") for one in inside]
    is_one = len(set(parts)) == len(parts) and all(parts)
    return dict(zip(parts, inside, strict=True)) if is_one and any(least <= set(parts) for least in _LEAST) else {}


async def set_moment(context: VerbContext, element: Element, wanted: str) -> ActionReport:
    """Type `wanted` (written as `parts_of` takes it) into each box. Browsers ignore values that are set on the boxes
    themselves.
    """
    held = boxes(await context.look(), element)
    numbers = parts_of(wanted, held)
    if _shows(held, numbers):
        return already(f"{named(element)} shows {wanted}", wanted)
    before = _as_text(held)
    found = None
    for attempt in range(max(len(typed(part, number)) for part, number in numbers.items())):
        await _type(context, element, numbers, attempt)
        found = await context.until(lambda snapshot: _if_shown(snapshot, element, numbers), _LATE_S)
        if found is not None:
            break
    if found is not None:
        doubt = ", which it says is not valid" if "invalid" in found.states else ""
        said = f"{named(element)} shows {wanted} now{doubt}"
        return ActionReport(value=wanted, effect=Effect.CONFIRMED, route=Route.KEYBOARD, evidence=(said,))
    left = boxes(await context.look(), element)
    if not left:
        said = f"{named(element)} shows nothing that can be read any more"
        return ActionReport(effect=Effect.UNVERIFIABLE, route=Route.KEYBOARD, evidence=(said,))
    shown = _as_text(left)
    effect = Effect.SUSPECTED_NOOP if shown == before else Effect.PARTIAL
    said = f"{named(element)} shows {shown}, not {wanted}"
    return ActionReport(value=shown, effect=effect, route=Route.KEYBOARD, evidence=(said,))


async def _type(context: VerbContext, element: Element, numbers: Mapping[str, int], attempt: int) -> None:
    """Type into the boxes that do not show their number yet, each as the newest look finds it."""
    for part, number in numbers.items():
        box = boxes(await context.look(settled=False), element).get(part)
        ways = typed(part, number)
        if box is not None and attempt < len(ways) and not reads(part, box.value, number):
            await type_into(context.actor, context.window, box, [TypeText(ways[attempt])])


def _as_text(held: Boxes) -> str:
    return ", ".join(f"{part} {box.value or '?'}" for part, box in held.items() if part != "half") + (
        f" {held['half'].value or '?'}" if "half" in held else ""
    )


def _shows(held: Boxes, numbers: Mapping[str, int]) -> bool:
    return held.keys() == numbers.keys() and all(reads(part, held[part].value, numbers[part]) for part in numbers)


def _if_shown(snapshot: Snapshot, element: Element, numbers: Mapping[str, int]) -> Element | None:
    found = same(snapshot, element)
    return found if found is not None and _shows(boxes(snapshot, found), numbers) else None
