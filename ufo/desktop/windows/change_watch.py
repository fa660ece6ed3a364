"""Tells when something changes: by Windows' own events where they are told, and else by looking.

Wine 8 tells of created windows and of the focus alone, and nothing anywhere tells of a text that was set by a message. So who
waits looks as well, every few milliseconds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from ufo.desktop.matching.restless import other_tiles
from ufo.desktop.windows import top_windows
from ufo.desktop.windows.api import handles
from ufo.desktop.windows.api.functions import EventCallback, user32
from ufo.desktop.windows.api.messages import answers
from ufo.desktop.windows.capture import pictures
from ufo.desktop.windows.input.pump import Pump
from ufo.errors import DesktopError
from ufo.schema.picture import Frame

_FIRST, _LAST = 0x0001, 0x800F
"""From EVENT_SYSTEM_SOUND to EVENT_OBJECT_VALUECHANGE and what lies around it."""
_OUT_OF_CONTEXT, _SKIP_OWN = 0x0, 0x2
_CURSOR = -9
_TICK_S, _STILL = 0.04, 3
_CARET_TILES = 6
"""A blinking caret is no change: as many tiles of 8 pixels as one covers."""
_EVENTS_KEPT = 512
_Look = tuple[Frame | None, tuple[int, ...]]


class ChangeWatch:
    def __init__(self) -> None:
        self._last: dict[int, float] = {}
        self._called = EventCallback(self._take)
        self._pump = Pump(self._begin)

    def _begin(self) -> Callable[[], object] | None:
        hook = user32.SetWinEventHook(_FIRST, _LAST, None, self._called, 0, 0, _OUT_OF_CONTEXT | _SKIP_OWN)
        return (lambda: user32.UnhookWinEvent(hook)) if hook else None

    def _take(self, _hook: int, _event: int, window: int, kind: int, *_: int) -> None:
        if kind != _CURSOR and window:
            if len(self._last) > _EVENTS_KEPT:
                self._last.clear()
            self._last[handles.thread_and_process(window)[1]] = time.monotonic()

    def tell(self, pid: int) -> None:
        """Take it from another source that something changed in that process."""
        self._last[pid] = time.monotonic()

    async def changed(self, window_id: str, since: float, timeout_s: float) -> bool:
        """Wait for a change of the window's application after `since` (loop time, which is the monotonic time)."""
        pid = handles.thread_and_process(top_windows.handle_of(window_id))[1]
        first = await asyncio.to_thread(_look, window_id)
        deadline = time.monotonic() + timeout_s
        while time.monotonic() < deadline:
            if self._last.get(pid, 0.0) > since:
                return True
            await asyncio.sleep(_TICK_S)
            if _differ(first, await asyncio.to_thread(_look, window_id)):
                return True
        return False

    async def settled(self, window_id: str | None, timeout_s: float) -> bool:
        """Wait until three looks in a row show the same and the application answers. False at the deadline."""
        deadline = time.monotonic() + timeout_s
        last, still = await asyncio.to_thread(_look, window_id), 0
        while still < _STILL:
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(_TICK_S)
            now = await asyncio.to_thread(_look, window_id)
            still = 0 if _differ(last, now) else still + 1
            last = now
            if still == _STILL and window_id is not None and not await asyncio.to_thread(_answers, window_id):
                still = 0
        return True

    def end(self) -> None:
        self._pump.end()


def _look(window_id: str | None) -> _Look:
    """Return the picture of what the screen shows at the window's place, and the windows that there are."""
    shown = tuple(top_windows.top_levels())
    if window_id is None:
        return pictures.of_screen(), shown
    try:
        return pictures.of_screen(top_windows.frame_of(top_windows.handle_of(window_id))), shown
    except DesktopError:
        return None, shown


def _differ(one: _Look, other: _Look) -> bool:
    (before, windows), (after, others) = one, other
    if windows != others or before is None or after is None or before.rect != after.rect:
        return windows != others or before != after
    return len(other_tiles(before, after, before.rect)) > _CARET_TILES


def _answers(window_id: str) -> bool:
    try:
        return answers(top_windows.handle_of(window_id))
    except DesktopError:
        return False
