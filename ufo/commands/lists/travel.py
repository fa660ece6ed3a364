"""Scrolls along a list to an entry whose place is known, or to the row of a number, counting on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ufo.commands.lists.entries import ListEntries
from ufo.commands.lists.wheel import DOWN, UP, Wheel
from ufo.commands.observe.control_names import named
from ufo.commands.observe.in_view import in_sight, inside
from ufo.commands.verb.context import VerbContext
from ufo.commands.verb.rows import handle_of, rows_of
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import ToolError
from ufo.schema.roles import ROWS

_TURNS_AT_MOST, _NOTCHES_AT_MOST = 60, 400
_COUNTING_S = 20.0
_SHIFT_PX = 2
Row = Sequence[Element]


async def travel(context: VerbContext, listing: ListEntries, goal: int) -> Element | None:
    """Scroll to the entry at that place and return it in sight, or None where it never appeared. The rows in sight show how far
    it is.
    """
    wheel = Wheel(context, listing.holder)
    look = await context.look()
    for _ in range(_TURNS_AT_MOST):
        shown = _shown(look, listing)
        if goal in shown or not shown:
            return shown.get(goal)
        first, last = min(shown), max(shown)
        direction, away = (DOWN, goal - last) if goal > last else (UP, first - goal)
        high_px = shown[last].rect.y - shown[first].rect.y
        notches = 0
        if wheel.notch_px and high_px > 0:
            notches = min(_NOTCHES_AT_MOST, int(away * high_px / (last - first) / wheel.notch_px) + 1)
        if not await wheel.turn(direction, notches):
            return None
        look = wheel.after or await context.look()
    return None


def _shown(look: Snapshot, listing: ListEntries) -> dict[int, Element]:
    """Return the entries in sight, by their place among all."""
    places = listing.places(look)
    return {places[one.handle.key]: one for one in look if one.handle.key in places and in_sight(one)}


async def to_start(context: VerbContext, holder: Element) -> Snapshot:
    """Scroll to the start, and return the look there."""
    wheel = Wheel(context, holder)
    await wheel.to_edge(UP)
    return wheel.after or await context.look()


async def counted_to(context: VerbContext, holder: Element, place: int) -> Element:
    """Return the row of that number from 1, counted from the start by rows that are in sight both before and after a scroll.
    Raises ToolError where there are fewer rows, where rows look too much alike to be counted, or where it takes too long.
    """
    rows = whole_rows(await to_start(context, holder), holder)
    count, wheel = len(rows), Wheel(context, holder)
    clock = asyncio.get_running_loop().time
    deadline = clock() + _COUNTING_S
    while count < place:
        if clock() > deadline:
            raise ToolError(
                f"{count} rows of {named(holder)} were counted in {_COUNTING_S:g} s; give the entry by its text"
            )
        if not await wheel.turn(DOWN):
            raise ToolError(f"{named(holder)} has {count} rows and no row {place}")
        now = whole_rows(wheel.after or await context.look(), holder)
        new = new_rows(rows, now)
        if new is None:
            raise ToolError(
                f"{count} rows of {named(holder)} were counted; those below cannot be told apart. Give the entry by its text"
            )
        rows, count = now, count + new
    if not 1 <= place <= count or count - place >= len(rows):
        raise ToolError(f"{named(holder)} shows no row {place}; places are counted from 1")
    return handle_of(rows[len(rows) - 1 - (count - place)])


def whole_rows(look: Snapshot, holder: Element) -> list[Row]:
    current = look.same(holder) or holder
    known = [one for one in inside(look, current) if one.role in ROWS and in_sight(one, current)]
    return list(rows_of(known))


def new_rows(before: Sequence[Row], now: Sequence[Row]) -> int | None:
    """Return how many rows were not there before, by how far the others went up. None where that is not certain: nothing
    stayed, or rows of the same words went different ways.
    """
    fits = {
        len(now) - kept
        for kept in range(1, min(len(before), len(now)) + 1)
        if _is_shifted(before[len(before) - kept :], now[:kept])
    }
    return fits.pop() if len(fits) == 1 else None


def _is_shifted(before: Sequence[Row], now: Sequence[Row]) -> bool:
    if any(words_of(one) != words_of(other) for one, other in zip(before, now, strict=True)):
        return False
    ways = [one[0].rect.y - other[0].rect.y for one, other in zip(before, now, strict=True)]
    return max(ways) - min(ways) <= _SHIFT_PX and ways[0] >= -_SHIFT_PX


def words_of(row: Row) -> tuple[str, ...]:
    return tuple(one.name or one.value or "" for one in row)
