"""Sets a slider, a spin box or a scroll bar to a number: by its own action, by typing, by dragging, and by the arrow keys. Reads
numbers as controls show them: with a currency sign before, a unit after, and thousands separators.
"""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType

from ufo.desktop.snapshot import Element
from ufo.desktop.target import Target
from ufo.desktop.values import Drag, InputEvent, Keys, TypeText
from ufo.errors import NotActionable, StaleElement
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.geometry import Point
from ufo.schema.roles import RANGES
from ufo.tools.act.keyboard import FocusedKeys
from ufo.tools.effects.judge import same_text
from ufo.tools.observe.control_names import named
from ufo.tools.verbs.context import CALLED_S, VerbContext, already, require

_LATE_S = 1.0
_HANDLE_PX = 8
_STEPS_AT_MOST = 200
_WANTED = re.compile(r"\s*(-?\d+(?:[.,](\d+))?)\s*(\D{0,8})")
_BASED = re.compile(r"\s*(0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+)\s*")
_SHOWN = re.compile(r"\s*([^\d\s.,'+\-\u2212]{0,4})\s*([-\u2212+]?)(\d[\d.,'\u2019\xa0\u202f ]*)(\D{0,12})")
_SET_APART = re.compile(r"['\u2019\xa0\u202f ]")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:[.,]\d{3})+")
_INCH_MM = 25.4
_MM = MappingProxyType(
    {"mm": 1.0, "cm": 10.0, "m": 1000.0, "in": _INCH_MM, "″": _INCH_MM, '"': _INCH_MM, "pt": _INCH_MM / 72, "pc": _INCH_MM / 6}
)  # fmt: skip


async def set_number(context: VerbContext, element: Element, wanted: str) -> ActionReport:
    current = await require(context, element)
    if same_text(wanted, current.value) or same_number(wanted, current.value):
        return already(f"{named(current)} is {current.value}", current.value)
    route: Route | None = None
    for way in (_by_value, _by_typing, _by_dragging, _by_stepping):
        try:
            tried = await way(context, current, wanted)
        except (StaleElement, NotActionable):
            # A way may have acted on the control already, so a refusal (which means that nothing was done) would be wrong.
            if route is None and not await _has_moved(context, current):
                raise
            route = route or Route.KEYBOARD
            continue
        if tried is None:
            continue
        route = tried
        patience_s = CALLED_S if way is _by_value else _LATE_S
        held = await context.until_it(current, lambda now: same_number(wanted, now.value, current.value), patience_s)
        if held is not None:
            return context.confirm(
                current, held, f"{named(current)} is {wanted} now, it was {current.value}", route, wanted
            )
        if way is _by_value and current.role == "Slider" and await _has_moved(context, current):
            # It went to the nearest number that it takes; another way would only lead it away from there.
            break
    if route is None:
        raise NotActionable(f"{named(current)} takes no value; use the keyboard or the pointer on it")
    return await _missed(context, current, wanted, route)


async def _missed(context: VerbContext, current: Element, wanted: str, route: Route) -> ActionReport:
    left = await context.now(current)
    if left is None:
        return ActionReport.of(Effect.UNVERIFIABLE, f"{named(current)} is gone", route)
    effect = Effect.SUSPECTED_NOOP if left.value == current.value else Effect.PARTIAL
    said = f"{named(current)} is {left.value}, not {wanted}"
    if may_be(wanted, left.value):
        effect = Effect.UNVERIFIABLE
        said = f"{named(current)} is {left.value}, which may be {wanted} or another number: its decimal sign is unknown"
    return ActionReport.of(effect, said, route, left.value)


async def _has_moved(context: VerbContext, element: Element) -> bool:
    now = await context.now(element)
    return now is None or now.value != element.value


async def _by_value(context: VerbContext, element: Element, wanted: str) -> Route | None:
    return await context.act(element, "set_value", wanted)


async def _by_typing(context: VerbContext, element: Element, wanted: str) -> Route | None:
    """Type the number into a spin box as a person does. Tab makes the box take it."""
    if element.role != "Spinner":
        return None
    current = await context.actor.ready(element)
    await context.actor.focus(current, context.window)
    if await context.until_it(element, _has_focus, _LATE_S) is None:
        # Browsers report a new focus late: text typed before that goes to the field that had the focus.
        await context.click(current)
        if await context.until_it(element, _has_focus, _LATE_S) is None:
            return None
    events: list[InputEvent] = [Keys(("ctrl", "a")), TypeText(wanted), Keys(("tab",))]
    return await (await FocusedKeys.of(context.actor, context.window, current)).send(events, tells=True)


def _has_focus(element: Element) -> bool:
    return "focused" in element.states


async def _by_dragging(context: VerbContext, element: Element, wanted: str) -> Route | None:
    """Drag the slider's handle to the place of the number. The Home and End keys find its least and greatest value first."""
    goal = number(wanted)
    if element.role != "Slider" or number(element.value or "") is None or goal is None:
        return None
    ends = []
    for key in ("home", "end"):
        await context.keys(element, (key,))
        found = await context.now(element)
        ends.append(number(found.value or "") if found is not None else None)
    low, high = ends
    if low is None or high is None or low == high:
        return None
    current = await context.actor.ready(element)
    start, end = _place(current, 1.0), _place(current, (goal - low) / (high - low))
    await context.actor.aiming.uncover(context.window, start, current)
    hit = await context.actor.aiming.require_hit(Target(context.window.id, current), context.window, start)
    confirmed = await context.desktop.target(context.window.id, current.handle)
    if confirmed.element is None or confirmed.element.rect != current.rect:
        raise StaleElement(f"{named(current)} does not stand still; wait until it does, then look again")
    await context.desktop.send(replace(hit, fingerprint=confirmed.fingerprint), [Drag(start, end)])
    return Route.POINTER


