"""Whether a program has done what it had to do, from the kernel's account of its threads; nothing is asked of itself.

A thread that something was sent to wants to run until it has read it. One that was seen asleep a few times since has read it,
however slow the computer is; one that is held up or waits for its turn was not.
"""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

LOOKS = 5
"""How often each thread has to be seen asleep."""
_ASLEEP = frozenset("SI")
_DEAD = frozenset("ZX")


class IdleThreads:
    """Of a program and those that it started, from now on. A program that the kernel does not show (0: not known) is taken to
    have come to rest after as many looks."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._looks = 0
        self._asleep: Counter[int] = Counter()

    def has_come(self) -> bool:
        """Looks once more."""
        self._looks += 1
        threads = dict(_threads(self._pid)) if self._pid > 0 else {}
        self._asleep.update(thread for thread, state in threads.items() if state in _ASLEEP)
        return self._looks >= LOOKS and all(self._asleep[thread] >= LOOKS for thread in threads)


def _threads(pid: int) -> Iterator[tuple[int, str]]:
    """With the letter of what each is at."""
    with contextlib.suppress(OSError):
        for folder in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(OSError):
                state = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[0]
                if state not in _DEAD:
                    yield int(folder.name), state
                for child in (folder / "children").read_text().split():
                    yield from _threads(int(child))


def has_loaded(pid: int, library: str) -> bool:
    """Whether a process has that library; False as well where nobody may know."""
    try:
        return library in Path(f"/proc/{pid}/maps").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def cpu_s(pid: int) -> float:
    """The time that a process has worked; 0 where nobody may know."""
    try:
        times = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
    except OSError:
        return 0.0
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
