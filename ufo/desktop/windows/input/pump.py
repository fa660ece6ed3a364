"""A thread with a queue of messages: what hooks for the keyboard and for events are called in."""

from __future__ import annotations

import threading
from collections.abc import Callable
from ctypes import byref
from ctypes.wintypes import MSG

from ufo.desktop.windows.api.functions import kernel32, user32
from ufo.errors import DesktopError

_QUIT = 0x12
_BEGUN_S, _ENDED_S = 5.0, 2.0


class Pump:
    """Runs `begin` in a thread, which sets hooks and returns what takes them away, and then hands on messages until `end`. Raises
    DesktopError where `begin` returns None.
    """

    def __init__(self, begin: Callable[[], Callable[[], object] | None]) -> None:
        self._thread_id = 0
        self._is_begun = False
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(begin,), daemon=True)
        self._thread.start()
        if not self._ready.wait(_BEGUN_S) or not self._is_begun:
            raise DesktopError("Windows lets this program set no hook")

    def _run(self, begin: Callable[[], Callable[[], object] | None]) -> None:
        self._thread_id = kernel32.GetCurrentThreadId()
        message = MSG()
        # Makes the queue, before anybody posts to it.
        user32.PeekMessageW(byref(message), None, 0, 0, 0)
        stop = begin()
        self._is_begun = stop is not None
        self._ready.set()
        if stop is None:
            return
        while user32.GetMessageW(byref(message), None, 0, 0) > 0:
            pass
        stop()

    def end(self) -> None:
        user32.PostThreadMessageW(self._thread_id, _QUIT, 0, 0)
        self._thread.join(_ENDED_S)
