"""The conditions of one call of the sender, and its progress. Nothing of it outlives the call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ufo.desktop.linux.input.hit_window import Aim, HitWindow
from ufo.desktop.target import Reconfirm
from ufo.schema.geometry import Point


class Precheck(Protocol):
    """The last check before input is sent, for the X thread. `point` is None for keys. Both methods raise Disturbed."""

    def before(self, point: Point | None) -> None: ...

    def at_last(self, point: Point | None, hit_window: HitWindow) -> None:
        """Check while the X server is grabbed: it answers no other connection then, including the one that takes pictures of
        windows.
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
        """Do the precheck right before the server is grabbed. For the X thread. Raises Disturbed."""
        if self.precheck is not None:
            self.precheck.before(point)

    def check_at_last(self, hit_window: HitWindow, point: Point | None = None) -> None:
        """Do the precheck for the last time, while the server is grabbed and right before the first stroke. For the X thread.
        Raises Disturbed.
        """
        precheck, self.precheck = self.precheck, None
        if precheck is not None:
            precheck.at_last(point, hit_window)

    async def ask_between(self, at: int) -> None:
        if at and self.reconfirm is not None:
            await self.reconfirm()
