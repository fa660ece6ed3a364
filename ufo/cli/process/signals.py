"""Stops a run in order at Ctrl-C, at the end of its terminal and at SIGTERM; a second signal ends it at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ufo.platform.loop_signals import handled_by_loop

_SAME_S = 1.0
"""Signals closer together than this are one: `timeout` and `make` send theirs twice."""


@contextmanager
def stopping(leave: Callable[[], None]) -> Iterator[None]:
    """Let the first signal cancel the task inside this context, and a later one call `leave`."""
    task = asyncio.current_task()
    first: list[float] = []

    def on_signal() -> None:
        if not first:
            first.append(time.monotonic())
            if task is not None:
                task.cancel()
        elif time.monotonic() - first[0] > _SAME_S:
            leave()

    with handled_by_loop(on_signal):
        yield
