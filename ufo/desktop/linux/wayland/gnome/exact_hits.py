"""Tells which window gets a click or a key, as GNOME Shell itself finds out."""

from __future__ import annotations

from ufo.desktop.linux.screen.call import Aim
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.wayland.gnome.gnome_windows import GnomeWindows
from ufo.desktop.linux.wayland.gnome.scaled_shell import ScaledShell
from ufo.desktop.linux.wayland.gnome.shell import LOCKED
from ufo.desktop.linux.wayland.places_and_order import PlacesAndOrder, number_of
from ufo.desktop.target import Target
from ufo.errors import NotActionable
from ufo.schema.geometry import Point


class ExactHits(PlacesAndOrder):
    def __init__(self, windows: GnomeWindows, shell: ScaledShell) -> None:
        super().__init__(windows)
        self._shell = shell

    def obstacle(self, window_id: str) -> str | None:
        return LOCKED if self._shell.is_locked() else None

    def aim(self, to: Target | str, alone: bool = False) -> Aim:
        self._require_placed(to.window_id if isinstance(to, Target) else to)
        return super().aim(to, alone)

    def focused_top(self) -> int:
        return self._shell.look().keys

    def windows_of(self, tops: frozenset[int]) -> frozenset[int]:
        """Return the windows that have one of these numbers: popups have that of their window."""
        return frozenset(shell_number(surface) for surface in self._windows.surfaces() if number_of(surface) in tops)

    def painted(self, windows: frozenset[int] | None) -> dict[int, int]:
        """Return when each of these windows was painted on last."""
        return {window.id: window.painted for window in self._shell.look().windows if windows and window.id in windows}

    def _require_placed(self, window_id: str) -> None:
        """Raises NotActionable for a window of XWayland on a scaled monitor: its program counts its places in another way."""
        if not self._shell.has_scaled:
            return
        window = next((it for it in self._shell.look().windows if hex(it.id) == window_id), None)
        if window is not None and window.is_scaled and not window.native:
            raise NotActionable(
                f"{window.title!r} is a window of X11 on a scaled monitor, where its places are not known; move it to a monitor "
                "of scale 1, or start its program for Wayland"
            )

    def _at(self, point: Point) -> Surface | None:
        hit = self._shell.at(point).window
        return next((it for it in self._windows.surfaces() if shell_number(it) == hit), None)


def shell_number(surface: Surface) -> int:
    """Return the shell's number of the window that shows a surface. A popup that the shell does not list is a part of one."""
    return int(surface.window.id.partition(":")[0], 16)
