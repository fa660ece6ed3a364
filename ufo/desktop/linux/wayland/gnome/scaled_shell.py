"""What the extension tells and does, in the places of `monitors`: scaled pixels, as the programs of Wayland count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ufo.desktop.linux.wayland.gnome.monitors import Monitors, OnStage
from ufo.desktop.linux.wayland.gnome.shell import Hit, ShellExtension, ShellWindow, Sight, Step, Struck
from ufo.desktop.linux.wayland.session_bus import SessionBus
from ufo.schema.geometry import Point, Rect


class ScaledShell(ShellExtension):
    def __init__(self, bus: SessionBus, monitors: Monitors) -> None:
        super().__init__(bus)
        self._monitors = monitors

    def look(self) -> Sight:
        sight, there = super().look(), self._monitors.on_stage()
        if not self.has_scaled:
            return sight
        under = next((monitor for monitor in there if monitor.place.contains(sight.pointer)), None)
        pointer = sight.pointer if under is None else under.scaled(sight.pointer)
        return replace(sight, windows=tuple(_scaled(window, there) for window in sight.windows), pointer=pointer)

    def at(self, point: Point) -> Hit:
        return super().at(self._own(point))

    def strike(
        self, point: Point, steps: Sequence[Step], tops: Iterable[int] | None, painted: Mapping[int, int]
    ) -> Struck:
        own = [self._own_step(step) for step in steps]
        return super().strike(self._own(point), own, tops, painted)

    @property
    def has_scaled(self) -> bool:
        """Whether a monitor's places are counted otherwise than Mutter's own."""
        return any(monitor.scale != 1 for monitor in self._monitors.on_stage())

    def _own_step(self, step: Step) -> Step:
        what, *values = step
        if what != "move":
            return step
        at = self._own(Point(*map(int, values)))
        return what, at.x, at.y

    def _own(self, point: Point) -> Point:
        there = (monitor for monitor in self._monitors.on_stage() if monitor.monitor.rect.contains(point))
        under = next(there, None)
        return point if under is None else under.own(point)


def _scaled(window: ShellWindow, there: Sequence[OnStage]) -> ShellWindow:
    """Return the window in scaled pixels. Mutter draws all of it in those of the monitor that it is on."""
    on = next((monitor for monitor in there if window.monitor == Point(monitor.place.x, monitor.place.y)), None)
    if on is None or on.scale == 1:
        return window

    def scaled(rect: Rect) -> Rect:
        corner = on.scaled(Point(rect.x, rect.y))
        return Rect(corner.x, corner.y, round(rect.width / on.scale), round(rect.height / on.scale))

    return replace(window, frame=scaled(window.frame), buffer=scaled(window.buffer), is_scaled=True)
