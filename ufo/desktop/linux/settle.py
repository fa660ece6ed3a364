"""Waits until a window is idle: no AT-SPI events and no unannounced repaints."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from ufo.desktop.backend import Desktop
from ufo.desktop.linux.accessibility import Accessibility
from ufo.desktop.linux.capture.paint_idle import PaintIdle
from ufo.desktop.linux.capture.window_pictures import WindowPictures
from ufo.desktop.linux.registry.events import LATE_QUIET_S
from ufo.desktop.linux.reuse.paint_state import stays_same
from ufo.desktop.linux.screen.screen import Stamp
from ufo.errors import DesktopError

# An application with a tree is asked what it shows, so a fading cursor or a glowing button is no reason to wait longer.
_PAINTING_S, _PAINTING_BESIDE_A_TREE_S = 0.5, 0.12
"""How many seconds unannounced repaints count as a change, without a tree and with one."""

_SCROLLED_S = 1.0
"""How many seconds to wait for a window that goes on repainting after a scroll."""

_TREE_S, _TREE_STEADY_S, _TREE_TICK_S = 4.0, 0.35, 0.05
"""How many seconds a launched application has to build its tree, how long the tree must stay the same, and the interval at
which it is read."""


_RESTED_S = 0.3
"""For how many seconds a window that was idle counts as such from then on, where nothing was done, told or painted since."""


@dataclass(frozen=True, slots=True)
class _Rest:
    """A window that was found idle at the loop time `at`, with what was painted by then."""

    window_id: str
    at: float
    stamp: Stamp | None

    def lasts(self, window_id: str, now: float, stamp: Stamp | None) -> bool:
        """Tell whether the idle time may count from then."""
        painted = stamp is None or stamp != self.stamp
        return self.window_id == window_id and not painted and now - self.at <= _RESTED_S


class Settle:
    """Waits until a window is idle. Remembers when the last input was sent, and when a window was idle: the idle time counts from
    there.
    """

    def __init__(self, shown: WindowPictures) -> None:
        self._shown = shown
        self._sent: float | None = None
        self._scrolled = False
        self._rest: _Rest | None = None

    def sent(self, at: float | None, *, scrolled: bool) -> None:
        """Note that input was sent. `at` is the loop time from which on the application could answer it."""
        self._sent = at
        self._scrolled = scrolled

    def forget(self) -> None:
        """Forget the last input, and when a window was idle, because something else was done since."""
        self._sent = self._rest = None

    async def by_picture(self, window_id: str | None, timeout_s: float) -> bool:
        """Wait, for a desktop without trees, until the picture stays the same. False at the timeout."""
        return await stays_same(lambda: self._shown.picture(window_id), timeout_s)

    async def by_tree(
        self, accessibility: Accessibility, window_id: str, timeout_s: float, quiet: Callable[[float], None]
    ) -> bool:
        """Wait until the application reports no more changes, and for unannounced repaints as long as they may be a change and
        not a film. `quiet` is called with the loop time of the last change once the application has been silent for a
        moment. False at the timeout. Raises WindowGone.
        """
        clock = asyncio.get_running_loop().time
        began = clock()
        surfaces, stamp = await self._shown.stamped(window_id)
        since, self._sent = self._idle_from(window_id, began, stamp), None
        pid = surfaces[0].window.pid
        is_scrolled, self._scrolled = self._scrolled, False
        settled = await accessibility.settle(pid, timeout_s, since, quiet)
        idle = PaintIdle(self._shown.stamp, self._shown.painted_at)
        is_untold = settled and not accessibility.has_told(pid, since)
        if is_untold:
            longest = _PAINTING_BESIDE_A_TREE_S if accessibility.registry.knows(pid) else _PAINTING_S
            await idle.painted_out(window_id, stamp, began + min(timeout_s, longest))
        if (is_untold or (settled and is_scrolled)) and accessibility.registry.lags(pid):
            await idle.places_told(window_id, since, began + min(timeout_s, _SCROLLED_S))
        if settled:
            self._rest = _Rest(window_id, clock(), await self._shown.stamp(window_id))
        return settled

    def _idle_from(self, window_id: str, began: float, stamp: Stamp | None) -> float:
        """Return the loop time from which on the window may have been idle."""
        rest = self._rest
        if self._sent is not None:
            return self._sent
        return rest.at - LATE_QUIET_S if rest is not None and rest.lasts(window_id, began, stamp) else began


async def await_tree(desktop: Desktop, window_id: str) -> None:
    """Wait until a launched application has built its tree, for 4 s at most. A window is on the screen before its tree is on
    the bus, and a browser's frame before its page: the tree is complete when its number of elements has not changed for a
    while and none of them is busy.
    """
    clock = asyncio.get_running_loop().time
    began = since = clock()
    deadline, counted = began + _TREE_S, 0
    while clock() < deadline:
        with contextlib.suppress(DesktopError):
            elements = (await desktop.snapshot(window_id)).elements
            if len(elements) != counted or any("busy" in element.states for element in elements):
                counted, since = len(elements), clock()
            elif counted and clock() - since >= _TREE_STEADY_S:
                await desktop.settle(window_id, timeout_s=max(0.0, deadline - clock()))
                return
        await asyncio.sleep(_TREE_TICK_S)
