"""The conditions of one call of the sender, and its progress. Nothing of it outlives the call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ufo.desktop.target import Reconfirm, Target
from ufo.schema.geometry import Point


@dataclass(frozen=True, slots=True)
class Aim:
    """The window that input is for. `tops` are the numbers of the top-level windows that may get it: the window, its dialogs and
    its popups, or only itself if `alone`. `settled`: windows that open from now on are not included, as for the second click
    of two. `target` is what was confirmed before.
    """

    window_id: str
    title: str
    tops: frozenset[int]
    alone: bool = False
    settled: bool = False
    target: Target | None = None

    def allowed_at(self, point: Point) -> frozenset[int] | None:
        """Return the top-level windows that a hit test of this point allowed; None where there was no hit test."""
        return None if self.target is None else self.target.allowed_at(point)


class Pointing(Protocol):
    """Tells which top-level window gets a click or a key. The window system numbers them in a way of its own; 0 is none."""

    def aim(self, to: Target | str, alone: bool = False) -> Aim:
        """Return the aim for a window. Raises WindowGone."""
        ...

    def obstacle(self, window_id: str) -> str | None:
        """Name what covers all of the window and is in no list of windows, such as a locked screen; None if nothing does."""
        ...

    def hit_test(self, target: Target, point: Point) -> Target:
        """Return the target with what lies over the window at the point, and with the windows that belong to it now: input at
        this point is allowed to no others.
        """
        ...

    def come_over(self, target: Target, point: Point) -> str | None:
        """Name what lies at the point and did not belong to the window at the hit test; None if nothing does."""
        ...

    def focused_top(self) -> int:
        """Return the top-level window that has the keyboard focus."""
        ...


class Precheck(Protocol):
    """The last check before input is sent, in the screen's thread. `point` is None for keys. Both methods raise Disturbed."""

    def before(self, point: Point | None) -> None: ...

    def at_last(self, point: Point | None, pointing: Pointing) -> None:
        """Check as late as the window system allows. X11 is held still meanwhile: it answers no other connection then, including
        the one that takes pictures of windows.
        """
        ...


@dataclass
class Call:
    """One call of the sender. `precheck` is used for the first stroke only. `part` is how many characters or clicks of the
    current event were sent.
    """

    aim: Aim | None
    precheck: Precheck | None
    reconfirm: Reconfirm | None
    part: int = 0

    def check(self, point: Point | None = None) -> None:
        """Do the precheck right before the last check. In the screen's thread. Raises Disturbed."""
        if self.precheck is not None:
            self.precheck.before(point)

    def check_at_last(self, pointing: Pointing, point: Point | None = None) -> None:
        """Do the precheck for the last time, right before the first stroke. In the screen's thread. Raises Disturbed."""
        precheck, self.precheck = self.precheck, None
        if precheck is not None:
            precheck.at_last(point, pointing)

    async def ask_between(self, at: int) -> None:
        if at and self.reconfirm is not None:
            await self.reconfirm()
