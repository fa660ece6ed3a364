"""Selects several entries of a list or table and deselects all others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ufo.commands.observe.control_names import listed, named
from ufo.commands.verbs.context import VerbContext, already, same
from ufo.commands.verbs.rows import ListEntries, SelectionState, listing_of
from ufo.commands.verbs.scroll_to import into_sight
from ufo.commands.verbs.scroll_wheel import travel
from ufo.commands.verbs.search_list import find_again
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Click, ElementVerb
from ufo.errors import DesktopError
from ufo.schema.command import ActionReport, Effect, Route

_LATE_S = 0.8
_LET_GO_AT_MOST = 50
_MOST_ENTRIES = 1500


async def select_several(context: VerbContext, holder: Element, found: Sequence[Element]) -> ActionReport:
    """Select the first by a click and the others by their own action or with Ctrl held; then deselect everything else."""
    look = await context.look()
    if _are_chosen(look, found) and not await others_of(context, holder, found):
        return already(f"{_names(found)} are selected")
    for place, item in enumerate(found):
        shown = await _brought(context, holder, item)
        if place:
            await _toggle(context, shown, "select_also")
        else:
            await click_held(context, shown, None)
    look = await context.look()
    if all(same(look, one) is not None for one in found):
        await context.until(lambda snapshot: _are_chosen(snapshot, found), _LATE_S)
    return await alone(context, holder, found)


async def alone(
    context: VerbContext, holder: Element | None, found: Sequence[Element], route: Route = Route.POINTER
) -> ActionReport:
    """Deselect everything else beside `found`, one by one with Ctrl held, and report the outcome."""
    others = [] if holder is None else await others_of(context, holder, found)
    for _ in range(_LET_GO_AT_MOST):
        if holder is None or not others or not await _let_go(context, holder, others[0]):
            break
        others = await others_of(context, holder, found)
    held = [await _is_held(context, holder, one) for one in found]
    missing = [one for one, is_held in zip(found, held, strict=True) if not is_held]
    if missing:
        return told(missing, SelectionState(await context.look(settled=False)), route)
    said = f"{_names(found)} {'is' if len(found) == 1 else 'are'} selected now"
    if others:
        return ActionReport(effect=Effect.PARTIAL, route=route, evidence=(f"{said}, and so are {listed(others)}",))
    return ActionReport(effect=Effect.CONFIRMED, route=route, evidence=(said,))


def told(items: Sequence[Element], chosen: SelectionState, route: Route) -> ActionReport:
    """Report that these were clicked and do not say that they are selected."""
    tells = any("selectable" in chosen.states_of(one) for one in items)
    said = f"{_names(items)} {'is' if len(items) == 1 else 'are'} not reported as selected after a click"
    return ActionReport(effect=Effect.SUSPECTED_NOOP if tells else Effect.UNVERIFIABLE, route=route, evidence=(said,))


async def others_of(context: VerbContext, holder: Element, found: Sequence[Element]) -> list[Element]:
    """Return what else is selected, including entries out of sight where the application reports those."""
    look = await context.look(settled=False)
    beside = SelectionState(look).beside(found)
    listing = None if beside else await listing_of(context, holder, _MOST_ENTRIES)
    if listing is None:
        return beside
    places = {**listing.by_key, **listing.places(look)}
    mine = [(one, same(look, one) or one) for one in found]
    rows = {listing.row_at(places[here.handle.key]) for _, here in mine if here.handle.key in places}
    # Entries out of sight whose objects are made anew are recognised by their words.
    names = {one.name for one, here in mine if here.handle.key not in places}
    chosen = [(listing.row_at(place), one) for place, one in enumerate(listing.entries) if "selected" in one.states]
    rows |= {row for row, one in chosen if one.name in names}
    return [one if one.name else replace(one, name=f"row {row}") for row, one in chosen if row not in rows]


async def _let_go(context: VerbContext, holder: Element, other: Element) -> bool:
    """Deselect an entry. Return whether it says that it is not selected any more."""
    try:
        if other.rect.is_empty:
            listing = await listing_of(context, holder, _MOST_ENTRIES)
            place = None if listing is None else _place(listing, other)
            far = None if listing is None or place is None else await travel(context, listing, place)
            if far is None:
                return False
            other = far
        shown = await into_sight(context, other)
        route = await _toggle(context, shown, "deselect")
        if await context.until(lambda snapshot: _is_let_go(snapshot, shown), _LATE_S):
            return True
        if route is Route.ACCESSIBILITY:
            return False
        # Where a click can only add to the selection, Ctrl-Space takes the entry out of it.
        await context.keys(shown, ("ctrl", "space"))
    except DesktopError:
        return False
    return await context.until(lambda snapshot: _is_let_go(snapshot, shown), _LATE_S) is not None


def _place(listing: ListEntries, other: Element) -> int | None:
    """Return the place of the same object, or else of a selected entry with the same name."""
    keys = [one.handle.key for one in listing.entries]
    if other.handle.key in keys:
        return keys.index(other.handle.key)
    said = [(one.name, "selected" in one.states) for one in listing.entries]
    return said.index((other.name, True)) if (other.name, True) in said else None


async def _toggle(context: VerbContext, item: Element, verb: ElementVerb) -> Route:
    """Select or deselect by the list's own selection, or else by a click with Ctrl. In column views of GTK 4.8 such a click
    counts twice, for the cell and for its row, and so does nothing.
    """
    await context.judge(item)
    route = await context.act(item, verb)
    if route is None:
        await click_held(context, item, "ctrl")
    return route or Route.POINTER


async def click_held(context: VerbContext, item: Element, hold_key: str | None) -> None:
    await context.judge(item)
    current = await context.actor.ready(item)
    aiming = context.actor.aiming
    await aiming.uncover(context.window, await aiming.reachable(context.window, current.rect), current)
    # The entry may still be moving after a scroll.
    target, point = await aiming.target_of(context.window, current)
    await context.desktop.send(target, [Click(point, hold_key=hold_key)])


async def _brought(context: VerbContext, holder: Element | None, item: Element) -> Element:
    """Bring the item into sight. Some lists stop reporting an item that was scrolled out of sight since; then search for it
    again.
    """
    here = same(await context.look(), item)
    if here is None and holder is not None:
        here = await find_again(context, holder, item)
    return await into_sight(context, here or item)


async def _is_held(context: VerbContext, holder: Element | None, item: Element) -> bool:
    """Tell whether the item is selected. Scroll to it where it is not in sight any more."""
    look = await context.look(settled=False)
    listing = None if holder is None else await listing_of(context, holder, _MOST_ENTRIES)
    if listing is not None and item.handle.key in listing.by_key:
        return "selected" in listing.entries[listing.by_key[item.handle.key]].states
    if same(look, item) is None and holder is not None:
        item = await _brought(context, holder, item)
        look = await context.seen(item)
    return SelectionState(look).now(item) is not None


def _are_chosen(snapshot: Snapshot, items: Sequence[Element]) -> bool | None:
    chosen = SelectionState(snapshot)
    return True if all(chosen.now(one) is not None for one in items) else None


def _is_let_go(snapshot: Snapshot, item: Element) -> bool | None:
    found = same(snapshot, item)
    return True if found is not None and not SelectionState(snapshot).holds(found) else None


def _names(items: Sequence[Element]) -> str:
    return ", ".join(named(one) for one in items)
