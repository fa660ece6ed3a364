"""Tells whether a window's picture shows what its application has already reported.

An application reports a change first and paints it a moment later: LibreOffice 7.4 up to 65 ms later, GTK at its next frame.
A picture is trusted only when nothing was reported for longer than that and the application answers at once, because a busy
one may paint late. Soon after a change the picture is taken again when the tree has been read, a few frames later: the
places that were trusted and look different by then are read after all.
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
    """A window's picture and how far to trust it. `frame` was taken right before the look began, and not before the loop time
    `began`. `sure_from` marks a look made ahead, which counts only if the window is still the same at that loop time, when
    every reported change is painted; until then `frame` is trusted.
    """

    frame: Frame | None
    began: float
    retake: Callable[[], Awaitable[Frame | None]]
    sure_from: float | None = None

    def after(self, rest_s: float) -> Frame | None:
        """Return the picture, or None where it cannot be trusted. `rest_s` is for how many seconds the application had reported
        no change when the look began.
        """
        return None if rest_s < PAINTED_S and self.sure_from is None else self.frame

    async def again(self, rest_s: float) -> Frame | None:
        """Return the picture as it is after the tree was read; take it again if a reported change may not have been painted
        before.
        """
        return self.frame if rest_s >= _SURELY_S or self.sure_from is not None else await self.retake()


async def _none() -> Frame | None:
    return None


UNSEEN = PaintState(None, 0.0, _none)


async def stays_same(capture: Callable[[], Awaitable[Frame]], timeout_s: float) -> bool:
    """Tell whether two pictures, one soon after the other, become equal within the time."""
    deadline = time.monotonic() + timeout_s
    before = await capture()
    while time.monotonic() < deadline:
        await asyncio.sleep(_SAME_S)
        now = await capture()
        if now == before:
            return True
        before = now
    return False
