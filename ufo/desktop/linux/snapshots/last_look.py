"""The last look at a window, for as long as it is certain that the window still shows the same.

A large window takes a tenth of a second to read, and one step of an agent looks several times: after an action, before the
next one, before the one after. What proves that nothing changed is more than the events, as not every toolkit tells all:
no event of any application since before the read, the same windows in the same places, every pixel the same (nothing was
painted, or the same), nothing done by us, and all of this only for a moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ufo.desktop.linux.capture.damage import Stamp
from ufo.desktop.linux.registry.events import BRISK_S
from ufo.desktop.linux.reuse.paint_state import PaintState
from ufo.desktop.linux.x11.surface import Surface
from ufo.desktop.snapshot import Snapshot
from ufo.errors import DesktopError
from ufo.schema.picture import Frame

_MOMENT_S = 1.5
# A window that takes fewer calls is read anew as fast as it is compared; so is one that has built little of its tree yet.
_WORTH_CALLS = 100

Surfaces = tuple[Surface, ...]


@dataclass(frozen=True, slots=True)
class KeptLook:
    """`painted` is the picture that was taken before the read; `stamp` was taken before both and says of the windows when they
    were painted on. `is_rested`: whatever its application tells without an event it had told by then."""

    snapshot: Snapshot
    surfaces: Surfaces
    painted: PaintState
    stamp: Stamp | None
    is_rested: bool = True


class LastLook:
    """`picture` takes the window's picture as it is now, `quiet_since` says whether no application told of a change since
    then, once it has told all that it has to tell, `stands` whether what is told by no event is as that look found it."""

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
        """To be called before and after whatever may change a window."""
        self._kept = None

    async def picture(self, surface: Surface) -> Frame | None:
        """None for a window that has none, such as a minimised one; what is read of it is not kept."""
        try:
            return await self._picture(surface.window.id)
        except DesktopError:
            return None

    async def painted(self, surface: Surface, sure_from: float | None = None) -> PaintState:
        """The window's picture of now, for a look that begins now."""
        began = asyncio.get_running_loop().time()
        return PaintState(await self.picture(surface), began, lambda: self.picture(surface), sure_from)

    def keep(self, look: KeptLook) -> None:
        poor = look.painted.frame is None or look.snapshot.degraded or look.snapshot.calls < _WORTH_CALLS
        self._kept = None if poor else look

    async def recall(self, surfaces: Surfaces, stamp: Stamp | None, now: float) -> Snapshot | None:
        """The snapshot that still holds, or None. `surfaces` and `stamp` are those of now."""
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
        # A blinking cursor is painted on without a change in the end; then the pictures tell.
        unpainted = stamp is not None and stamp == kept.stamp
        same = unpainted or await self.picture(surfaces[0]) == kept.painted.frame
        holds = same and (kept.is_rested or await self._still(kept, pid))
        return kept.snapshot if holds and self._kept is kept else None

    async def _still(self, kept: KeptLook, pid: int) -> bool:
        """As late as can be: such an application changes what it shows first and tells of it a moment later."""
        return await self._stands(kept.snapshot.id) and await self._quiet_since(pid, kept.painted.began)
