"""Selects one or several entries of a list, a table, a tree, tabs or a group of radio buttons, by text or by place."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from ufo.desktop.snapshot import Element, Snapshot, descendants
from ufo.errors import NotActionable, StaleElement, ToolError
from ufo.schema.command import ActionReport, Effect
from ufo.schema.roles import BOXES, CHOICES_UNCALLED, ITEMS, ONE_LINE_FIELDS, ROWS, SCROLLED
from ufo.text.alike import Fit
from ufo.tools.observe.control_names import listed, named
from ufo.tools.observe.in_view import around, in_page
from ufo.tools.verbs.calendar_day import days_seen, pick_day, select_day
from ufo.tools.verbs.check import set_checked
from ufo.tools.verbs.combo_box import box_of, choose
from ufo.tools.verbs.context import VerbContext, already, may_press_again, require, unsure
from ufo.tools.verbs.rows import SelectionState, Wanted, pick
from ufo.tools.verbs.scroll_to import into_sight
from ufo.tools.verbs.search_list import Search, at_place, only_one
from ufo.tools.verbs.select_several import alone, others_of, select_range, select_several, told
from ufo.tools.verbs.shown_month import day_of, find_day, is_calendar

_SCROLLED = SCROLLED | BOXES
_LATE_S = 1.5


async def select(context: VerbContext, holder: Element, items: Sequence[Wanted]) -> ActionReport:
    """Select the `items`, by text or place from 1; without any, `holder` itself. Raises ToolError with what there is."""
    current = await require(context, holder)
    if not items:
        return await _select_item(context, current)
    if current.role in ROWS:
        # A row stands for its list, as many lists have no name and no id of their own.
        current = around(await context.seen(current), current) or current
    box = box_of(await context.seen(current), current)
    if box is not None:
        if len(items) > 1:
            raise ToolError(f"{named(current)} holds one choice; give one item")
        return await choose(context, box, items[0])
    day = day_of(items[0]) if len(items) == 1 else None
    chosen = await _select_day(context, current, day) if day is not None else None
    if chosen is not None:
        return chosen
    if len(items) == 1:
        return await _select_item(context, await _find(context, current, items[0]))
    together = await select_range(context, current, items)
    if together is not None:
        return together
    found = [await _find(context, current, item) for item in items]
    return await select_several(context, current, found)


async def _select_day(context: VerbContext, current: Element, day: date) -> ActionReport | None:
    """Select the day in a calendar; None where this is none. Raises ToolError where its days cannot be read."""
    if is_calendar(await context.seen(current), current):
        return await _select_item(context, await find_day(context, current, day))
    is_field = current.role in ONE_LINE_FIELDS
    of_page = is_field and in_page(await context.seen(current), current)
    picked = await pick_day(context, current, day) if of_page else None
    if picked is not None:
        return picked
    seen = days_seen(await context.look(), current)
    if seen is not None:
        return await select_day(context, current, seen, day)
    if current.role == "Table" and not descendants(await context.seen(current), current):
        raise ToolError(
            f"{named(current)} reports no days, and no month can be read in its picture; click the day there"
        )
    if is_field:
        raise ToolError(
            f"{named(current)} is a field and shows no days: click it, and where a calendar opens, press its buttons for the "
            f'month and then the day, such as visit ["Prev", "{day.day}"]; otherwise write the date with set_edit_text'
        )
    return None


async def _select_item(context: VerbContext, item: Element) -> ActionReport:
    if item.role == "RadioButton":
        return await set_checked(context, item, True)
    holder = around(await context.seen(item), item) if item.role in ROWS else None
    if SelectionState(await context.seen(item)).now(item) is not None:
        others = [] if holder is None else await others_of(context, holder, [item])
        return already(f"{named(item)} is selected") if not others else await alone(context, holder, [item])
    current = await into_sight(context, item)
    before = await context.seen(current)
    route = await context.press(current)
    held = await context.until(lambda snapshot: SelectionState(snapshot).now(current), _LATE_S)
    if held is None and (await context.now(current)) is not None:
        try:
            if await may_press_again(context, current, before):
                route = await context.click(current)
        except (StaleElement, NotActionable) as refusal:
            return unsure(current, route, refusal)
        held = await context.until(lambda snapshot: SelectionState(snapshot).now(current), _LATE_S)
    if held is None and (await context.now(current)) is None:
        said = f"{named(current)} was clicked, and its list closed; look at what that changed"
        return ActionReport.of(Effect.UNVERIFIABLE, said, route)
    if held is None:
        return told([current], SelectionState(await context.seen(current)), route)
    context.actor.claim(current, held)
    return await alone(context, holder, [held], route)


async def _find(context: VerbContext, holder: Element, item: Wanted) -> Element:
    """Find the item among what the holder shows, also by scrolling. Raises ToolError, AmbiguousElement."""
    if holder.role in _SCROLLED:
        await only_one(context, holder, item)
    shown = _members(await context.look(), holder)
    found, extent = await at_place(context, holder, shown, item) if isinstance(item, int) else pick(shown, item), ""
    if found is not None:
        return found
    if isinstance(item, str) and holder.role in _SCROLLED:
        search = Search(context, holder, item, Fit.WORDS)
        from_afar = await search.run()
        if from_afar is not None:
            return from_afar
        extent = f": {search.extent}"
    members = _members(await context.look(), holder)
    raise ToolError(f"{named(holder)} shows {listed(members)}, not {item!r}{extent}")


def _members(snapshot: Snapshot, holder: Element) -> list[Element]:
    inside = descendants(snapshot, holder) or tuple(
        element for element in snapshot if holder.name and holder.name in element.path
    )
    items = [element for element in inside if element.role in ITEMS]
    return items or [element for element in inside if element.role in CHOICES_UNCALLED]
