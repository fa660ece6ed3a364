"""Turns the wheel over a list or page, only so far that no row passes unseen, and travels so to a row whose place is known."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ufo.desktop.snapshot import Element, Snapshot, descendants
from ufo.desktop.values import Scroll
from ufo.errors import NotActionable, ToolError
from ufo.schema.geometry import Point, Rect
from ufo.schema.roles import ROWS, STAYS_IN_SCROLLED, TURNED_BY_WHEEL
from ufo.tools.observe.control_names import named
from ufo.tools.observe.in_view import in_sight, inside
from ufo.tools.verbs.context import VerbContext, same
from ufo.tools.verbs.rows import ListEntries, handle_of, rows_of

DOWN, UP = -1, 1
_HIDDEN = frozenset({"offscreen"})
_MOST_NOTCHES, _SHARE, _SHARE_FILLED = 60, 0.75, 0.5
_EDGE_PX = 4
_NEAR_NOTCHES, _FAR_NOTCHES = 20, 400
_TURNS_AT_MOST, _NOTCHES_AT_MOST = 60, 400
_COUNTING_S = 20.0
_SHIFT_PX = 2
Row = Sequence[Element]


@dataclass
class Wheel:
    """A wheel over a list or page. `holder` None: over the middle of the window. `over`: where it is turned instead, for a part
    that scrolls by itself and is not listed. `step`: how many notches move by less than
    what is in sight; `notch_px`: how many pixels one notch moves, 0 where that is not known yet.
    """

    context: VerbContext
    holder: Element | None
    step: int = 1
    over: Rect | None = None
    after: Snapshot | None = field(default=None, init=False)
    notch_px: float = field(default=0.0, init=False)

    async def turn(self, direction: int, notches: int = 0) -> bool:
        """Turn the wheel up (1) or down (-1). Return whether anything moved; `after` is the look once the window was idle."""
        before = self.after or await self.context.look()
        rect, point, is_free = await self._place(before)
        count = (notches or self.step) if is_free else 1
        target = await self.context.actor.aiming.uncover(self.context.window, point, self._shown(before))
        await self.context.desktop.send(target, [Scroll(point, dy=direction * count)])
        self.after = await self.context.look()
        shift = self._shift(before, self.after)
        if shift and not notches:
            self.notch_px = shift / count
            self.step = max(1, min(_MOST_NOTCHES, int(_SHARE * rect.height * count / shift)))
        return self._moved(before, self.after)

    async def to_edge(self, direction: int) -> bool:
        """Scroll as far as it goes, and return whether anything moved. Start with a single notch, which shows soonest that a
        list is at its end. A page may be blank for a stretch, so that only many notches show it.
        """
        moved, notches = False, _NEAR_NOTCHES
        probe = _FAR_NOTCHES if self.holder is None or self.holder.role == "Document" else 1
        while await self.turn(direction, probe):
            moved = True
            if probe == 1:
                await self.turn(direction, notches)
                notches = min(_FAR_NOTCHES, 2 * notches)
        return moved

    async def _place(self, snapshot: Snapshot) -> tuple[Rect, Point, bool]:
        current = self._shown(snapshot)
        # A dialog may reach over the edges of its window.
        window = current.rect if current is not None and current.role == "Dialog" else self.context.window.rect
        rect = self.over or (window if current is None else current.rect)
        rect = rect.intersection(window)
        rect = window if rect.is_empty else rect
        middle = await self.context.actor.aiming.reachable(self.context.window, rect)
        point, is_free = _harmless(middle, rect, snapshot, current)
        return rect, point, is_free

    def _shown(self, snapshot: Snapshot) -> Element | None:
        return _held(snapshot, self.holder)

    def _moved(self, before: Snapshot, after: Snapshot) -> bool:
        """Tell whether the wheel moved anything that the holder holds. What says other words at the same place, such as a clock,
        did not move, unless most of what is in sight does, as in a list that fills the same rows anew.
        """
        then, now = (inside(look, _held(look, self.holder)) for look in (before, after))
        if _layout(then) != _layout(now):
            return True
        old, new = (_places(element for element in held if _is_filled(element)) for held in (then, now))
        return len(new - old) > _SHARE_FILLED * len(new)

    def _shift(self, before: Snapshot, after: Snapshot) -> float:
        """Return how many pixels the content went up or down, by what is in sight before and after; 0 if that is unknown."""
        old, new = (self._tops(look) for look in (before, after))
        moved = [abs(new[key] - old[key]) for key in old.keys() & new.keys() if new[key] != old[key]]
        return statistics.median(moved) if moved else 0.0

    def _tops(self, snapshot: Snapshot) -> dict[tuple[str, str], int]:
        held = inside(snapshot, _held(snapshot, self.holder))
        shown = [element for element in held if element.name and "offscreen" not in element.states]
        return {(element.role, element.name): element.rect.y for element in shown}


def _harmless(middle: Point, rect: Rect, snapshot: Snapshot, holder: Element | None) -> tuple[Point, bool]:
    """Return a point in `rect`, near its middle, where the wheel changes no value, and whether no control that a wheel changes
    gets there when the content scrolls. Raises NotActionable where there is no such point.
    """
    own = frozenset() if holder is None else frozenset((holder.handle.key,))
    held = snapshot.elements if holder is None else descendants(snapshot, holder)
    worked = [
        element
        for element in held
        if element.role in TURNED_BY_WHEEL and not element.rect.is_empty and element.handle.key not in own
    ]
    across = [
        middle.x,
        *sorted(range(rect.x + _EDGE_PX, rect.right - _EDGE_PX, _EDGE_PX), key=lambda x: abs(x - middle.x)),
    ]
    for x in across:
        if not any(element.rect.x <= x < element.rect.right for element in worked):
            return Point(x, middle.y), True
    shown = [element.rect for element in worked if in_sight(element)]
    down = range(rect.y + _EDGE_PX, rect.bottom - _EDGE_PX, _EDGE_PX)
    free = (Point(x, y) for x in across for y in down if not any(item.contains(Point(x, y)) for item in shown))
    found = min(free, key=lambda point: abs(point.x - middle.x) + abs(point.y - middle.y), default=None)
    if found is None:
        raise NotActionable("the wheel would change the values of what stands there; scroll with the keyboard instead")
    return found, False


def _held(snapshot: Snapshot, holder: Element | None) -> Element | None:
    return None if holder is None else same(snapshot, holder)


def _is_filled(element: Element) -> bool:
    """Tell whether other words come here when a list is scrolled. Some toolkits report headers where they stood at first."""
    return element.role not in STAYS_IN_SCROLLED and "offscreen" not in element.states


def _places(elements: Iterable[Element]) -> frozenset[tuple[object, ...]]:
    """Return what is shown and where, without the objects behind it, which some toolkits make anew whenever anything moves."""
    return frozenset((element.role, element.name, element.value, element.rect) for element in elements)


def _layout(elements: Iterable[Element]) -> frozenset[tuple[object, ...]]:
    """Return where something is shown, whatever it says: other words may be of another width."""
    return frozenset(
        (element.role, element.rect.x, element.rect.y, element.rect.height, element.states & _HIDDEN)
        for element in elements
    )


async def travel(context: VerbContext, listing: ListEntries, goal: int) -> Element | None:
    """Scroll to the entry at that place and return it in sight; None where it never appeared."""
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
    return {
        places[element.handle.key]: element for element in look if element.handle.key in places and in_sight(element)
    }


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
    known = [element for element in inside(look, current) if element.role in ROWS and in_sight(element, current)]
    return list(rows_of(known))


def new_rows(before: Sequence[Row], now: Sequence[Row]) -> int | None:
    """Return how many rows were not there before, by how far the others went up; None where that is not certain."""
    fits = {
        len(now) - kept
        for kept in range(1, min(len(before), len(now)) + 1)
        if _is_shifted(before[len(before) - kept :], now[:kept])
    }
    return fits.pop() if len(fits) == 1 else None


def _is_shifted(before: Sequence[Row], now: Sequence[Row]) -> bool:
    if any(words_of(item) != words_of(other) for item, other in zip(before, now, strict=True)):
        return False
    ways = [row[0].rect.y - other[0].rect.y for row, other in zip(before, now, strict=True)]
    return max(ways) - min(ways) <= _SHIFT_PX and ways[0] >= -_SHIFT_PX


def words_of(row: Row) -> tuple[str, ...]:
    return tuple(element.name or element.value or "" for element in row)
