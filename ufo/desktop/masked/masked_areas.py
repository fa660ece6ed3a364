"""Where one picture shows a secret (`secret_areas.py`)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from ufo.desktop.backend import Desktop
from ufo.desktop.masked.secret_areas import SecretAreas
from ufo.desktop.values import Window
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame


class MaskedAreas:
    """Finds the areas of a picture that show a secret. `desktop` reports what windows show, by their trees alone; `holds` says
    whether a text contains a secret.
    """

    def __init__(self, desktop: Desktop, holds: Callable[[str | None], bool] = lambda _text: False) -> None:
        self._desktop = desktop
        self._secret = SecretAreas(desktop, holds)

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
        await asyncio.gather(*(self._secret.look(window) for window in windows))
        rects = self._shown(windows)
        if rects != before:
            frame = await desktop.capture(window_id)
        return frame, rects

    def _shown(self, windows: Sequence[Window]) -> tuple[Rect, ...]:
        """Return the known areas that no window above their own (topmost first) covers completely."""
        found: dict[Rect, None] = {}
        for place, window in enumerate(windows):
            own = self._secret.known.get(window.id, ())
            found |= dict.fromkeys(
                rect for rect in own if not any(window.rect.covers(rect) for window in windows[:place])
            )
        return tuple(found)
