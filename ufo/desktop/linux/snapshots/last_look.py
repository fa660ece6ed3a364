"""Keeps the last look at a window for as long as it is certain that the window still shows the same.

A large window takes a tenth of a second to read, and one step of an agent looks several times: after an action, before
the next one, before the one after. Events alone do not prove that nothing changed, as not every toolkit announces every
change. So a kept look needs all of these, and only for a moment: no event of any application since before the read, the
same windows in the same places, the same pixels (not painted on, or painted the same), and no action of ours.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ufo.desktop.linux.registry.events import BRISK_S
from ufo.desktop.linux.reuse.paint_state import PaintState
from ufo.desktop.linux.screen.screen import Stamp
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.snapshot import Snapshot
from ufo.errors import DesktopError
from ufo.schema.picture import Frame

_MOMENT_S = 1.5
# A window that takes fewer calls is read as fast as it is compared, and so is one whose tree is mostly not built yet.
_WORTH_CALLS = 100

Surfaces = tuple[Surface, ...]


@dataclass(frozen=True, slots=True)
class KeptLook:
    """A look that may be given again. `painted` is the picture taken before the read. `stamp` was taken before both and
    records when the windows were painted on. `is_rested`: by then the application had reported all that it reports
    without an event.
    """

    snapshot: Snapshot
    surfaces: Surfaces
    painted: PaintState
    stamp: Stamp | None
    is_rested: bool = True


class LastLook:
    """Holds the last look. `picture` takes the window's present picture. `quiet_since` tells whether no application has
    announced a change since a loop time, and waits until all is announced. `stands` tells whether what no event announces
    is still as that look found it.
    """

    def __init__(
        self,
        picture: Callable[[str], Awaitable[Frame]],
        quiet_since: Callable[[int, float], Awaitable[bool]],
        stands: Callable[[int], Awaitable[bool]],
    ) -> None:
        self._picture = picture
        self._quiet_since = quiet_since
        self._stands = stands
        self._kept: KeptLook | None = None

    def drop(self) -> None:
        """Forget the look. Call this before and after anything that may change a window."""
        self._kept = None

    async def picture(self, surface: Surface) -> Frame | None:
        """Return the window's picture, or None for a window without one, such as a minimised window; such a look
        is not kept.
        """
        try:
            return await self._picture(surface.window.id)
        except DesktopError:
            return None

    async def painted(self, surface: Surface, sure_from: float | None = None) -> PaintState:
        """Take the window's picture for a look that begins now."""
        began = asyncio.get_running_loop().time()
        return PaintState(await self.picture(surface), began, lambda: self.picture(surface), sure_from)

    def keep(self, look: KeptLook) -> None:
        poor = look.painted.frame is None or look.snapshot.degraded or look.snapshot.calls < _WORTH_CALLS
        self._kept = None if poor else look

    def is_of(self, window_id: str) -> bool:
        """Tell whether a look at that window is kept."""
        return self._kept is not None and self._kept.snapshot.window_id == window_id

    async def recall(self, surfaces: Surfaces, stamp: Stamp | None, now: float) -> Snapshot | None:
        """Return the snapshot if it still holds, else None. `surfaces` and `stamp` are the present ones."""
        kept = self._kept
        if kept is None or kept.surfaces != surfaces or now - kept.painted.began > _MOMENT_S:
            return None
        sure_from = kept.painted.sure_from
        if sure_from is not None and now < sure_from:
            return None
        clock, pid = asyncio.get_running_loop().time, surfaces[0].window.pid
        asked = clock()
        if not await self._quiet_since(pid, kept.painted.began):
            return None
        if sure_from is not None and clock() - asked > BRISK_S:
            return None
        # A blinking cursor paints the window and may leave it the same; then the pictures decide.
        unpainted = stamp is not None and stamp == kept.stamp
        same = unpainted or await self.picture(surfaces[0]) == kept.painted.frame
        holds = same and (kept.is_rested or await self._still(kept, pid))
        return kept.snapshot if holds and self._kept is kept else None

    async def _still(self, kept: KeptLook, pid: int) -> bool:
        """Check at the latest possible moment, as such an application first changes what it shows and announces it
        a moment later.
        """
        return await self._stands(kept.snapshot.id) and await self._quiet_since(pid, kept.painted.began)
