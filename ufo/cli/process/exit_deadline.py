"""Ends a process at a set time, whatever hangs in it.

The event loop itself may hang, or a thread that Python waits for at its end. So the timer runs in a thread of its own.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress


class Leaving:
    """One deadline at a time: a new one replaces the last."""

    def __init__(self) -> None:
        self._timer: threading.Timer | None = None
        self._one = threading.Lock()

    def within(self, seconds: float, last: Callable[[], int], more: Callable[[], float] = lambda: 0.0) -> None:
        """Exit in `seconds`, or after as many more as `more` returns then: `last` is called in another thread, and what it
        returns is the exit code.
        """

        def leave() -> None:
            left = more()
            if left > 0:
                self.within(left, last, more)
            else:
                _leave(last)

        with self._one:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), leave)
            self._timer.daemon = True
            self._timer.start()

    def stay(self) -> None:
        with self._one:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None


def exit_surely(code: int) -> None:
    """Exit with `code`, also where Python would wait for a thread that never ends."""
    if any(thread is not threading.main_thread() and not thread.daemon for thread in threading.enumerate()):
        Leaving().within(_EXIT_S, lambda: code)
    sys.exit(code)


def _leave(last: Callable[[], int]) -> None:
    code = 1
    try:
        code = last()
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
    finally:
        os._exit(code)


_EXIT_S = 3.0
