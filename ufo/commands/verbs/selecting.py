"""One or several of a list, a table, a tree, tabs or a group of radio buttons, by text or by place."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.commands.reading import descendants
from ufo.commands.verbs.calendars import day_of, find_day, is_calendar
from ufo.commands.verbs.checking import is_checked, set_checked
from ufo.commands.verbs.choosing import ITEMS, Wanted, at_place, box_of, choose, pick
from ufo.commands.verbs.hands import Hands, already, require, same, unsure
from ufo.commands.verbs.labels import listed, named
from ufo.commands.verbs.scrolling import above, around, into_sight, search
from ufo.commands.verbs.seen_days import days_seen, select_day
from ufo.desktop.backend import Click
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.wording import Fit
from ufo.errors import NotActionable, StaleElement, ToolError
from ufo.schema.command import ActionReport, Effect, Route

_CHOSEN = frozenset({"selected", "checked"})
_SCROLLED = frozenset({"List", "Tree", "Table", "Document", "Pane", "Group", "Custom"})
_LATE_S = 1.5


async def select(hands: Hands, holder: Element, items: Sequence[Wanted]) -> ActionReport:
    """`items`: texts, or places from 1. Without any, `holder` is the item itself. Raises ToolError with what there is."""
    current = await require(hands, holder)
    if not items:
        return await _select_item(hands, current)
    box = box_of(await hands.seen(current), current)
    if box is not None:
        if len(items) > 1:
            raise ToolError(f"{named(current)} holds one choice; give one item")
        return await choose(hands, box, items[0])
    day = day_of(items[0]) if len(items) == 1 else None
    if day is not None and is_calendar(await hands.seen(current), current):
        return await _select_item(hands, await find_day(hands, current, day))
    seen = days_seen(await hands.look(), current) if day is not None else None
    if day is not None and seen is not None:
        return await select_day(hands, current, seen, day)
    if day is not None and current.role == "Table" and not descendants(await hands.seen(current), current):
        raise ToolError(f"{named(current)} tells no days, and no month can be read in its picture; click the day there")
    if len(items) == 1:
        return await _select_item(hands, await _find(hands, current, items[0]))
    return await _select_several(hands, current, items)


async def _select_item(hands: Hands, item: Element) -> ActionReport:
    if item.role == "RadioButton":
        return await set_checked(hands, item, True)
    if _states(await hands.seen(item), item) & _CHOSEN:
        return already(f"{named(item)} is selected")
    current = await into_sight(hands, item)
    route = await hands.press(current)
    held = await hands.until(lambda snapshot: _is_chosen(snapshot, current), _LATE_S)
    if held is None and (await hands.now(current)) is not None:
        try:
            route = await hands.click(current)
        except (StaleElement, NotActionable) as refusal:
            return unsure(current, route, refusal)
        held = await hands.until(lambda snapshot: _is_chosen(snapshot, current), _LATE_S)
    if held is None and (await hands.now(current)) is None:
        said = f"{named(current)} was clicked, and its list closed; look what it changed"
        return ActionReport(effect=Effect.UNVERIFIABLE, route=route, evidence=(said,))
    if held is None:
        return _told([current], False, "selectable" in _states(await hands.seen(current), current), route)
    hands.actor.claim(current, held)
    others = _others(await hands.seen(held), held)
    if others:
        said = f"{named(held)} is selected now, and so are {listed(others)}"
        return ActionReport(effect=Effect.PARTIAL, route=route, evidence=(said,))
    return _told([current], True, True, route)


def _others(snapshot: Snapshot, item: Element) -> list[Element]:
    """What else is selected where the item stands; the cells of one row are selected together."""
    holder = around(snapshot, item)
    inside = descendants(snapshot, holder) if holder is not None else ()
    return [
        one
        for one in inside
        if one.role == item.role
        and one.states & _CHOSEN
        and one.handle.key != item.handle.key
        and (item.row is None or one.row != item.row)
        and not _beside(one, item)
    ]


def _beside(one: Element, item: Element) -> bool:
    return one.rect.y == item.rect.y and one.role == "Cell"


async def _select_several(hands: Hands, holder: Element, items: Sequence[Wanted]) -> ActionReport:
    """Those and no others: the first by a click, the others with Ctrl held."""
    found = [await _find(hands, holder, item) for item in items]
    keys = {one.handle.key for one in found}
    inside = descendants(await hands.look(), holder)
    chosen = {one.handle.key for one in inside if one.states & _CHOSEN}
    if chosen and keys == chosen & (keys | {one.handle.key for one in inside if one.role == found[0].role}):
        return already(f"{', '.join(named(one) for one in found)} are selected")
    for place, item in enumerate(found):
        current = await _brought(hands, holder, item)
        await hands.judge(current)
        current = await hands.actor.ready(current)
        aiming = hands.actor.aiming
        await aiming.uncover(hands.window, await aiming.reachable(hands.window, current.rect), current)
        # What was scrolled may still be on its way.
        point = await aiming.point_of(hands.window, current)
        await hands.desktop.input([Click(point, hold_key="ctrl" if place else None)], hands.window.id)
    held = await hands.until(lambda snapshot: _all_chosen(snapshot, found), _LATE_S) or await _held(
        hands, holder, found
    )
    return _told(found, held, "selectable" in found[0].states, Route.POINTER)


async def _brought(hands: Hands, holder: Element, item: Element) -> Element:
    """In sight. What was scrolled out of sight since it was found some lists do not tell any more; it is found once more."""
    here = same(await hands.look(), item)
    return await into_sight(hands, here or await _find(hands, holder, item.name))


async def _held(hands: Hands, holder: Element, found: Sequence[Element]) -> bool:
    """Each of them looked at where it is, when they are not all in sight."""
    if _all_told(await hands.look(), found):
        return False
    for item in found:
        current = await _brought(hands, holder, item)
        if _is_chosen(await hands.seen(current), current) is None:
            return False
    return True


def _all_told(snapshot: Snapshot, found: Sequence[Element]) -> bool:
    return all(same(snapshot, item) is not None for item in found)


def _told(items: Sequence[Element], held: bool, tells: bool, route: Route) -> ActionReport:
    names = ", ".join(named(one) for one in items)
    if held:
        said = f"{names} {'is' if len(items) == 1 else 'are'} selected now"
        return ActionReport(effect=Effect.CONFIRMED, route=route, evidence=(said,))
    effect = Effect.SUSPECTED_NOOP if tells else Effect.UNVERIFIABLE
    said = f"{names} {'is' if len(items) == 1 else 'are'} not said to be selected after a click"
    return ActionReport(effect=effect, route=route, evidence=(said,))


async def _find(hands: Hands, holder: Element, item: Wanted) -> Element:
    """Among what the holder shows, and in a long list by going through it. Raises ToolError, AmbiguousElement."""
    shown = _members(await hands.look(), holder)
    found = await at_place(hands, holder, shown, item) if isinstance(item, int) else pick(shown, item)
    if found is not None:
        return found
    if isinstance(item, str) and holder.role in _SCROLLED:
        from_afar = await search(hands, holder, item, Fit.WORDS)
        if from_afar is not None:
            return from_afar
    members = _members(await hands.look(), holder)
    raise ToolError(f"{named(holder)} shows {listed(members)}, not {item!r}")


def _members(snapshot: Snapshot, holder: Element) -> list[Element]:
    inside = descendants(snapshot, holder) or tuple(one for one in snapshot if holder.name and holder.name in one.path)
    items = [one for one in inside if one.role in ITEMS]
    return items or [one for one in inside if one.role in ("Text", "Button", "ToggleButton", "Hyperlink")]


def _is_chosen(snapshot: Snapshot, item: Element) -> Element | None:
    found = same(snapshot, item)
    return found if found is not None and (_states(snapshot, found) & _CHOSEN or is_checked(found)) else None


def _states(snapshot: Snapshot, item: Element) -> frozenset[str]:
    """Of a cell of a page whose row is what is selected, those of the row as well."""
    row = next(iter(above(snapshot, item)[-1:]), None) if item.role == "Cell" else None
    if row is None or row.role != "Pane" or "selectable" not in row.states:
        return item.states
    return item.states | row.states


def _all_chosen(snapshot: Snapshot, items: Sequence[Element]) -> bool | None:
    return True if all(_is_chosen(snapshot, one) for one in items) else None
