"""A day in a field that is made of boxes for year, month and day, as browsers show `<input type=date>`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from ufo.commands.reading import descendants
from ufo.commands.verbs.hands import Hands, already, same
from ufo.commands.verbs.labels import named
from ufo.desktop.backend import Click, InputEvent, TypeText
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route

_WIDTHS = {"year": 4, "month": 2, "day": 2}
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})\s*")
_LATE_S = 1.0


def boxes(snapshot: Snapshot, element: Element) -> Mapping[str, Element]:
    """The boxes by what they hold; empty where there are none. The first word of a box's name tells."""
    spinners = [one for one in descendants(snapshot, element) if one.role == "Spinner"]
    found = {(one.name or one.label or "").casefold().partition(" ")[0]: one for one in spinners}
    return {part: found[part] for part in _WIDTHS} if found.keys() >= _WIDTHS.keys() else {}


async def set_day(hands: Hands, element: Element, wanted: str) -> ActionReport:
    """`wanted` as 2026-12-24. Typed into each box, since what the boxes are told by themselves browsers pass over."""
    digits = _digits(wanted)
    held = boxes(await hands.look(), element)
    if _shows(held, digits):
        return already(f"{named(element)} shows {wanted}", wanted)
    for part, box in sorted(held.items(), key=lambda item: item[1].rect.x):
        current = await hands.actor.ready(box)
        point = await hands.actor.aiming.reachable(hands.window, current.rect)
        await hands.actor.aiming.uncover(hands.window, point, current)
        await hands.actor.activate(hands.window)
        events: list[InputEvent] = [Click(point), TypeText(digits[part])]
        await hands.desktop.input(events, hands.window.id)
    found = await hands.until(lambda snapshot: _if_shown(snapshot, element, digits), _LATE_S)
    if found is not None:
        said = f"{named(element)} shows {wanted} now"
        return ActionReport(value=wanted, effect=Effect.CONFIRMED, route=Route.KEYBOARD, evidence=(said,))
    left = boxes(await hands.look(), element)
    told = "-".join(left[part].value or "?" for part in _WIDTHS) if left else "nothing that can be read"
    said = f"{named(element)} shows {told}, not {wanted}"
    return ActionReport(value=told, effect=Effect.PARTIAL, route=Route.KEYBOARD, evidence=(said,))


def _digits(text: str) -> dict[str, str]:
    match = _ISO.fullmatch(text.strip())
    try:
        day = date(int(match[1]), int(match[2]), int(match[3])) if match else None
    except ValueError:
        day = None
    if day is None:
        raise ToolError(f"{text!r} is no day; write it as 2026-12-24")
    return {"year": f"{day.year:04}", "month": f"{day.month:02}", "day": f"{day.day:02}"}


def _shows(held: Mapping[str, Element], digits: Mapping[str, str]) -> bool:
    return bool(held) and all(
        (box.value or "").strip().zfill(_WIDTHS[part]) == digits[part] for part, box in held.items()
    )


def _if_shown(snapshot: Snapshot, element: Element, digits: Mapping[str, str]) -> Element | None:
    found = same(snapshot, element)
    return found if found is not None and _shows(boxes(snapshot, found), digits) else None
