"""The wheel over a list or page, as far at a time as lets no row pass unseen: how far a notch moves is seen at the first turn."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field

from ufo.commands.reading import descendants
from ufo.commands.verbs.hands import Hands, same
from ufo.desktop.backend import Scroll
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.geometry import Point, Rect

DOWN, UP = -1, 1
_HIDDEN = frozenset({"offscreen"})
_MOST_NOTCHES, _SHARE = 60, 0.75


@dataclass
class Wheel:
    """`holder` None: over the middle of the window. `step`: notches that move less than what is in sight; `notch_px`: how far
    one moves, 0 where that is not known yet."""

    hands: Hands
    holder: Element | None
    step: int = 1
    after: Snapshot | None = field(default=None, init=False)
    notch_px: float = field(default=0.0, init=False)

    async def turn(self, direction: int, notches: int = 0) -> bool:
        """Whether anything moved. `direction` 1 up, -1 down; `after` is the look once it was quiet."""
        before = self.after or await self.hands.look()
        rect, point = await self._place(before)
        count = notches or self.step
        await self.hands.desktop.input([Scroll(point, dy=direction * count)], self.hands.window.id)
        self.after = await self.hands.look()
        shift = self._shift(before, self.after)
        if shift and not notches:
            self.notch_px = shift / count
            self.step = max(1, min(_MOST_NOTCHES, int(_SHARE * rect.height * count / shift)))
        return _places(before) != _places(self.after)

    async def _place(self, snapshot: Snapshot) -> tuple[Rect, Point]:
        window = self.hands.window.rect
        current = None if self.holder is None else same(snapshot, self.holder)
        rect = window if current is None else current.rect.intersection(window)
        rect = window if rect.is_empty else rect
        point = await self.hands.actor.aiming.reachable(self.hands.window, rect)
        await self.hands.actor.aiming.uncover(self.hands.window, point, current)
        return rect, point

    def _shift(self, before: Snapshot, after: Snapshot) -> float:
        """How many pixels the content went up or down, by what is in sight before and after; 0 where that tells nothing."""
        old, new = (self._tops(one) for one in (before, after))
        moved = [abs(new[key] - old[key]) for key in old.keys() & new.keys() if new[key] != old[key]]
        return statistics.median(moved) if moved else 0.0

    def _tops(self, snapshot: Snapshot) -> dict[tuple[str, str], int]:
        holder = None if self.holder is None else same(snapshot, self.holder)
        inside = snapshot.elements if holder is None else descendants(snapshot, holder)
        shown = [one for one in inside if one.name and "offscreen" not in one.states]
        return {(one.role, one.name): one.rect.y for one in shown}


def _places(snapshot: Snapshot) -> frozenset[tuple[object, ...]]:
    """Without the objects behind them, which some toolkits make anew whenever anything moves."""
    return frozenset((one.role, one.name, one.value, one.rect, one.states & _HIDDEN) for one in snapshot)
