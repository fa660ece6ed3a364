"""What one call of the sender is held to, and how far it is: nothing of it outlives the call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ufo.desktop.linux.input.hit_window import Aim, HitWindow
from ufo.desktop.target import Reconfirm
from ufo.schema.geometry import Point


class Precheck(Protocol):
    """The last check before input is sent. For the X thread; both raise Disturbed. `point` is None for keys."""

    def before(self, point: Point | None) -> None: ...

    def at_last(self, point: Point | None, hit_window: HitWindow) -> None:
        """While the X server is grabbed: nobody else's connection is answered, the one that takes pictures of windows
        included."""
        ...


@dataclass
class Call:
    """`precheck` is used up by the first stroke. `part`: how many characters or clicks of the event at hand were sent."""

    aim: Aim | None
    precheck: Precheck | None
    reconfirm: Reconfirm | None
    part: int = 0

    def check(self, point: Point | None = None) -> None:
        """For the X thread, right before the server is grabbed. Raises Disturbed."""
        if self.precheck is not None:
            self.precheck.before(point)

    def check_at_last(self, hit_window: HitWindow, point: Point | None = None) -> None:
        """For the X thread: the last thing before the first stroke, while the server is grabbed. Raises Disturbed."""
        precheck, self.precheck = self.precheck, None
        if precheck is not None:
            precheck.at_last(point, hit_window)

    async def ask_between(self, at: int) -> None:
        if at and self.reconfirm is not None:
            await self.reconfirm()
