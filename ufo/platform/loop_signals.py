"""Signals as calls in an event loop, also on Windows, whose loops take no handlers of signals."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ufo.platform.signals import heard

SAME_S = 1.0
"""Signals closer together than this are one: `timeout` and `make` send theirs twice."""


@contextmanager
def handled_by_loop(on_signal: Callable[[], None]) -> Iterator[None]:
    """Let each signal that ends the program call `on_signal` in the running event loop, as long as the context lasts."""
    loop, signals = asyncio.get_running_loop(), heard()
    before = {each: signal.getsignal(each) for each in signals}
    try:
        for candidate in signals:
            loop.add_signal_handler(candidate, on_signal)
    except NotImplementedError:
        for entry in signals:
            signal.signal(entry, lambda _number, _frame: loop.call_soon_threadsafe(on_signal))
    try:
        yield
    finally:
        for item in signals:
            try:
                loop.remove_signal_handler(item)
            except NotImplementedError:
                signal.signal(item, before[item])


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
        elif time.monotonic() - first[0] > SAME_S:
            leave()

    with handled_by_loop(on_signal):
        yield
