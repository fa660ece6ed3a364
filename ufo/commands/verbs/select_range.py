"""Selects neighbouring rows, one end by a click and the other with Shift held, where it is certain that they are neighbours.

In a list that reports all its entries, their places show that. Other lists are scrolled from the first of the rows to the
last and back: each row is read on the way, and then the selection is read on the way to the last.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from ufo.commands.observe.control_names import called, named, texts
from ufo.commands.observe.in_view import above, inside
from ufo.commands.verbs.context import VerbContext, already, same
from ufo.commands.verbs.rows import ListEntries, SelectionState, Wanted, handle_of, listing_of
from ufo.commands.verbs.scroll_to import into_sight
from ufo.commands.verbs.scroll_wheel import DOWN, UP, Row, Wheel, counted_to, new_rows, travel, whole_rows, words_of
from ufo.commands.verbs.search_list import MOST_TOLD, Search
from ufo.commands.verbs.select_several import click_held
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import ROW_HOLDERS
from ufo.text.labels import label

_FEWEST = 3
_LOOKS = 4
_LATE_S = 1.0


async def select_range(context: VerbContext, holder: Element, items: Sequence[Wanted]) -> ActionReport | None:
    """Select the rows. Return None where they are no neighbours, where that is not certain, and where not all of them, or
    others as well, ended up selected.
    """
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
    for place, one in enumerate(listing.entries):
        for words in texts(one):
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
    return {listing.row_at(place) for place, one in enumerate(listing.entries) if "selected" in one.states}


async def _select_walked(context: VerbContext, holder: Element, items: Sequence[Wanted]) -> ActionReport | None:
    look = await context.look()
    if holder.by_sight or any(one.role == "Document" for one in above(look, holder)):
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
    await context.until(lambda now: SelectionState(now).now(top), _LATE_S)
    return _done(len(rows), (top, end)) if await _are_chosen(context, holder, rows) else None


async def _first(context: VerbContext, holder: Element, items: Sequence[Wanted]) -> Element | None:
    """Return the first of the items, where they may be neighbours in the order in which they are given."""
    numbers = [item for item in items if isinstance(item, int)]
    if numbers:
        in_order = numbers == list(range(numbers[0], numbers[0] + len(items)))
        return await counted_to(context, holder, numbers[0]) if in_order else None
    first = str(items[0])
    here = called(inside(await context.look(), holder), first)
    shown = [one for one in here if "offscreen" not in one.states]
    return shown[0] if len(shown) == 1 else await Search(context, holder, first).run()


async def _rows_from(
    context: VerbContext, holder: Element, start: Element, items: Sequence[Wanted]
) -> list[Row] | None:
    """Return as many rows as there are items, if each has the name of its item. None where they differ, or rows cannot be told
    apart.
    """
    look = await context.look()
    seen, wheel = whole_rows(look, holder), Wheel(context, holder)
    here = same(look, start)
    at = next((n for n, row in enumerate(seen) if here and any(one.handle.key == here.handle.key for one in row)), None)
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
        here = [one for one in whole_rows(look, holder) if words_of(one) == words_of(row)]
        if here:
            return handle_of(here[0]) if len(here) == 1 else None
        if not await wheel.turn(UP):
            return None
        look = wheel.after or await context.look()


async def _are_chosen(context: VerbContext, holder: Element, rows: Sequence[Row]) -> bool:
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
    return ActionReport(effect=Effect.CONFIRMED, route=Route.POINTER, evidence=(said,))
