"""Sets a slider, a spin box or a scroll bar to a number: by its own action, by typing, by dragging, and by the arrow keys."""

from __future__ import annotations

from dataclasses import replace

from ufo.commands.act.keyboard import FocusedKeys
from ufo.commands.effects.judge import same_text
from ufo.commands.observe.control_names import named
from ufo.commands.verbs.context import VerbContext, already, require
from ufo.commands.verbs.number_text import may_be, number, same_number
from ufo.desktop.snapshot import Element
from ufo.desktop.target import Target
from ufo.desktop.values import Drag, InputEvent, Keys, TypeText
from ufo.errors import NotActionable, StaleElement
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.geometry import Point
from ufo.schema.roles import RANGES

_LATE_S = 1.0
_HANDLE_PX = 8
_STEPS_AT_MOST = 200


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
        held = await context.until_it(current, lambda now: same_number(wanted, now.value, current.value), _LATE_S)
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
