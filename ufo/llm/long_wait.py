"""Tells a person that a model is still being waited for, since the wait lasts as long as the run's limit allows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

FIRST_S = 20.0


async def told_while_waiting(work: Awaitable[T], who: str, tell: Callable[[str], None], first_s: float = FIRST_S) -> T:
    """Return what `work` returns. Call `tell` after `first_s` seconds, and again each time that the wait has doubled.

    A cancellation ends `work` at once.
    """
    task = asyncio.ensure_future(work)
    waited_s, pause_s = 0.0, first_s
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=pause_s)
            if not task.done():
                waited_s, pause_s = waited_s + pause_s, waited_s + pause_s
                tell(
                    f"{who} has not answered for {waited_s:g} s; waiting as long as the run may take (Ctrl-C stops it)"
                )
    finally:
        task.cancel()
    return await task
