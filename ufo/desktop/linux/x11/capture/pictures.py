"""Gives the pictures of windows, and the stamps of when they were painted on last."""

from __future__ import annotations

from ufo.desktop.linux.screen.screen import Stamp
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.x11.capture.damage import Damage
from ufo.desktop.linux.x11.capture.grabber import ScreenGrabber
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.linux.x11.windows import Windows
from ufo.desktop.values import Screen as Monitor
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame


class XPictures:
    """Implements `Pictures`; for the X thread. Only `painted_at` may be called elsewhere."""

    def __init__(self, connection: XConnection, windows: Windows) -> None:
        self._windows = windows
        self._grabber = ScreenGrabber(connection)
        self._damage = Damage(connection)

    def close(self) -> None:
        self._grabber.close()

    def monitors(self) -> tuple[Monitor, ...]:
        return self._grabber.screens()

    def picture(self, window_id: str | None) -> Frame:
        if window_id is None:
            return self._grabber.whole()
        everything = self._windows.placed()
        target, related = self._windows.with_related(window_id, everything)
        return self._grabber.window(target, related, everything)

    def stamped(self, window_id: str) -> tuple[tuple[Surface, ...], Stamp | None]:
        target, related = self._windows.with_related(window_id)
        stamp = self._damage.stamp([target.top, *(placed.top for placed in related)])
        return (target.surface, *(placed.surface for placed in related)), stamp

    def renewed(self, stamp: Stamp) -> Stamp | None:
        """Return the stamp of the same windows as of now, in as little as two round trips."""
        return self._damage.stamp([top for top, _ in stamp])

    def seen_in(self, place: Rect) -> bytes:
        return self._grabber.seen_in(place)

    def painted_at(self, stamp: Stamp | None) -> float | None:
        """Return the monotonic time of the last painting that the stamp covers. Asks the server nothing."""
        return self._damage.painted_at(stamp)
