"""What the X server knows about a top-level window and the accessibility bus does not."""

from __future__ import annotations

from dataclasses import dataclass

from ufo.desktop.backend import Window
from ufo.schema.geometry import Rect


@dataclass(frozen=True, slots=True)
class Surface:
    """One top-level X window, a popup (override-redirect) or a dialog included.

    `client` is the X window's own area on the screen: the decoration of the window manager is outside of it, the shadow
    that a toolkit draws itself is inside. `shadow` is `_GTK_FRAME_EXTENTS` as left, right, top, bottom, all 0 where the
    property is missing. `passing`: a tooltip, which goes away when the pointer comes. `screen`: all monitors together, None where
    that is not known.
    """

    window: Window
    client: Rect
    shadow: tuple[int, int, int, int] = (0, 0, 0, 0)
    popup: bool = False
    passing: bool = False
    screen: Rect | None = None

    @property
    def visible(self) -> Rect:
        """The client area without the shadow."""
        left, right, top, bottom = self.shadow
        return Rect(
            self.client.x + left,
            self.client.y + top,
            self.client.width - left - right,
            self.client.height - top - bottom,
        )

    @property
    def in_sight(self) -> Rect:
        """What of the visible part lies on a screen."""
        return self.visible if self.screen is None else self.visible.intersection(self.screen)
