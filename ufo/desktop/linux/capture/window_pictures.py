"""What the X server shows of a window: its surfaces, its picture, and when it was painted on last."""

from __future__ import annotations

import asyncio
import contextlib

from ufo.desktop.linux.capture.damage import Damage, Stamp
from ufo.desktop.linux.capture.grabber import ScreenGrabber
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.linux.x11.surface import Surface
from ufo.desktop.linux.x11.windows import Windows
from ufo.desktop.values import Screen
from ufo.errors import DesktopError, DesktopUnavailable
from ufo.schema.picture import Frame


class WindowPictures:
    """Nothing is shown before `connect` and after `close`: pictures and screens then raise DesktopUnavailable."""

    def __init__(self, connection: XConnection, windows: Windows) -> None:
        self._x = connection
        self._windows = windows
        self._capture: ScreenGrabber | None = None
        self._repaints: Damage | None = None

    async def connect(self) -> None:
        self._capture = await self._x.run(ScreenGrabber, self._x)
        self._repaints = await self._x.run(Damage, self._x)

    async def close(self) -> None:
        capture, self._capture = self._capture, None
        if capture is not None:
            with contextlib.suppress(DesktopError):
                await self._x.run(capture.close)

    async def screens(self) -> tuple[Screen, ...]:
        return await self._x.run(self._pictures().screens)

    async def picture(self, window_id: str | None = None) -> Frame:
        """Of the whole desktop without a window. Raises WindowGone, DesktopUnavailable."""
        if window_id is None:
            return await self._x.run(self._pictures().whole)
        return await self._x.run(self.picture_now, window_id)

    async def surfaces(self, window_id: str) -> tuple[Surface, ...]:
        """The window's own first, then those of its dialogs, menus and popups. Raises WindowGone."""
        target, related = await self._x.run(self._windows.with_related, window_id)
        return target.surface, *(one.surface for one in related)

    async def stamped(self, window_id: str) -> tuple[tuple[Surface, ...], Stamp | None]:
        """As `surfaces`, with when they were painted on. Raises WindowGone."""
        return await self._x.run(self._stamped_now, window_id)

    async def stamp(self, window_id: str) -> Stamp | None:
        return await self._x.run(self.stamp_now, window_id)

    def painted_at(self, stamp: Stamp | None) -> float:
        """The loop time by which all was painted that there is; now, where that is not known."""
        return asyncio.get_running_loop().time() if self._repaints is None else self._repaints.painted_at(stamp)

    def picture_now(self, window_id: str) -> Frame:
        """For the X thread."""
        everything = self._windows.placed()
        target, related = self._windows.with_related(window_id, everything)
        return self._pictures().window(target, related, everything)

    def renewed(self, stamp: Stamp) -> Stamp | None:
        """For the X thread: of the same windows as they are now."""
        return self._repaints.stamp([top for top, _ in stamp]) if self._repaints else None

    def stamp_now(self, window_id: str) -> Stamp | None:
        """For the X thread."""
        return self._stamped_now(window_id)[1]

    def _stamped_now(self, window_id: str) -> tuple[tuple[Surface, ...], Stamp | None]:
        target, related = self._windows.with_related(window_id)
        stamp = self._repaints.stamp([target.top, *(one.top for one in related)]) if self._repaints else None
        return (target.surface, *(one.surface for one in related)), stamp

    def _pictures(self) -> ScreenGrabber:
        if self._capture is None:
            raise DesktopUnavailable("this desktop is not connected; connect again")
        return self._capture
