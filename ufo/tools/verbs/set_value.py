"""Sets the value of any control: text in a field, a number on a slider or in a spin box, a choice, on or off."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.snapshot import Element, Snapshot, descendants
from ufo.errors import NotActionable, ToolError
from ufo.schema.command import ActionReport
from ufo.schema.roles import BUTTONS_AND_LINKS, CHOOSERS, MENUS_AND_PLAIN_ITEMS, NEVER_SET, ONE_LINE_FIELDS, RANGES
from ufo.tools.act.office_fields import has_forms, is_form_field
from ufo.tools.act.write_text import write_text
from ufo.tools.observe.control_names import named
from ufo.tools.verbs.check import is_checked, set_checked
from ufo.tools.verbs.combo_box import box_of, write_in
from ufo.tools.verbs.context import VerbContext
from ufo.tools.verbs.date_boxes import boxes_of, is_moment, set_moment
from ufo.tools.verbs.date_sections import sections, set_sections
from ufo.tools.verbs.file_and_colour import put_colour, put_file, takes_colour, takes_file
from ufo.tools.verbs.rows import Wanted
from ufo.tools.verbs.select import select
from ufo.tools.verbs.set_number import number, set_number
from ufo.tools.verbs.shown_month import day_of
from ufo.tools.verbs.typed_values import enter, is_code, put_code, set_day, write_alone

Value = str | int | float | bool

_PRESSED = BUTTONS_AND_LINKS | MENUS_AND_PLAIN_ITEMS
_ON = frozenset({"on", "true", "yes", "checked", "ticked", "1", "selected"})
_OFF = frozenset({"off", "false", "no", "unchecked", "unticked", "0", ""})


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
    return takes_colour(context.window, element, text) or bool(await boxes_of(context, element))


async def set_value(context: VerbContext, element: Element, value: Value) -> ActionReport:
    """Set the value in the way that fits the control: a number for a slider, a choice for a list, on or off for a check box,
    else text. Raises ToolError for a value that it cannot have, NotActionable where it has none.
    """
    text, is_plain = _text(value), "editable" not in element.states and not element.by_sight
    if element.role in NEVER_SET and is_plain:
        # A click on the words beside a field would give the focus to that field, or to a part of it.
        raise NotActionable(f"{named(element)} only shows words; use the field that stands beside them")
    if element.role in _PRESSED and is_checked(element) is None and is_plain:
        return await _pick(context, element, text)
    held = await boxes_of(context, element)
    if held:
        return await set_moment(context, element, held, text)
    if "readonly" in element.states and element.role in ONE_LINE_FIELDS and day_of(value) is not None:
        # Such a field takes no typed text, and opens a calendar.
        return await select(context, element, (text,))
    in_form = await _in_form(context, element, text) if has_forms(context.window) else None
    return in_form if in_form is not None else await _by_role(context, element, text)


async def _in_form(context: VerbContext, element: Element, wanted: str) -> ActionReport | None:
    """Set a number or a day in a form field of an office document. Return None where the element is not such a field."""
    if element.role != "Spinner":
        return await set_day(context, element, wanted)
    if not is_form_field(context.window, await context.look(settled=False), element):
        return None
    if element.value is None:
        raise NotActionable(f"{named(element)} reports no value; click its arrows, and look at its picture")
    return await write_text(context.actor, context.window, element, wanted, True)


async def _by_role(context: VerbContext, element: Element, text: str) -> ActionReport:
    if is_checked(element) is not None and element.role not in CHOOSERS:
        return await set_checked(context, element, _switch(element, text))
    if element.role in CHOOSERS and not (element.role == "ComboBox" and "editable" in element.states):
        return await _choose_or_write(context, element, text)
    if is_code(element, text):
        return await put_code(context, element, text)
    if element.role == "Edit":
        box = box_of(await context.look(settled=False), element)
        if box is not None and box.enters == "enter":
            # Such a tool bar box takes a text only when Enter is pressed.
            return await write_in(context, box, text)
    if element.role in RANGES and number(text) is not None:
        return await set_number(context, element, text)
    if element.role == "Spinner":
        has_parts = "editable" not in element.states and sections(element.value) is not None
        return await (set_sections if has_parts and is_moment(text) else enter)(context, element, text)
    return await write_alone(context, element, text)


async def _pick(context: VerbContext, element: Element, text: str) -> ActionReport:
    if takes_file(context.window, element, text):
        return await put_file(context, element, text)
    if takes_colour(context.window, element, text):
        return await put_colour(context, element, text)
    # Typed keys may press a button.
    raise NotActionable(f"{named(element)} takes no value; press it, and look what it opens")


async def _choose_or_write(context: VerbContext, element: Element, text: str) -> ActionReport:
    """Choose an entry, or else write the text: a combo box may contain a field that also takes other words."""
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
    return next((part for part in inside if part.role == "Edit" and "editable" in part.states), None)


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _switch(element: Element, text: str) -> bool:
    word = text.strip().casefold()
    if word in _ON | _OFF:
        return word in _ON
    raise ToolError(f"{named(element)} is on or off, not {text!r}; give true or false")
