"""Reads lines that a person types. Waiting for one can end early: a missing answer keeps the program neither from going on nor
from ending.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable


class TypedLines:
    """Typed lines. `read` blocks until a line was typed and raises EOFError at the end of the input.

    It runs in a daemon thread, because the program would wait at its end for a thread of the event loop's pool.
    """

    def __init__(self, read: Callable[[], str]) -> None:
        self._read = read
        self._waiting: asyncio.Future[str] | None = None

    async def next(self, timeout_s: float | None = None) -> str | None:
        """Return the next line typed from now on, stripped; None where none was typed in time, "" at the end of the input.

        A line that was typed after an earlier call had given up waiting is dropped: it answers no question.
        """
        if self._waiting is None or self._waiting.done():
            self._waiting = self._begin()
        done, _ = await asyncio.wait({self._waiting}, timeout=timeout_s)
        if not done:
            return None
        line, self._waiting = self._waiting.result(), None
        return line

    def already(self) -> str | None:
        """Return a line that was typed since the last call, or None, without waiting."""
        if self._waiting is None:
            self._waiting = self._begin()
        if not self._waiting.done():
            return None
        line, self._waiting = self._waiting.result(), None
        return line

    def _begin(self) -> asyncio.Future[str]:
        loop = asyncio.get_running_loop()
        typed: asyncio.Future[str] = loop.create_future()

        def work() -> None:
            try:
                line = self._read().strip()
            except (EOFError, OSError, UnicodeDecodeError):
                line = ""
            with contextlib.suppress(RuntimeError):  # the loop is closed, so nothing waits for the line any more
                loop.call_soon_threadsafe(settle, line)

        def settle(line: str) -> None:
            if not typed.done():
                typed.set_result(line)

        threading.Thread(target=work, name="typed-line", daemon=True).start()
        return typed
