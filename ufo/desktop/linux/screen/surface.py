"""What the window system knows about a top-level window and the accessibility bus does not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ufo.desktop.values import Window
from ufo.schema.geometry import Point, Rect


@dataclass(frozen=True, slots=True)
class Surface:
    """One top-level window, dialogs and popups included.

    `client` is the window's own area on the screen: without the window manager's decoration, but with a shadow that the
    toolkit draws itself. `shadow` is that shadow as left, right, top, bottom, all 0 where it is not known (on X11,
    `_GTK_FRAME_EXTENTS`). `shown`: the window can be seen, and need not be brought back first.
    `local`: its program knows only places inside of the window, whatever it is asked for, as on Wayland.
    `unlisted`: its menus and lists are in no list of windows, as on sway, also those of an X11 program there.
    `passing` marks a tooltip, which goes away when the pointer comes; `pointer` is where the pointer was when the tooltip
    came. `screens` are the monitors, none where they are not known. `splash` marks a window that is shown while the
    application starts and cannot be worked in. `beside`: the windows of its process that do not belong to it.
    """

    window: Window
    client: Rect
    shadow: tuple[int, int, int, int] = (0, 0, 0, 0)
    popup: bool = False
    passing: bool = False
    screens: tuple[Rect, ...] = ()
    splash: bool = False
    pointer: Point | None = None
    beside: tuple[Surface, ...] = ()
    shown: bool = True
    local: bool = False
    unlisted: bool = False

    @property
    def visible(self) -> Rect:
        """The client area without the shadow, in screen coordinates."""
        left, right, top, bottom = self.shadow
        return Rect(
            self.client.x + left,
            self.client.y + top,
            self.client.width - left - right,
            self.client.height - top - bottom,
        )

    @property
    def in_sight(self) -> Rect:
        """The bounding box of the visible parts that lie on a screen. Between screens of different sizes it may hold places
        that lie on no screen.
        """
        return around(self.visible.intersection(screen) for screen in self.screens) if self.screens else self.visible

    @property
    def monitor(self) -> Rect | None:
        """The monitor that shows most of the window; None where they are not known."""
        return max(self.screens, key=lambda screen: self.visible.intersection(screen).area, default=None)

    @property
    def is_in_pieces(self) -> bool:
        """Whether the window is in sight on several screens, so that places between its parts may lie on no screen."""
        return sum(not self.visible.intersection(screen).is_empty for screen in self.screens) > 1

    def seen_of(self, rect: Rect) -> Rect:
        """Return the part of a place that is on a screen, such that its centre is on a screen too; an empty rectangle where
        none is.
        """
        if not self.screens:
            return rect
        parts = [rect.intersection(screen) for screen in self.screens]
        shown = around(parts)
        if shown.is_empty or any(screen.contains(shown.center) for screen in self.screens):
            return shown
        return max(parts, key=lambda part: part.area)


def around(parts: Iterable[Rect]) -> Rect:
    """Return the smallest rectangle that holds all the parts."""
    whole = Rect(0, 0, 0, 0)
    for part in parts:
        whole = whole.union(part)
    return whole


def popups_of(surfaces: Iterable[Surface]) -> tuple[str, ...]:
    """Return the ids of the open menus and lists. A tooltip is none: it goes away by itself and takes no input."""
    return tuple(surface.window.id for surface in surfaces if surface.popup and not surface.passing)
