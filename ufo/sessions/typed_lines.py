"""Lines that a person types. Waiting for one ends when it must: no answer keeps the program from going on or ending."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable


class TypedLines:
    """`read` blocks until a line was typed and raises EOFError at the end of the input.

    It runs in a daemon thread, because a thread of the event loop's pool would be waited for when the program ends.
    """

    def __init__(self, read: Callable[[], str]) -> None:
        self._read = read
        self._waiting: asyncio.Future[str] | None = None

    async def next(self, timeout_s: float | None = None) -> str | None:
        """What is typed from now on, stripped; None where nothing was in time, "" at the end of the input.

        Text that was typed after an earlier wait was given up answers nothing and is dropped.
        """
        if self._waiting is None or self._waiting.done():
            self._waiting = self._begin()
        done, _ = await asyncio.wait({self._waiting}, timeout=timeout_s)
        if not done:
            return None
        line, self._waiting = self._waiting.result(), None
        return line

    def already(self) -> str | None:
        """What was typed since the last call, None where nothing was; it does not wait."""
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
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(settle, line)

        def settle(line: str) -> None:
            if not typed.done():
                typed.set_result(line)

        threading.Thread(target=work, name="typed-line", daemon=True).start()
        return typed
