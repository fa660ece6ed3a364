"""Ends one process, and never another one that has got its number meanwhile."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

_POLL_S = 0.05


@dataclass(frozen=True, slots=True)
class Ending:
    """A process that is held. `descriptor`: what holds it on Linux; None where a system has nothing like it."""

    pid: int
    descriptor: int | None

    def end(self, *, at_once: bool) -> None:
        """Ask the process to end, or end it `at_once`. Raises ProcessLookupError and PermissionError."""
        number = getattr(signal, "SIGKILL", signal.SIGTERM) if at_once else signal.SIGTERM
        if self.descriptor is not None:
            signal.pidfd_send_signal(self.descriptor, number)
        else:
            os.kill(self.pid, number)

    async def is_over(self, seconds: float) -> bool:
        """Tell whether the process ends in that time. A dead one whose parent has not looked counts as ended."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self._has_ended():
                return True
            await asyncio.sleep(_POLL_S)
        return False

    def _has_ended(self) -> bool:
        if self.descriptor is not None:
            return bool(select.select([self.descriptor], [], [], 0)[0])
        if os.name != "posix":
            # There the number 0 is no question but an event that ends programs.
            return False
        try:
            os.kill(self.pid, 0)
        except OSError:
            return True
        return False


@contextmanager
def ending(pid: int) -> Iterator[Ending]:
    """Hold the process, so that its number goes to no other one. Raises ProcessLookupError where it is gone."""
    if not hasattr(os, "pidfd_open"):
        yield Ending(pid, None)
        return
    descriptor = os.pidfd_open(pid)
    try:
        yield Ending(pid, descriptor)
    finally:
        os.close(descriptor)
