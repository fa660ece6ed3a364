"""What the X server knows about a top-level window and the accessibility bus does not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ufo.desktop.values import Window
from ufo.schema.geometry import Point, Rect


@dataclass(frozen=True, slots=True)
class Surface:
    """One top-level X window, a popup (override-redirect) or a dialog included.

    `client` is the X window's own area on the screen: the decoration of the window manager is outside of it, the shadow
    that a toolkit draws itself is inside. `shadow` is `_GTK_FRAME_EXTENTS` as left, right, top, bottom, all 0 where the
    property is missing. `passing`: a tooltip, which goes away when the pointer comes; `pointer`: where that was when the
    tooltip came. `screens`: the monitors, none where that is not known. `splash`: shown while the application starts, and no
    window to work in.
    """

    window: Window
    client: Rect
    shadow: tuple[int, int, int, int] = (0, 0, 0, 0)
    popup: bool = False
    passing: bool = False
    screens: tuple[Rect, ...] = ()
    splash: bool = False
    pointer: Point | None = None

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
        """What of the visible part lies on a screen; between screens of different sizes it may hold places that lie on none."""
        return around(self.visible.intersection(screen) for screen in self.screens) if self.screens else self.visible

    @property
    def is_in_pieces(self) -> bool:
        """Whether it may be in sight on several screens, with places between them that lie on none."""
        return sum(not self.visible.intersection(screen).is_empty for screen in self.screens) > 1

    def seen_of(self, rect: Rect) -> Rect:
        """What of a place is on a screen, so that its middle is too; an empty rectangle where nothing is."""
        if not self.screens:
            return rect
        parts = [rect.intersection(screen) for screen in self.screens]
        shown = around(parts)
        if shown.is_empty or any(screen.contains(shown.center) for screen in self.screens):
            return shown
        return max(parts, key=lambda part: part.area)


def around(parts: Iterable[Rect]) -> Rect:
    """The smallest rectangle that holds all of them."""
    whole = Rect(0, 0, 0, 0)
    for part in parts:
        whole = whole.union(part)
    return whole
