"""Looks at windows whose tree tells enough: their picture is read once, beside what the caller does, then only on demand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace

from ufo.desktop.snapshot import Snapshot
from ufo_sight.recent import Recent

_WINDOWS = 32
# The look that begins a reading, and the next one, which finds it done.
_TRIES = 2
_LATER = "what is written there is still being read from the picture; a later look has it"
_ASKED = "what is written there is not listed; wait_for reads it from the picture"


class Glances:
    """Holds, by window, the reading that goes on, how often one was begun, and why it was needed."""

    def __init__(self) -> None:
        self._reading: dict[str, asyncio.Task[Snapshot]] = {}
        self._begun: Recent[str, int] = Recent(_WINDOWS)
        self._needed: Recent[str, str] = Recent(_WINDOWS)

    async def of(self, tree: Snapshot, read: Callable[[], Coroutine[None, None, Snapshot]], sight_s: float) -> Snapshot:
        """Return `tree` with what `read` adds to it from the picture within `sight_s` seconds, or as it is."""
        window, begun = tree.window_id, self._begun.get(tree.window_id) or 0
        if window in self._reading or sight_s <= 0 or begun == _TRIES:
            return self._without(tree, _LATER if window in self._reading else _ASKED)
        self._begun.put(window, begun + 1)
        task = asyncio.create_task(read())
        self._reading[window] = task
        task.add_done_callback(lambda done: self._ended(window, done))
        await asyncio.wait({task}, timeout=sight_s)
        if not task.done():
            return self._without(tree, _LATER)
        self._begun.put(window, _TRIES)
        return task.result()

    def _without(self, tree: Snapshot, said: str) -> Snapshot:
        """Return the tree marked as incomplete if it was found so: what it does not tell is then compared by picture."""
        reason = self._needed.get(tree.window_id)
        return replace(tree, degraded=f"{reason}; {said}") if reason else tree

    def _ended(self, window: str, done: asyncio.Task[Snapshot]) -> None:
        self._reading.pop(window, None)
        if not done.cancelled() and done.exception() is None:
            self._needed.put(window, done.result().degraded or "")

    async def end(self) -> None:
        for task in (tasks := tuple(self._reading.values())):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
