"""Stops a run in order at Ctrl-C, at the end of its terminal and at SIGTERM; a second signal ends it at once."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_SAME_S = 1.0
"""Signals closer together than this are one: `timeout` and `make` send theirs twice."""


@contextmanager
def stopping(leave: Callable[[], None]) -> Iterator[None]:
    """Let the first signal cancel the task inside this context, and a later one call `leave`."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    first: list[float] = []

    def on_signal() -> None:
        if not first:
            first.append(time.monotonic())
            if task is not None:
                task.cancel()
        elif time.monotonic() - first[0] > _SAME_S:
            leave()

    # The process that starts us may have set a signal to be ignored (nohup).
    heard = [one for one in _STOPPING if signal.getsignal(one) is not signal.SIG_IGN]
    for one in heard:
        loop.add_signal_handler(one, on_signal)
    try:
        yield
    finally:
        for one in heard:
            loop.remove_signal_handler(one)
