"""Tells which window gets a click or a key, as GNOME Shell itself finds out."""

from __future__ import annotations

from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.wayland.gnome.gnome_windows import GnomeWindows
from ufo.desktop.linux.wayland.gnome.shell import LOCKED, ShellExtension
from ufo.desktop.linux.wayland.places_and_order import PlacesAndOrder, number_of
from ufo.schema.geometry import Point


class ExactHits(PlacesAndOrder):
    def __init__(self, windows: GnomeWindows, shell: ShellExtension) -> None:
        super().__init__(windows)
        self._shell = shell

    def obstacle(self, window_id: str) -> str | None:
        return LOCKED if self._shell.is_locked() else None

    def focused_top(self) -> int:
        return self._shell.look().keys

    def windows_of(self, tops: frozenset[int]) -> frozenset[int]:
        """Return the windows that have one of these numbers: popups have that of their window."""
        return frozenset(
            int(surface.window.id, 16) for surface in self._windows.surfaces() if number_of(surface) in tops
        )

    def painted(self, windows: frozenset[int] | None) -> dict[int, int]:
        """Return when each of these windows was painted on last."""
        return {window.id: window.painted for window in self._shell.look().windows if windows and window.id in windows}

    def _at(self, point: Point) -> Surface | None:
        hit = self._shell.at(point).window
        return next((it for it in self._windows.surfaces() if int(it.window.id, 16) == hit), None)
