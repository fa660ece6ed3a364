"""The monitors of a GNOME session, as Mutter tells them to everybody (org.gnome.Mutter.DisplayConfig).

In one of its layouts, the usual one of GNOME 43, Mutter counts places in the monitors' own pixels. Programs of Wayland count in
scaled ones. So everything here is in scaled pixels, which are counted from each monitor's own corner then: between a monitor and
the next one there may be places that lie on none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ufo.desktop.linux.wayland.session_bus import Named, SessionBus
from ufo.desktop.values import Screen as Monitor
from ufo.schema.geometry import Point, Rect

_CONFIG = Named("org.gnome.Mutter.DisplayConfig", "/org/gnome/Mutter/DisplayConfig", "org.gnome.Mutter.DisplayConfig")
_LOGICAL = 1
"""The layout mode in which Mutter counts in scaled pixels itself."""
_TURNED = frozenset({1, 3, 5, 7})
"""The transforms by 90 and 270 degrees, as in wl_output."""


@dataclass(frozen=True, slots=True)
class OnStage:
    """A monitor, and where Mutter has it. `scale`: how many of Mutter's pixels one of ours is."""

    monitor: Monitor
    place: Rect
    scale: float

    def scaled(self, point: Point) -> Point:
        corner = self.place
        return Point(
            corner.x + round((point.x - corner.x) / self.scale), corner.y + round((point.y - corner.y) / self.scale)
        )

    def own(self, point: Point) -> Point:
        """Return the place in Mutter's pixels: the middle of those that make one of ours."""
        corner, middle = self.place, (self.scale - 1) / 2
        x, y = (point.x - corner.x) * self.scale + middle, (point.y - corner.y) * self.scale + middle
        return Point(corner.x + round(x), corner.y + round(y))


class Monitors:
    """The monitors that show something, named by their connector; of several that show the same, the first. Mutter is asked again
    where it says that they have changed.
    """

    def __init__(self, bus: SessionBus) -> None:
        self._bus = bus
        self._known: tuple[OnStage, ...] = ()
        self._at = -1
        self._changes = 0
        self._is_heard = False

    def __call__(self) -> tuple[Monitor, ...]:
        return tuple(there.monitor for there in self.on_stage())

    def on_stage(self) -> tuple[OnStage, ...]:
        if not self._is_heard:
            self._bus.hear(_CONFIG, self._hear)
            self._is_heard = True
        changes = self._changes
        if self._at != changes:
            self._known = _read(self._bus.call(_CONFIG, "GetCurrentState").values)
            self._at = changes
        return self._known

    def _hear(self, member: str, values: Sequence[Any]) -> None:
        if member == "MonitorsChanged":
            self._changes += 1


def _read(told: Sequence[Any]) -> tuple[OnStage, ...]:
    _, physical, logical, properties = told
    sizes = {}
    for (connector, *_), modes, _ in physical:
        current = next((mode for mode in modes if "is-current" in mode[6] and mode[6]["is-current"].value), None)
        if current is not None:
            sizes[connector] = (int(current[1]), int(current[2]))
    is_logical = "layout-mode" not in properties or properties["layout-mode"].value == _LOGICAL
    found = []
    for x, y, scale, transform, primary, shown, _ in logical:
        connector = next((monitor[0] for monitor in shown if monitor[0] in sizes), None)
        if connector is None:
            continue
        width, height = sizes[connector]
        if transform in _TURNED:
            width, height = height, width
        rect = Rect(int(x), int(y), round(width / scale), round(height / scale))
        place = rect if is_logical else Rect(rect.x, rect.y, width, height)
        found.append(OnStage(Monitor(connector, rect, bool(primary)), place, 1.0 if is_logical else float(scale)))
    return tuple(found)
