"""The monitors of a GNOME session, as Mutter tells them to everybody (org.gnome.Mutter.DisplayConfig)."""

from __future__ import annotations

from ufo.desktop.linux.wayland.gnome.bus import Named, SessionBus
from ufo.desktop.values import Screen as Monitor
from ufo.schema.geometry import Rect

_CONFIG = Named("org.gnome.Mutter.DisplayConfig", "/org/gnome/Mutter/DisplayConfig", "org.gnome.Mutter.DisplayConfig")
_LOGICAL = 1
"""The layout mode in which places are in scaled pixels; in the other one they are in the monitor's own."""
_TURNED = frozenset({1, 3, 5, 7})
"""The transforms by 90 and 270 degrees, as in wl_output."""


def monitors(bus: SessionBus) -> tuple[Monitor, ...]:
    """Return the monitors that show something, named by their connector. Of several that show the same, the first."""
    _, physical, logical, properties = bus.call(_CONFIG, "GetCurrentState").values
    sizes = {}
    for (connector, *_), modes, _ in physical:
        current = next((mode for mode in modes if "is-current" in mode[6] and mode[6]["is-current"].value), None)
        if current is not None:
            sizes[connector] = (int(current[1]), int(current[2]))
    mode = properties["layout-mode"].value if "layout-mode" in properties else _LOGICAL
    found = []
    for x, y, scale, transform, primary, shown, _ in logical:
        connector = next((monitor[0] for monitor in shown if monitor[0] in sizes), None)
        if connector is None:
            continue
        width, height = sizes[connector]
        if transform in _TURNED:
            width, height = height, width
        by = float(scale) if mode == _LOGICAL else 1.0
        found.append(Monitor(connector, Rect(int(x), int(y), round(width / by), round(height / by)), bool(primary)))
    return tuple(found)
