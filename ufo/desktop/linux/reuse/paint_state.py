"""Tells whether a window's picture shows what its application knows already.

An application tells of a change first and paints it a moment later: LibreOffice 7.4 up to 65 ms later, GTK at its next frame.
A picture is believed only when nothing was told for longer than that and the application answers at once, as one that is busy
may paint late. Soon after a change it is taken anew when the tree is read, which is a few frames later: what was believed and
is another by then is read after all.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ufo.schema.picture import Frame

PAINTED_S = 0.08
_SURELY_S = 0.3
_SAME_S = 0.1


@dataclass(frozen=True, slots=True)
class PaintState:
    """`frame` was taken right before the look began, and not before the loop time `began`. `sure_from`: the look is made ahead
    and is worth nothing unless the window is the same at that loop time, when all that was told is painted; `frame` is then
    taken at its word until it is known."""

    frame: Frame | None
    began: float
    retake: Callable[[], Awaitable[Frame | None]]
    sure_from: float | None = None

    def after(self, rest_s: float) -> Frame | None:
        """`rest_s`: how long the application had told of no change when the look began. None where no picture is believed."""
        return None if rest_s < PAINTED_S and self.sure_from is None else self.frame

    async def again(self, rest_s: float) -> Frame | None:
        """The picture as it is when the tree is read, where what the application told may not all have been painted before."""
        return self.frame if rest_s >= _SURELY_S or self.sure_from is not None else await self.retake()


async def _none() -> Frame | None:
    return None


UNSEEN = PaintState(None, 0.0, _none)


async def stays_same(capture: Callable[[], Awaitable[Frame]], timeout_s: float) -> bool:
    """Whether two pictures, one soon after the other, become the same within the time."""
    deadline = time.monotonic() + timeout_s
    before = await capture()
    while time.monotonic() < deadline:
        await asyncio.sleep(_SAME_S)
        now = await capture()
        if now == before:
            return True
        before = now
    return False
