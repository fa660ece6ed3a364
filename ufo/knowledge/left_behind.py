"""Calls that may hang for good: each in a thread that neither the loop which gave it up nor the end of the process waits for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


async def in_thread(name: str, call: Callable[[], T]) -> T:
    """Return what a call that blocks returns. Raises what it raises. One that is cancelled is left behind."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def settle(value: T | None, error: Exception | None) -> None:
        if not answer.done():
            answer.set_exception(error) if error is not None else answer.set_result(value)  # type: ignore[arg-type]

    def run() -> None:
        value, failed = None, None
        try:
            value = call()
        except Exception as error:  # noqa: BLE001 it is raised where the call is awaited
            failed = error
        # The loop may have ended meanwhile.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, value, failed)

    threading.Thread(target=run, name=name, daemon=True).start()
    return await answer
