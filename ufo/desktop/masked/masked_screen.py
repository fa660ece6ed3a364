"""Pictures of the whole screen, one soon after another, with what is secret blacked out before anybody gets them.

A field can be blacked out only where a tree has told of it, and trees are slower than pictures. So a part of a picture counts
once its window was read after the picture was taken: until then the watcher keeps what they had of it. A window is read anew when
it is new or was moved, when it showed a secret, when its program reported a change, and else twice a second while anything is
painted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ufo.desktop.backend import Desktop
from ufo.desktop.masked.secret_areas import SecretAreas
from ufo.desktop.values import Window
from ufo.errors import WindowGone
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_PATIENCE_S = 0.08
"""How long a picture waits for the trees of its windows. What answers later is shown later."""
_FRESH_S = 0.5


@dataclass(frozen=True, slots=True)
class SeenScreen:
    """A picture of the screen. `black` are the areas that show a secret, in screen pixels. `parts`: the places of windows, the
    bottom one first, each with whether it is held; () where nothing is.
    """

    frame: Frame
    black: tuple[Rect, ...] = ()
    parts: tuple[tuple[Rect, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class _Looked:
    """When a look at a window began (loop time), and where the window was."""

    began: float
    rect: Rect


class MaskedScreen:
    """`desktop` reports what windows show, by their trees alone; `holds` says whether a text contains a secret. `stirred` is
    called when what was held can be shown.
    """

    def __init__(self, desktop: Desktop, holds: Callable[[str | None], bool], stirred: Callable[[], object]) -> None:
        self._desktop = desktop
        self._areas = SecretAreas(desktop, holds)
        self._stirred = stirred
        self._looked: dict[str, _Looked] = {}
        self._looking: dict[str, asyncio.Task[None]] = {}

    async def close(self) -> None:
        for task in self._looking.values():
            task.cancel()
        if self._looking:
            await asyncio.wait(self._looking.values())

    async def picture(self) -> SeenScreen:
        """Take a picture. Raises DesktopError where there is none."""
        before = await self._windows()
        due = [window for window in before if await self._is_due(window)]
        frame = await self._desktop.capture()
        taken = asyncio.get_running_loop().time()
        known = {window.id: self._areas.known.get(window.id) for window in due}
        await self._look(due)
        windows = await self._windows()
        held = {
            window.id
            for window in windows
            if window.id in known and not self._is_known(window, taken, known[window.id])
        }
        places = {window.id: window.rect for window in windows}
        moved = [window for window in before if places.get(window.id) != window.rect]
        black = self._black(windows)
        self._forget(windows)
        if any(window_id not in self._looking for window_id in held) or moved or len(windows) > len(before):
            self._stirred()
        if any(self._may_show(window) for window in moved):
            # The picture may have it at any place on its way.
            return SeenScreen(frame, black, ((frame.rect, True),))
        held |= places.keys() - {window.id for window in before}
        parts = tuple((window.rect, window.id in held) for window in reversed(windows)) if held else ()
        return SeenScreen(frame, black, parts)

    async def _windows(self) -> list[Window]:
        return [window for window in await self._desktop.windows() if not window.minimized]

    def _is_known(self, window: Window, taken: float, before: tuple[Rect, ...] | None) -> bool:
        looked = self._looked.get(window.id)
        if looked is None or looked.began < taken or looked.rect != window.rect:
            return False
        # Where it shows other areas by now, the picture may show them at places between.
        return self._areas.known.get(window.id, ()) == (before or ())

    def _may_show(self, window: Window) -> bool:
        """Tell whether a window may show a secret, as far as is known."""
        return window.id not in self._looked or bool(self._areas.known.get(window.id))

    async def _is_due(self, window: Window) -> bool:
        looked = self._looked.get(window.id)
        if looked is None or looked.rect != window.rect or self._areas.known.get(window.id):
            return True
        if asyncio.get_running_loop().time() - looked.began > _FRESH_S:
            return True
        try:
            return await self._desktop.changed(window.id, looked.began, 0.0)
        except WindowGone:
            return False

    async def _look(self, windows: Sequence[Window]) -> None:
        """Read the windows, and wait for them a moment. Of one that is being read already, the next picture is read."""
        tasks = []
        for window in windows:
            if window.id not in self._looking:
                self._looking[window.id] = asyncio.ensure_future(self._read(window))
            tasks.append(self._looking[window.id])
        if tasks:
            await asyncio.wait(tasks, timeout=_PATIENCE_S)

    async def _read(self, window: Window) -> None:
        began = asyncio.get_running_loop().time()
        try:
            if await self._areas.look(window):
                self._looked[window.id] = _Looked(began, window.rect)
        finally:
            del self._looking[window.id]
            self._stirred()

    def _black(self, windows: Sequence[Window]) -> tuple[Rect, ...]:
        found: dict[Rect, None] = {}
        for place, window in enumerate(windows):
            for rect in self._areas.known.get(window.id, ()):
                if not any(above.rect.covers(rect) for above in windows[:place]):
                    found[rect] = None
        return tuple(found)

    def _forget(self, windows: Sequence[Window]) -> None:
        living = {window.id for window in windows}
        for known in (self._looked, self._areas.known):
            for window_id in [window_id for window_id in known if window_id not in living]:
                del known[window_id]
