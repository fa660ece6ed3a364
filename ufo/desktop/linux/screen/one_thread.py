"""Runs blocking calls to one server in a thread of their own, so that a slow server never holds up the event loop.

A connection keeps requests and answers in order. One thread for all requests keeps that order too.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Generic, TypeVar

from ufo.errors import DesktopError, DesktopUnavailable

T = TypeVar("T")
Other = TypeVar("Other")

ANSWER_S = 10.0


class OneThread:
    """The thread of one connection. `name` is what a person calls the server ("the X server ':7'"). Each call is made inside of
    `guard`, which turns the errors of the connection into ours.
    """

    def __init__(
        self, name: str, executor: ThreadPoolExecutor, guard: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self.name = name
        self._executor = executor
        self._guard = guard
        self._closed = False

    async def run(self, call: Callable[[], T]) -> T:
        """Make the call in the thread. Raises what `guard` raises, and DesktopUnavailable where the server is closed or does not
        answer in time.
        """
        if self._closed:
            raise DesktopUnavailable(f"the connection to {self.name} is closed; connect again")
        work = asyncio.get_running_loop().run_in_executor(self._executor, self._guarded, call)
        try:
            async with asyncio.timeout(ANSWER_S):
                return await asyncio.shield(work)
        except TimeoutError as error:
            raise DesktopUnavailable(
                f"{self.name} did not answer within {ANSWER_S:g} s; see whether it is stopped"
            ) from error

    def _guarded(self, call: Callable[[], T]) -> T:
        with self._guard():
            return call()

    async def close(self, last: Callable[[], object]) -> None:
        """Make the last call, and end the thread."""
        if self._closed:
            return
        with contextlib.suppress(DesktopError):
            await self.run(last)
        self._closed = True
        self._executor.shutdown(wait=False)


class OnThread(Generic[T]):
    """Holds an object that only that thread may touch, for code in the event loop."""

    def __init__(self, thread: OneThread, inner: T) -> None:
        self._thread = thread
        self._inner = inner

    async def run(self, ask: Callable[[T], Other]) -> Other:
        """Ask the object in its thread. Raises what `OneThread.run` raises."""
        return await self._thread.run(lambda: ask(self._inner))
