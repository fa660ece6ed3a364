"""Waits for repaints that no AT-SPI event announces, by DAMAGE stamps."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ufo.desktop.linux.capture.late_tree import PLACES_S
from ufo.desktop.linux.screen.screen import Stamp
from ufo.errors import WindowGone

_STILL_S = 0.04
"""How many seconds without a repaint mean that painting is over."""


@dataclass(frozen=True, slots=True)
class PaintIdle:
    """Waits by DAMAGE stamps. `stamp` returns that of a window, `painted_at` the loop time of the last painting it covers."""

    stamp: Callable[[str], Awaitable[Stamp | None]]
    painted_at: Callable[[Stamp | None], float]

    async def painted_out(self, window_id: str, before: Stamp | None, until: float) -> None:
        """Wait until nothing has been painted on the window for a while, to the loop time `until` at most."""
        while asyncio.get_running_loop().time() < until:
            try:
                now = await self.stamp(window_id)
            except WindowGone:
                return
            if now == before and now is not None:
                return
            before = now
            await asyncio.sleep(_STILL_S)

    async def places_told(self, window_id: str, since: float, until: float) -> None:
        """Wait until a tree that lags reports the places of everything painted since the loop time `since`, to the loop time
        `until` at most. Scrolling sends no event.
        """
        clock = asyncio.get_running_loop().time
        while clock() < until:
            try:
                painted = self.painted_at(await self.stamp(window_id))
            except WindowGone:
                return
            left = min(painted + PLACES_S, until) - clock()
            if painted < since or left <= 0:
                return
            await asyncio.sleep(left)
