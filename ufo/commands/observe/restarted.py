"""Finds the window in which a program goes on as another process: it began again, or it started the real program and closed.

Only a window that came within the sub-task counts, of a process that showed none before. Its process is known by its kin:
what both have in common, and no other program has. Without kin, it must be the same program, begun within the sub-task.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ufo.desktop.values import Window

_CLOCK_S = 1.0
"""How coarse the times are at which processes began."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """What was there when the agent was given its window, the ids of the windows at its last look, and when it was given it."""

    windows: tuple[Window, ...]
    seen: frozenset[str]
    begun: float

    def own_kin(self, gone: Window) -> frozenset[str]:
        """Return what tells the kin of a closed window's program. What it shares with other programs of the desktop tells
        nothing: a panel may start them all.
        """
        others = (one.kin for one in self.windows if one.pid != gone.pid)
        return gone.kin.difference(*others)


def heirs(gone: Window, windows: Sequence[Window], earlier: Earlier, *, has_ended: bool) -> list[Window]:
    """Return the windows in which the program of a closed one may go on. `has_ended`: the process of the closed one has ended."""
    shown_before = {0, gone.pid, *(one.pid for one in earlier.windows)}
    came = [one for one in windows if one.pid not in shown_before]
    ids = {one.id for one in came}
    main = [one for one in came if one.parent not in ids and one.title.strip()]
    kin = earlier.own_kin(gone)
    begun_again = [one for one in main if _is_kin(one, gone, kin, earlier)]
    return begun_again or [one for one in main if has_ended and _is_same(one, gone) and _is_new(one, earlier)]


def _is_kin(one: Window, gone: Window, kin: frozenset[str], earlier: Earlier) -> bool:
    """Tell whether a program began again, or whether what it started took its place. What was seen beside it did not."""
    if kin.isdisjoint(one.kin):
        return False
    return one.app_root == gone.app_root or one.process == gone.process or one.id not in {*earlier.seen} - {gone.id}


def _is_same(one: Window, gone: Window) -> bool:
    return (one.app_root, one.process) == (gone.app_root, gone.process)


def _is_new(one: Window, earlier: Earlier) -> bool:
    return bool(earlier.begun) and one.began + _CLOCK_S >= earlier.begun
