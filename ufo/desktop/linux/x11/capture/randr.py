"""Reads which monitors there are (RANDR). They need not fill the root window: a place outside all monitors is not visible."""

from __future__ import annotations

from Xlib.error import XError
from Xlib.ext import randr

from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.values import Screen
from ufo.schema.geometry import Rect

_WITH_MONITORS = (1, 5)


def monitors_of(connection: XConnection) -> tuple[Screen, ...]:
    """Return at least one monitor, each within the root window. Ask anew each time, as monitors are plugged in and out. For the
    X thread.
    """
    size = connection.root.get_geometry()
    whole = Rect(0, 0, int(size.width), int(size.height))
    try:
        found = _by_randr(connection)
    except XError:
        found = []
    shown = [(name, part, primary) for name, rect, primary in found if not (part := rect.intersection(whole)).is_empty]
    # Mirrored monitors show the same and count as one.
    kept = [entry for place, entry in enumerate(shown) if entry[1] not in [other[1] for other in shown[:place]]]
    if not kept:
        return (Screen("screen", whole, True),)
    # Where the server names no primary monitor (Xvfb), the first one is.
    chosen = next((place for place, entry in enumerate(kept) if entry[2]), 0)
    return tuple(Screen(name, rect, place == chosen) for place, (name, rect, _) in enumerate(kept))


def _by_randr(connection: XConnection) -> list[tuple[str, Rect, bool]]:
    """Return the monitors that RANDR reports, also those made with `xrandr --setmonitor`, which need not be outputs of their
    own.
    """
    display = connection.display
    if not display.has_extension("RANDR"):
        return []
    version = randr.query_version(display)
    if (version.major_version, version.minor_version) < _WITH_MONITORS:
        return []
    return [
        (
            str(display.get_atom_name(monitor.name)),
            Rect(int(monitor.x), int(monitor.y), int(monitor.width_in_pixels), int(monitor.height_in_pixels)),
            bool(monitor.primary),
        )
        for monitor in randr.get_monitors(connection.root).monitors
    ]
