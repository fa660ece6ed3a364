"""Reads a window during a wait, so that the look is ready when the wait is over.

An application that has announced nothing for a moment has mostly finished. The rest of the time in which it has to stay
quiet is enough to read it. Such a look counts only where at the end nothing was announced since before it began, the
application answers at once and the window looks as it did: see `LastLook.recall`. If anything comes in between, it is worth no
more than any earlier look.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from ufo.errors import DesktopError


class ReadAhead:
    """Runs at most one read at a time."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    def begin(self, read: Callable[[], Awaitable[None]]) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(_tried(read))

    async def ended(self) -> None:
        """Wait until the read has ended. It is never cancelled: the next look would have to ask again for what it took from
        the look before.
        """
        if self._task is not None:
            await asyncio.wait({self._task})

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})


async def _tried(read: Callable[[], Awaitable[None]]) -> None:
    # The next look reports what is wrong.
    with contextlib.suppress(DesktopError):
        await read()