async def _by_stepping(context: VerbContext, element: Element, wanted: str) -> Route | None:
    """Step with the arrow keys. The first press tells the size of a step, or that the value is at its end that way."""
    before = await context.now(element)
    if element.role not in RANGES - {"Spinner"} or before is None:
        return None
    start, goal = number(before.value or ""), number(wanted)
    for key, back in (("right", "left"), ("left", "right")):
        await context.keys(before, (key,))
        after = await context.now(element)
        now = None if after is None else number(after.value or "")
        if after is None or now is None or start is None or goal is None:
            return None
        if now != start:
            count = round((goal - now) / (now - start))
            steps = [(key,) if count > 0 else (back,)] * abs(count)
            return await context.keys(after, *steps) if len(steps) <= _STEPS_AT_MOST else None
    return None


def _place(element: Element, part: float) -> Point:
    """Return the point at a fraction of the slider: from left to right, or from top to bottom on a vertical one."""
    rect = element.rect
    if rect.width >= rect.height:
        return Point(round(rect.x + _HANDLE_PX + (rect.width - 2 * _HANDLE_PX) * part), rect.center.y)
    return Point(rect.center.x, round(rect.y + _HANDLE_PX + (rect.height - 2 * _HANDLE_PX) * part))


def number(text: str) -> float | None:
    """Return a plain number, also with a unit ("5", "0,5", "12 pt") or of another base ("0x1F"); None for others."""
    based = _BASED.fullmatch(text)
    if based is not None:
        return float(int(based[1], 0))
    match = _WANTED.fullmatch(text)
    return float(match[1].replace(",", ".")) if match else None


def same_number(wanted: str, shown: str | None, before: str | None = None) -> bool:
    """Tell whether both are the same number. A wanted unit must be the unit shown, or a length must be equal as far as the
    shown digits tell. `before`: what the field showed before it was set, which tells what its point and comma mean; where
    nothing does, "1,234" equals neither of the two numbers that it may mean.
    """
    first, unit = number(wanted), _unit(wanted)
    found = readings(shown or "", before)
    if first is None or len(found) != 1:
        return first is not None and wanted.strip() == (shown or "").strip()
    second, decimals, shown_unit = found[0]
    if not unit or unit == shown_unit:
        return abs(first - second) <= 1e-9 * max(1.0, abs(first))
    if unit not in _MM or shown_unit not in _MM:
        return False
    least = _MM[shown_unit] * 10.0**-decimals
    return abs(first * _MM[unit] - second * _MM[shown_unit]) <= 0.51 * least


def may_be(wanted: str, shown: str | None) -> bool:
    """Tell whether the wanted number is one of several that the shown text may mean."""
    first, found = number(wanted), readings(shown or "")
    return len(found) > 1 and any(first == entry[0] for entry in found)


def readings(shown: str, before: str | None = None) -> tuple[tuple[float, int, str], ...]:
    """Return the numbers that the text may mean, each with its count of decimals and its unit. Empty where it is not a number."""
    based = number(shown) if _BASED.fullmatch(shown) else None
    if based is not None:
        return ((based, 0, ""),)
    match = _SHOWN.fullmatch(shown)
    if match is None:
        return ()
    sign = -1.0 if match[2] in ("-", "\u2212") else 1.0
    unit = match[4].strip().casefold()
    found = [(whole, part) for whole, part in _split(match[3].strip()) if whole]
    if len(found) == 2:
        found = [found[0]] if unit in _MM else _decided_by(found, shown, before)
    return tuple((sign * float(f"{whole}.{part or 0}"), len(part), unit) for whole, part in found)


def _split(digits: str) -> list[tuple[str, str]]:
    """Return the digits before and after the decimal sign, then those of the reading in which it separates thousands."""
    digits = _SET_APART.sub("", digits).rstrip(".,")
    signs = [digit for digit in digits if digit in ".,"]
    if not signs:
        return [(digits, "")]
    whole, part = re.split(r"[.,](?=[^.,]*$)", digits)
    if len(set(signs)) == 2:
        return [(re.sub("[.,]", "", whole), part)] if signs.count(signs[-1]) == 1 else []
    joined = re.sub("[.,]", "", digits)
    if len(signs) > 1:
        return [(joined, "")] if _THOUSANDS.fullmatch(digits) else []
    return [(whole, part), (joined, "")] if _THOUSANDS.fullmatch(digits) else [(whole, part)]


def _decided_by(found: list[tuple[str, str]], shown: str, before: str | None) -> list[tuple[str, str]]:
    """Decide between two readings by what the field showed before: its decimal sign, or a whole number without one."""
    match = None if before is None or before == shown else _SHOWN.fullmatch(before)
    if match is None:
        return found
    sign = next(text for text in shown if text in ".,")
    earlier = _split(match[3].strip())
    if len(earlier) != 1:
        return found
    has_decimals = bool(earlier[0][1])
    last = next((text for text in reversed(match[3]) if text in ".,"), "")
    if has_decimals:
        # Where the earlier decimal sign differs, this sign separates thousands; where it is the same, it does not.
        return [found[0]] if last == sign else [found[1]]
    return [found[1]]


def _unit(text: str) -> str:
    match = _WANTED.fullmatch(text)
    return "" if match is None or _BASED.fullmatch(text) else match[3].strip().casefold()
