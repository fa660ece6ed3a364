"""Sets the value of any control: text in a field, a number on a slider or in a spin box, a choice, on or off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ufo.commands.act.keyboard import FocusedKeys, type_into
from ufo.commands.act.office_forms import has_forms, is_form_field
from ufo.commands.act.write_text import write_text
from ufo.commands.effects.judge import same_text
from ufo.commands.observe.control_names import named
from ufo.commands.observe.element_text import descendants
from ufo.commands.verbs.check import is_checked, set_checked
from ufo.commands.verbs.combo_box import box_of, write_in
from ufo.commands.verbs.context import VerbContext, already, require, same
from ufo.commands.verbs.date_boxes import boxes_of, is_moment, set_moment
from ufo.commands.verbs.date_sections import sections, set_sections
from ufo.commands.verbs.file_and_colour import put_colour, put_file, takes_colour, takes_file
from ufo.commands.verbs.number_text import may_be, number, same_number
from ufo.commands.verbs.office_date import set_day
from ufo.commands.verbs.rows import Wanted
from ufo.commands.verbs.select import select
from ufo.commands.verbs.shown_month import day_of
from ufo.commands.verbs.typed_values import is_code, put_code, write_alone
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.target import Target
from ufo.desktop.values import Drag, InputEvent, Keys, TypeText
from ufo.errors import NotActionable, StaleElement, ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.geometry import Point
from ufo.schema.roles import BUTTONS_AND_LINKS, CHOOSERS, MENUS_AND_PLAIN_ITEMS, NEVER_SET, ONE_LINE_FIELDS, RANGES

Value = str | int | float | bool

_PRESSED = BUTTONS_AND_LINKS | MENUS_AND_PLAIN_ITEMS
_ON = frozenset({"on", "true", "yes", "checked", "ticked", "1", "selected"})
_OFF = frozenset({"off", "false", "no", "unchecked", "unticked", "0", ""})
_LATE_S = 1.0
_BACK_S = 0.3
_HANDLE_PX = 8
_STEPS_AT_MOST = 200


async def set_value(context: VerbContext, element: Element, value: Value) -> ActionReport:
    """Set the value in the way that fits the control: a number for a slider, a choice for a list, on or off for a check box,
    else text.

    Raises ToolError for a value that it cannot have, NotActionable where it has none.
    """
    _require_no_words(element)
    if _is_pressed(element):
        return await _pick(context, element, _text(value))
    held = await boxes_of(context, element)
    if held:
        return await set_moment(context, element, held, _text(value))
    if _has_calendar(element, value):
        return await select(context, element, (_text(value),))
    in_form = await _in_form(context, element, _text(value))
    return in_form if in_form is not None else await _by_role(context, element, value)


def _require_no_words(element: Element) -> None:
    if element.role in NEVER_SET and "editable" not in element.states and not element.by_sight:
        # A click on the words beside a field would give the focus to that field, or to a part of it.
        raise NotActionable(f"{named(element)} only shows words; use the field that stands beside them")


def _is_pressed(element: Element) -> bool:
    is_plain = element.role in _PRESSED and is_checked(element) is None and not element.by_sight
    return is_plain and "editable" not in element.states


def _has_calendar(element: Element, value: Value) -> bool:
    """Tell whether a day is meant for a field that takes no typed text: such a field opens a calendar."""
    return "readonly" in element.states and element.role in ONE_LINE_FIELDS and day_of(value) is not None


async def _in_form(context: VerbContext, element: Element, wanted: str) -> ActionReport | None:
    """Set a number or a day in a form field of an office document. Return None where the element is not such a field."""
    if not has_forms(context.window):
        return None
    if element.role != "Spinner":
        return await set_day(context, element, wanted)
    if not is_form_field(context.window, await context.look(settled=False), element):
        return None
    if element.value is None:
        raise NotActionable(f"{named(element)} reports no value; click its arrows, and look at its picture")
    return await write_text(context.actor, context.window, element, wanted, True)


async def _by_role(context: VerbContext, element: Element, value: Value) -> ActionReport:
    if is_checked(element) is not None and element.role not in CHOOSERS:
        return await set_checked(context, element, _switch(element, value))
    if element.role in CHOOSERS and not (element.role == "ComboBox" and "editable" in element.states):
        return await _choose_or_write(context, element, _text(value))
    if is_code(element, _text(value)):
        return await put_code(context, element, _text(value))
    if element.role == "Edit":
        box = box_of(await context.look(settled=False), element)
        if box is not None and box.enters == "enter":
            # Such a tool bar box takes a text only when Enter is pressed.
            return await write_in(context, box, _text(value))
    if element.role in RANGES and number(_text(value)) is not None:
        return await _set_number(context, element, _text(value))
    if element.role == "Spinner":
        has_parts = "editable" not in element.states and sections(element.value) is not None
        enter = set_sections if has_parts and is_moment(_text(value)) else _enter
        return await enter(context, element, _text(value))
    return await write_alone(context, element, _text(value))


async def _pick(context: VerbContext, element: Element, text: str) -> ActionReport:
    if takes_file(context.window, element, text):
        return await put_file(context, element, text)
    if takes_colour(context.window, element, text):
        return await put_colour(context, element, text)
    # Typed keys may press a button.
    raise NotActionable(f"{named(element)} takes no value; press it, and look what it opens")


async def _choose_or_write(context: VerbContext, element: Element, text: str) -> ActionReport:
    """Choose an entry, or else write the text. A combo box may contain a field that also takes other words, and only that field
    may report what the box shows.
    """
    field = _field_in(await context.seen(element), element)
    if field is not None and element.value is None:
        return await write_alone(context, field, text)
    try:
        return await select(context, element, (text,))
    except ToolError:
        field = _field_in(await context.look(), element)
        if field is None:
            raise
    return await write_alone(context, field, text)


def _field_in(snapshot: Snapshot, box: Element) -> Element | None:
    inside = descendants(snapshot, box) if box.role == "ComboBox" else ()
    return next((one for one in inside if one.role == "Edit" and "editable" in one.states), None)


async def _enter(context: VerbContext, element: Element, wanted: str) -> ActionReport:
    """Type words into a spin box and leave it. The box takes them only when it loses the focus; until then it just shows them."""
    if element.by_sight or has_forms(context.window):
        return await _write_and_leave(context, element, wanted)
    before = await require(context, element)
    if same_text(wanted, before.value):
        return already(f"{named(before)} shows {before.value!r}", before.value)
    typed: InputEvent = TypeText(wanted) if wanted else Keys(("delete",))
    await type_into(context.actor, context.window, before, [Keys(("ctrl", "a")), typed, Keys(("tab",))])
    found = await context.until(lambda snapshot: _left_with(snapshot, element, wanted), _LATE_S)
    if found is not None and not await context.until(lambda snapshot: _lost(snapshot, element, wanted), _BACK_S):
        context.actor.claim(before, found)
        said = f"{named(found)} shows {found.value!r} now that it was left, it showed {before.value!r}"
        return ActionReport(value=found.value, effect=Effect.CONFIRMED, route=Route.KEYBOARD, evidence=(said,))
    left = await context.now(element)
    if left is None or same_text(wanted, left.value):
        said = f"{named(element)} is gone" if left is None else f"{named(left)} shows {left.value!r}, and was not left"
        return ActionReport(effect=Effect.UNVERIFIABLE, route=Route.KEYBOARD, evidence=(said,))
    effect = Effect.SUSPECTED_NOOP if left.value == before.value else Effect.PARTIAL
    said = f"{named(left)} shows {left.value!r} once it was left: it does not take {wanted!r}"
    return ActionReport(value=left.value, effect=effect, route=Route.KEYBOARD, evidence=(said,))


async def _write_and_leave(context: VerbContext, element: Element, wanted: str) -> ActionReport:
    """Write the text and leave the field, then check whether leaving it brought the old text back."""
    before = await require(context, element)
    report = await write_text(context.actor, context.window, element, wanted, True)
    if report.route is not Route.KEYBOARD:
        return report
    await context.actor.send(context.window, [Keys(("tab",))])
    back = await context.until(lambda snapshot: _reads(snapshot, element, before.value or ""), _BACK_S)
    if back is None:
        return report
    said = f"{named(back)} shows {back.value!r} again once it was left: it does not take {wanted!r}"
    return ActionReport(value=back.value, effect=Effect.SUSPECTED_NOOP, route=report.route, evidence=(said,))


def _left_with(snapshot: Snapshot, element: Element, wanted: str) -> Element | None:
    found = _reads(snapshot, element, wanted)
    return found if found is not None and "focused" not in found.states else None


def _lost(snapshot: Snapshot, element: Element, wanted: str) -> bool | None:
    return True if _reads(snapshot, element, wanted) is None else None


def _reads(snapshot: Snapshot, element: Element, wanted: str) -> Element | None:
    found = same(snapshot, element)
    return found if found is not None and same_text(wanted, found.value) else None


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _switch(element: Element, value: Value) -> bool:
    word = _text(value).strip().casefold()
    if word in _ON | _OFF:
        return word in _ON
    raise ToolError(f"{named(element)} is on or off, not {_text(value)!r}; give true or false")


async def _set_number(context: VerbContext, element: Element, wanted: str) -> ActionReport:
    current = await require(context, element)
    if same_text(wanted, current.value) or same_number(wanted, current.value):
        return already(f"{named(current)} is {current.value}", current.value)
    before, route = current.value, None
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
        held = await context.until(lambda snapshot: _shows(snapshot, current, wanted), _LATE_S)
        if held is not None:
            context.actor.claim(current, held)
            said = f"{named(current)} is {wanted} now, it was {before}"
            return ActionReport(value=wanted, effect=Effect.CONFIRMED, route=route, evidence=(said,))
        if way is _by_value and current.role == "Slider" and await _has_moved(context, current):
            # It went to the nearest number that it takes; another way would only lead it away from there.
            break
    if route is None:
        raise NotActionable(f"{named(current)} takes no value; use the keyboard or the pointer on it")
    return await _missed_number(context, current, wanted, route)


async def _missed_number(context: VerbContext, current: Element, wanted: str, route: Route) -> ActionReport:
    left = await context.now(current)
    if left is None:
        return ActionReport(effect=Effect.UNVERIFIABLE, route=route, evidence=(f"{named(current)} is gone",))
    effect = Effect.SUSPECTED_NOOP if left.value == current.value else Effect.PARTIAL
    said = f"{named(current)} is {left.value}, not {wanted}"
    if may_be(wanted, left.value):
        effect = Effect.UNVERIFIABLE
        said = f"{named(current)} is {left.value}, which may be {wanted} or another number: its decimal sign is unknown"
    return ActionReport(value=left.value, effect=effect, route=route, evidence=(said,))


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
    if await context.until(lambda snapshot: _has_focus(snapshot, element), _LATE_S) is None:
        # Browsers report a new focus late: text typed before that goes to the field that had the focus.
        await context.click(current)
        if await context.until(lambda snapshot: _has_focus(snapshot, element), _LATE_S) is None:
            return None
    events: list[InputEvent] = [Keys(("ctrl", "a")), TypeText(wanted), Keys(("tab",))]
    return await (await FocusedKeys.of(context.actor, context.window, current)).send(events, tells=True)


async def _by_dragging(context: VerbContext, element: Element, wanted: str) -> Route | None:
    """Drag the slider's handle to the place of the number. The Home and End keys find the slider's least and greatest value
    first.
    """
    now, goal = number(element.value or ""), number(wanted)
    if element.role != "Slider" or now is None or goal is None:
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
    """Step with the arrow keys. The first press tells the size of a step; where the value stays, at its end, try the other
    direction.
    """
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


def _has_focus(snapshot: Snapshot, element: Element) -> Element | None:
    found = same(snapshot, element)
    return found if found is not None and "focused" in found.states else None


def _place(element: Element, part: float) -> Point:
    """Return the point at a fraction of the slider: from left to right on a horizontal one, from top to bottom on a vertical
    one.
    """
    rect = element.rect
    if rect.width >= rect.height:
        return Point(round(rect.x + _HANDLE_PX + (rect.width - 2 * _HANDLE_PX) * part), rect.center.y)
    return Point(rect.center.x, round(rect.y + _HANDLE_PX + (rect.height - 2 * _HANDLE_PX) * part))


def _shows(snapshot: Snapshot, element: Element, wanted: str) -> Element | None:
    found = same(snapshot, element)
    return found if found is not None and same_number(wanted, found.value, element.value) else None


async def choose_value(context: VerbContext, element: Element, items: Sequence[Wanted]) -> ActionReport:
    """Select the `items` as `select` does. A day, month, week, time, colour or number of a field that has no entries is set as a
    value, with its calendar or chooser left closed. Raises ToolError as they do.
    """
    if len(items) == 1 and await _holds_value(context, element, str(items[0])):
        return await set_value(context, element, items[0])
    return await select(context, element, items)


async def _holds_value(context: VerbContext, element: Element, text: str) -> bool:
    if element.role in RANGES:
        return number(text) is not None
    if takes_colour(context.window, element, text):
        return True
    return bool(await boxes_of(context, element))
