"""Where a picture shows a secret: password fields, whose dots reveal its length, and controls that show one in clear."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from ufo.desktop.backend import Desktop
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Window
from ufo.errors import UfoError
from ufo.faults import Part
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_log = logging.getLogger(__name__)


class MaskedAreas:
    """Finds the areas of a picture that show a secret. `desktop` reports what windows show, by their trees alone; `holds` says
    whether a text contains a secret.
    """

    def __init__(self, desktop: Desktop, holds: Callable[[str | None], bool] = lambda _text: False) -> None:
        self._desktop = desktop
        self._holds = holds
        self._known: dict[str, tuple[Rect, ...]] = {}

    async def picture(self, window_id: str | None = None) -> tuple[Frame, tuple[Rect, ...]]:
        """Return a picture of the window, or of all screens, and the areas of it that have to be blacked out, in screen pixels.

        The windows are read after the picture is taken, and their content may have moved by then: where the areas are not
        those known before, another picture is taken.
        """
        desktop = self._desktop
        windows = [window for window in await desktop.windows() if not window.minimized]
        if window_id is not None:
            windows = [window for window in windows if window.id == window_id]
        before = self._shown(windows)
        frame = await desktop.capture(window_id)
        await asyncio.gather(*(self._look(window) for window in windows))
        rects = self._shown(windows)
        if rects != before:
            frame = await desktop.capture(window_id)
        return frame, rects

    def _shown(self, windows: Sequence[Window]) -> tuple[Rect, ...]:
        """Return the known areas that no window above their own (topmost first) covers completely."""
        found: dict[Rect, None] = {}
        for place, window in enumerate(windows):
            own = self._known.get(window.id, ())
            found |= dict.fromkeys(
                rect for rect in own if not any(window.rect.covers(rect) for window in windows[:place])
            )
        return tuple(found)

    async def _look(self, window: Window) -> None:
        """Read where a window shows secrets. One that does not answer is taken to show what it showed before."""
        look: Snapshot | None = None
        try:
            with Part(_log, f"finding where {window.title!r} shows passwords", []):
                look = await self._desktop.snapshot(window.id)
        except UfoError as error:
            _log.debug("Where %r shows passwords is not known: %s", window.title, error)
        if look is None:
            return
        # A poor look, as at a program that hangs, does not show that a field is gone.
        before = self._known.get(window.id, ()) if look.degraded else ()
        seen = (element.rect for element in look if self._is_secret(element))
        self._known[window.id] = tuple(dict.fromkeys((*before, *seen)))

    def _is_secret(self, element: Element) -> bool:
        if "offscreen" in element.states or element.rect.is_empty:
            return False
        return "password" in element.states or self._holds(element.value) or self._holds(element.name)
