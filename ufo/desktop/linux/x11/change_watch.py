"""Tells from X events whether anything about the windows may have changed since they were read.

Reading all windows takes a dozen requests for each; one round trip shows that nothing happened. The server sends events
before the answer to any later request, so an event that has not arrived after a round trip has not happened.
"""

from __future__ import annotations

from Xlib import X
from Xlib.ext import shape

from ufo.desktop.linux.x11.server_connection import XConnection

_TELLING = frozenset(
    {
        X.CreateNotify, X.DestroyNotify, X.MapNotify, X.UnmapNotify, X.ReparentNotify, X.ConfigureNotify, X.GravityNotify,
        X.CirculateNotify,
    }
)  # fmt: skip
_PROPERTIES = (
    "_NET_ACTIVE_WINDOW", "_NET_CLIENT_LIST", "_NET_CLIENT_LIST_STACKING", "_NET_SUPPORTING_WM_CHECK",
    "_NET_WM_WINDOW_TYPE", "_NET_WM_STATE", "_NET_WM_NAME", "_NET_WM_PID", "_GTK_FRAME_EXTENTS", "WM_STATE", "WM_NAME",
    "WM_CLASS", "WM_TRANSIENT_FOR",
)  # fmt: skip
"""The properties that describe a window. Programs change others all the time, such as the time of the last key."""


class Watch:
    """Watches windows for changes. Use it in the X thread only. `XConnection` selects the root window's own events."""

    def __init__(self, connection: XConnection) -> None:
        self._x = connection
        self._watched: set[int] = set()
        self._changed = True
        self._kinds: frozenset[int] = frozenset()
        events = connection.display.extension_event
        self._shaped: int | None = events.ShapeNotify if connection.display.has_extension(shape.extname) else None
        connection.listen(self._on_event)

    def begin(self) -> None:
        """Forget earlier changes. Call this before the windows are read, so that changes during the read count."""
        self._x.drain()
        self._changed = False

    def over(self, xid: int) -> None:
        """Select this window's events. Do nothing for a window that is already watched or is gone."""
        if xid not in self._watched:
            self._watched.add(xid)
            window = self._x.window(xid)
            window.change_attributes(event_mask=X.PropertyChangeMask | X.StructureNotifyMask)
            if self._shaped is not None:
                # GTK 4 declares the shadow of a popover only after it has shown the popover.
                shape.select_input(window, True)

    def changed(self) -> bool:
        self._x.catch_up()
        return self._changed

    def _on_event(self, event: object) -> None:
        kind = getattr(event, "type", None)
        if kind == X.DestroyNotify:
            # The server may give the id to another window.
            self._watched.discard(int(event.window.id))  # type: ignore[attr-defined]  # a field of this kind of event
        if kind in _TELLING or kind == self._shaped:
            self._changed = True
        elif kind == X.PropertyNotify and not self._changed:
            self._kinds = self._kinds or frozenset(self._x.atom(name) for name in _PROPERTIES)
            self._changed = event.atom in self._kinds  # type: ignore[attr-defined]
