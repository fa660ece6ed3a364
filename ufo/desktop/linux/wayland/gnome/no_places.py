"""Tells about places on a GNOME without our extension, where nobody does: only which window has the keyboard is known."""

from __future__ import annotations

from dataclasses import replace

from ufo.desktop.linux.wayland.gnome.gnome_pictures import CastPictures
from ufo.desktop.linux.wayland.gnome.shell import INSTALL
from ufo.desktop.linux.wayland.gnome.tree_windows import TreeWindows
from ufo.desktop.linux.wayland.places_and_order import PlacesAndOrder
from ufo.desktop.target import Target
from ufo.errors import PicturesRefused
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame


class NoPlaces(PlacesAndOrder):
    """Implements `Pointing`; for the thread of the screen. `why`: what is missing, and how to get it."""

    def __init__(self, windows: TreeWindows, why: str) -> None:
        super().__init__(windows)
        self._why = why

    def hit_test(self, target: Target, point: Point) -> Target:
        """Return the target with the reason why no click may reach it."""
        allowed = self.aim(target.window_id).tops
        return replace(target, point=point, over=f"something that nobody can tell ({self._why})", allowed=allowed)

    def come_over(self, target: Target, point: Point) -> str | None:
        return f"something that nobody can tell ({self._why})"


class WholeScreens(CastPictures):
    """Pictures of screens alone, since nobody tells what lies where on them."""

    def picture(self, window_id: str | None) -> Frame:
        if window_id is not None:
            raise PicturesRefused(
                f"there are no pictures of single windows, since nobody tells where they are; {INSTALL}"
            )
        return super().picture(None)

    def seen_in(self, place: Rect) -> bytes:
        return b""
