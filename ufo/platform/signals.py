"""The signals that end a program, as far as the system has them: Windows has no SIGHUP. It is the first thing that the command
imports, and imports little.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
"""Ctrl-C, the end of the terminal, and being told to end."""
ENDING_FROM_OUTSIDE = tuple(item for item in ENDING if item is not signal.SIGINT)

Handler = Callable[[int, FrameType | None], object]


def heard(signals: tuple[signal.Signals, ...] = ENDING) -> list[signal.Signals]:
    """Return those that are not ignored: the process that starts us may have set one to be (nohup)."""
    return [item for item in signals if signal.getsignal(item) is not signal.SIG_IGN]


def handle(handler: Handler) -> None:
    """Let each signal that ends the program call `handler` from now on. Only in the main thread."""
    for signals in heard():
        signal.signal(signals, handler)
