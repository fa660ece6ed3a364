"""Selects several entries of a list or table and deselects all others: one by one, or neighbouring rows by a click on one end
and one with Shift held on the other, where it is certain that they are neighbours.

In a list that reports all its entries, their places show that. Other lists are scrolled from the first of the rows to the
last and back: each row is read on the way, and then the selection is read on the way to the last.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import ElementVerb
from ufo.errors import DesktopError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import ROW_HOLDERS
from ufo.text.labels import label
from ufo.tools.observe.control_names import called, listed, named, texts
from ufo.tools.observe.in_view import above, inside
from ufo.tools.verbs.context import VerbContext, already, same
from ufo.tools.verbs.rows import ListEntries, SelectionState, Wanted, handle_of, listing_of
from ufo.tools.verbs.scroll_to import into_sight
from ufo.tools.verbs.scroll_wheel import DOWN, UP, Row, Wheel, counted_to, new_rows, travel, whole_rows, words_of
from ufo.tools.verbs.search_list import MOST_TOLD, Search

_LATE_S = 0.8
_LET_GO_AT_MOST = 50
_MOST_ENTRIES = 1500
_FEWEST = 3
_LOOKS = 4
_SHOWS_S = 1.0


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
    if all(same(look, element) is not None for element in found):
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
    held = [await _is_held(context, holder, element) for element in found]
    missing = [element for element, is_held in zip(found, held, strict=True) if not is_held]
    if missing:
        return told(missing, SelectionState(await context.look(settled=False)), route)
    said = f"{_names(found)} {'is' if len(found) == 1 else 'are'} selected now"
    if others:
        return ActionReport.of(Effect.PARTIAL, f"{said}, and so are {listed(others)}", route)
    return ActionReport.of(Effect.CONFIRMED, said, route)


def told(items: Sequence[Element], chosen: SelectionState, route: Route) -> ActionReport:
    """Report that these were clicked and do not say that they are selected."""
    tells = any("selectable" in chosen.states_of(element) for element in items)
    said = f"{_names(items)} {'is' if len(items) == 1 else 'are'} not reported as selected after a click"
    return ActionReport.of(Effect.SUSPECTED_NOOP if tells else Effect.UNVERIFIABLE, said, route)


async def others_of(context: VerbContext, holder: Element, found: Sequence[Element]) -> list[Element]:
    """Return what else is selected, including entries out of sight where the application reports those."""
    look = await context.look(settled=False)
    beside = SelectionState(look).beside(found)
    listing = None if beside else await listing_of(context, holder, _MOST_ENTRIES)
    if listing is None:
        return beside
    places = {**listing.by_key, **listing.places(look)}
    mine = [(element, same(look, element) or element) for element in found]
    rows = {listing.row_at(places[here.handle.key]) for _, here in mine if here.handle.key in places}
    # Entries out of sight whose objects are made anew are recognised by their words.
    names = {element.name for element, here in mine if here.handle.key not in places}
    chosen = [
        (listing.row_at(place), element)
        for place, element in enumerate(listing.entries)
        if "selected" in element.states
    ]
    rows |= {row for row, element in chosen if element.name in names}
    return [
        element if element.name else replace(element, name=f"row {row}") for row, element in chosen if row not in rows
    ]


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
    keys = [element.handle.key for element in listing.entries]
    if other.handle.key in keys:
        return keys.index(other.handle.key)
    said = [(element.name, "selected" in element.states) for element in listing.entries]
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
    await context.actor.click(context.window, await context.actor.ready(item), hold_key=hold_key)


async def _brought(context: VerbContext, holder: Element | None, item: Element) -> Element:
    """Bring the item into sight, searched for again where its list has stopped to report it out of sight."""
    here = same(await context.look(), item)
    if here is None and holder is not None:
        here = await Search(context, holder, item.name or item.value or "").run()
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
    return True if all(chosen.now(element) is not None for element in items) else None


def _is_let_go(snapshot: Snapshot, item: Element) -> bool | None:
    found = same(snapshot, item)
    return True if found is not None and not SelectionState(snapshot).holds(found) else None


def _names(items: Sequence[Element]) -> str:
    return ", ".join(named(element) for element in items)


async def select_range(context: VerbContext, holder: Element, items: Sequence[Wanted]) -> ActionReport | None:
    """Select the rows. Return None where they are not surely neighbours, or not just they ended up selected."""
    if len(items) < _FEWEST or holder.role not in ROW_HOLDERS:
        return None
    listing = await listing_of(context, holder, MOST_TOLD)
    if listing is not None and (listing.is_named or all(isinstance(item, int) for item in items)):
        rows = _meant(listing, items)
        return None if rows is None else await _select_listed(context, listing, rows)
    return await _select_walked(context, holder, items)


def _meant(listing: ListEntries, items: Sequence[Wanted]) -> range | None:
    """Return the rows, counted from 1, where each item is exactly one row and together they leave none out."""
    rows_called: defaultdict[str, set[int]] = defaultdict(set)
    for place, element in enumerate(listing.entries):
        for words in texts(element):
            rows_called[words].add(listing.row_at(place))
    found = [{item} if isinstance(item, int) else rows_called.get(label(item), set()) for item in items]
    rows = {row for each in found for row in each if listing.lead_of(row) is not None}
    if any(len(each) != 1 for each in found) or len(rows) != len(items) or max(rows) - min(rows) >= len(rows):
        return None
    return range(min(rows), max(rows) + 1)


async def _select_listed(context: VerbContext, listing: ListEntries, rows: range) -> ActionReport | None:
    if _selected(listing) == set(rows):
        return already(f"{len(rows)} rows from {rows[0]} to {rows[-1]} of {named(listing.holder)} are selected")
    ends: list[Element] = []
    for row, hold_key in ((rows[0], None), (rows[-1], "shift")):
        place = listing.lead_of(row)
        end = None if place is None else await travel(context, listing, place)
        if end is None:
            return None
        ends.append(await into_sight(context, end))
        await click_held(context, ends[-1], hold_key)
    for _ in range(_LOOKS):
        now = await listing_of(context, listing.holder, MOST_TOLD)
        if now is not None and _selected(now) == set(rows):
            return _done(len(rows), ends)
    return None


def _selected(listing: ListEntries) -> set[int]:
    return {listing.row_at(place) for place, element in enumerate(listing.entries) if "selected" in element.states}


async def _select_walked(context: VerbContext, holder: Element, items: Sequence[Wanted]) -> ActionReport | None:
    look = await context.look()
    if holder.by_sight or any(element.role == "Document" for element in above(look, holder)):
        # In a page, any click may have another meaning.
        return None
    start = await _first(context, holder, items)
    rows = None if start is None else await _rows_from(context, holder, await into_sight(context, start), items)
    if rows is None:
        return None
    # Nothing was changed until here. The last row is in sight now, so it is clicked first.
    end = await into_sight(context, handle_of(rows[-1]))
    await click_held(context, end, None)
    top = await _back_to(context, holder, rows[0])
    if top is None:
        return None
    await click_held(context, top, "shift")
    await context.until(lambda now: SelectionState(now).now(top), _SHOWS_S)
    return _done(len(rows), (top, end)) if await _are_all_chosen(context, holder, rows) else None


async def _first(context: VerbContext, holder: Element, items: Sequence[Wanted]) -> Element | None:
    """Return the first of the items, where they may be neighbours in the order in which they are given."""
    numbers = [item for item in items if isinstance(item, int)]
    if numbers:
        in_order = numbers == list(range(numbers[0], numbers[0] + len(items)))
        return await counted_to(context, holder, numbers[0]) if in_order else None
    first = str(items[0])
    here = called(inside(await context.look(), holder), first)
    shown = [element for element in here if "offscreen" not in element.states]
    return shown[0] if len(shown) == 1 else await Search(context, holder, first).run()


async def _rows_from(
    context: VerbContext, holder: Element, start: Element, items: Sequence[Wanted]
) -> list[Row] | None:
    """Return as many rows as items, where each has the name of its item and rows can be told apart; else None."""
    look = await context.look()
    seen, wheel = whole_rows(look, holder), Wheel(context, holder)
    here = same(look, start)
    at = next(
        (n for n, row in enumerate(seen) if here and any(element.handle.key == here.handle.key for element in row)),
        None,
    )
    if at is None:
        return None
    found = list(seen[at:])
    while len(found) < len(items):
        if not _fit(found, items) or not await wheel.turn(DOWN):
            return None
        now = whole_rows(wheel.after or await context.look(), holder)
        new = new_rows(seen, now)
        if new is None:
            return None
        found += now[len(now) - new :]
        seen = now
    found = found[: len(items)]
    return found if _fit(found, items) and len({words_of(row) for row in found}) == len(found) else None


def _fit(rows: Sequence[Row], items: Sequence[Wanted]) -> bool:
    pairs = zip(rows, items, strict=False)
    return all(isinstance(item, int) or len(called(row, item)) == 1 for row, item in pairs)


async def _back_to(context: VerbContext, holder: Element, row: Row) -> Element | None:
    look, wheel = await context.look(), Wheel(context, holder)
    while True:
        here = [line for line in whole_rows(look, holder) if words_of(line) == words_of(row)]
        if here:
            return handle_of(here[0]) if len(here) == 1 else None
        if not await wheel.turn(UP):
            return None
        look = wheel.after or await context.look()


async def _are_all_chosen(context: VerbContext, holder: Element, rows: Sequence[Row]) -> bool:
    """Scroll to the last row and tell whether all the rows are selected, and no other row that comes into sight."""
    left = {words_of(row) for row in rows}
    wanted, wheel = frozenset(left), Wheel(context, holder)
    look = await context.look()
    while _tells(look, holder, wanted):
        left -= {words_of(row) for row in whole_rows(look, holder)}
        if not left:
            return True
        if not await wheel.turn(DOWN):
            return False
        look = wheel.after or await context.look()
    return False


def _tells(look: Snapshot, holder: Element, wanted: Collection[tuple[str, ...]]) -> bool:
    chosen = SelectionState(look)
    return all(chosen.holds(handle_of(row)) == (words_of(row) in wanted) for row in whole_rows(look, holder))


def _done(count: int, ends: Sequence[Element]) -> ActionReport:
    said = f"{count} rows from {named(ends[0])} to {named(ends[-1])} are selected now"
    return ActionReport.of(Effect.CONFIRMED, said, Route.POINTER)
