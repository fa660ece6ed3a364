"""Reads a window while it is waited for, so that the look is there when the wait is over.

An application that has said nothing for a moment has mostly done what it does: the rest of the time in which it has to stay quiet
is enough to read it. Such a look counts only where at the end nothing was told since before it began, the application answers at
once and the window looks as it did: see `keeping`. What comes in between makes it worth no more than any earlier look.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from ufo.errors import DesktopError


class ReadAhead:
    """One reading at a time."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    def begin(self, read: Callable[[], Awaitable[None]]) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(_tried(read))

    async def ended(self) -> None:
        """It is never broken off: what it took from the look before is asked at the next one otherwise."""
        if self._task is not None:
            await asyncio.wait({self._task})

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})


async def _tried(read: Callable[[], Awaitable[None]]) -> None:
    # Whoever looks next is told what is wrong.
    with contextlib.suppress(DesktopError):
        await read()
