"""Turns the wheel over a list or page, only so far that no row passes unseen. The first turn shows how far one notch moves."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass, field

from ufo.commands.observe.element_text import descendants
from ufo.commands.observe.in_view import in_sight, inside
from ufo.commands.verb.context import VerbContext, same
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Scroll
from ufo.errors import NotActionable
from ufo.schema.geometry import Point, Rect
from ufo.schema.roles import STAYS_IN_SCROLLED, TURNED_BY_WHEEL

DOWN, UP = -1, 1
_HIDDEN = frozenset({"offscreen"})
_MOST_NOTCHES, _SHARE, _SHARE_FILLED = 60, 0.75, 0.5
_EDGE_PX = 4
_NEAR_NOTCHES, _FAR_NOTCHES = 20, 400


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
        """Turn the wheel, and return whether anything moved. `direction` is 1 for up, -1 for down. `after` is the look once the
        window was idle.
        """
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
        window, current = self.context.window.rect, self._shown(snapshot)
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
        then, now = (inside(one, _held(one, self.holder)) for one in (before, after))
        if _layout(then) != _layout(now):
            return True
        old, new = (_places(one for one in held if _is_filled(one)) for held in (then, now))
        return len(new - old) > _SHARE_FILLED * len(new)

    def _shift(self, before: Snapshot, after: Snapshot) -> float:
        """Return how many pixels the content went up or down, by what is in sight before and after; 0 if that is unknown."""
        old, new = (self._tops(one) for one in (before, after))
        moved = [abs(new[key] - old[key]) for key in old.keys() & new.keys() if new[key] != old[key]]
        return statistics.median(moved) if moved else 0.0

    def _tops(self, snapshot: Snapshot) -> dict[tuple[str, str], int]:
        held = inside(snapshot, _held(snapshot, self.holder))
        shown = [one for one in held if one.name and "offscreen" not in one.states]
        return {(one.role, one.name): one.rect.y for one in shown}


def _harmless(middle: Point, rect: Rect, snapshot: Snapshot, holder: Element | None) -> tuple[Point, bool]:
    """Return a point in `rect`, near its middle, where the wheel changes no value, and whether no control that a wheel changes
    gets there when the content scrolls. Raises NotActionable where there is no such point.
    """
    own = frozenset() if holder is None else frozenset((holder.handle.key,))
    held = snapshot.elements if holder is None else descendants(snapshot, holder)
    worked = [
        one for one in held if one.role in TURNED_BY_WHEEL and not one.rect.is_empty and one.handle.key not in own
    ]
    across = [
        middle.x,
        *sorted(range(rect.x + _EDGE_PX, rect.right - _EDGE_PX, _EDGE_PX), key=lambda x: abs(x - middle.x)),
    ]
    for x in across:
        if not any(one.rect.x <= x < one.rect.right for one in worked):
            return Point(x, middle.y), True
    shown = [one.rect for one in worked if in_sight(one)]
    down = range(rect.y + _EDGE_PX, rect.bottom - _EDGE_PX, _EDGE_PX)
    free = (Point(x, y) for x in across for y in down if not any(one.contains(Point(x, y)) for one in shown))
    found = min(free, key=lambda one: abs(one.x - middle.x) + abs(one.y - middle.y), default=None)
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
    return frozenset((one.role, one.name, one.value, one.rect) for one in elements)


def _layout(elements: Iterable[Element]) -> frozenset[tuple[object, ...]]:
    """Return where something is shown, whatever it says: other words may be of another width."""
    return frozenset((one.role, one.rect.x, one.rect.y, one.rect.height, one.states & _HIDDEN) for one in elements)
