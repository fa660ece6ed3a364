"""Finds out whether a program has finished its work, from the kernel's account of its threads; the program itself is not asked.

A thread that was sent something wants to run until it has read it, however slow the computer is, and may then send something to
another one. So all of them have to be asleep at the same time, a few times; a thread that is stopped or waits for its turn is not
asleep.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

LOOKS = 5
"""In how many looks all threads have to be asleep before the program counts as at rest."""
_ASLEEP = frozenset("SI")
_DEAD = frozenset("ZX")


class IdleThreads:
    """Watches, from its creation on, whether a program and the processes that it started come to rest. A program that the
    kernel does not show (0 where its pid is not known) counts as at rest after as many looks.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._asleep = 0

    def has_come(self) -> bool:
        """Look at the threads once more; tell whether all of them have come to rest."""
        self._asleep += _ASLEEP.issuperset(_states(self._pid) if self._pid > 0 else ())
        return self._asleep >= LOOKS


def await_rest(pid: int, within_s: float, deaf_s: float) -> bool:
    """Wait until a program has come to rest, which shows that it has read what was sent, where nobody can ask it. It must have
    rested for `deaf_s` seconds; False where it has not within `within_s`. Blocks.
    """
    rest = IdleThreads(pid)
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        time.sleep(deaf_s / LOOKS)
        if rest.has_come():
            return True
    return False


def _states(pid: int) -> Iterator[str]:
    """Yield the letter of the state of each thread of the process and its descendants, as /proc shows it."""
    with contextlib.suppress(OSError):
        for folder in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(OSError):
                state = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[0]
                if state not in _DEAD:
                    yield state
                for child in (folder / "children").read_text().split():
                    yield from _states(int(child))


def has_loaded(pid: int, library: str) -> bool:
    """Tell whether a process has loaded that library. False as well where its memory map may not be read."""
    try:
        return library in Path(f"/proc/{pid}/maps").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def cpu_s(pid: int) -> float:
    """Return the processor time that a process has used, in seconds; 0.0 where it cannot be read."""
    try:
        times = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
    except OSError:
        return 0.0
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
