"""Gives, for a window, its surfaces, its picture, and the stamp of when it was painted on last."""

from __future__ import annotations

import asyncio
import contextlib

from ufo.desktop.linux.capture.damage import Damage, Stamp
from ufo.desktop.linux.capture.grabber import ScreenGrabber
from ufo.desktop.linux.x11.server_connection import OnXThread, XConnection
from ufo.desktop.linux.x11.surface import Surface
from ufo.desktop.linux.x11.windows import Windows
from ufo.desktop.values import Screen
from ufo.errors import DesktopError, DesktopUnavailable
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame


class PicturesNow:
    """The pictures for the X thread; only `painted_at` may be called elsewhere. There are none before `connect` and after
    `close`.
    """

    def __init__(self, connection: XConnection, windows: Windows) -> None:
        self._x = connection
        self._windows = windows
        self._grabber: ScreenGrabber | None = None
        self._damage: Damage | None = None

    def connect(self) -> None:
        self._grabber = ScreenGrabber(self._x)
        self._damage = Damage(self._x)

    def close(self) -> None:
        grabber, self._grabber = self._grabber, None
        if grabber is not None:
            grabber.close()

    def screens(self) -> tuple[Screen, ...]:
        return self._connected().screens()

    def picture(self, window_id: str | None) -> Frame:
        if window_id is None:
            return self._connected().whole()
        everything = self._windows.placed()
        target, related = self._windows.with_related(window_id, everything)
        return self._connected().window(target, related, everything)

    def stamped(self, window_id: str) -> tuple[tuple[Surface, ...], Stamp | None]:
        target, related = self._windows.with_related(window_id)
        stamp = self._damage.stamp([target.top, *(placed.top for placed in related)]) if self._damage else None
        return (target.surface, *(placed.surface for placed in related)), stamp

    def stamp(self, window_id: str) -> Stamp | None:
        return self.stamped(window_id)[1]

    def surfaces(self, window_id: str) -> tuple[Surface, ...]:
        target, related = self._windows.with_related(window_id)
        return target.surface, *(placed.surface for placed in related)

    def renewed(self, stamp: Stamp) -> Stamp | None:
        """Return the stamp of the same windows as of now, in as little as two round trips."""
        return self._damage.stamp([top for top, _ in stamp]) if self._damage else None

    def seen_in(self, place: Rect) -> bytes:
        """Return the pixels that a part of the screen shows at this moment; b"" for a place off the screen."""
        return self._connected().seen_in(place)

    def painted_at(self, stamp: Stamp | None) -> float | None:
        """Return the time of the last painting, or None where it is not known. Asks the server nothing, so the event loop may
        call it.
        """
        return None if self._damage is None else self._damage.painted_at(stamp)

    def _connected(self) -> ScreenGrabber:
        if self._grabber is None:
            raise DesktopUnavailable("this desktop is not connected; connect again")
        return self._grabber


class WindowPictures:
    """The pictures for the event loop. Before `connect` and after `close`, pictures and screens raise DesktopUnavailable."""

    def __init__(self, connection: XConnection, windows: Windows) -> None:
        pictures = PicturesNow(connection, windows)
        self.now = OnXThread(connection, pictures)
        self._painted_at = pictures.painted_at

    async def connect(self) -> None:
        await self.now.run(PicturesNow.connect)

    async def close(self) -> None:
        with contextlib.suppress(DesktopError):
            await self.now.run(PicturesNow.close)

    async def screens(self) -> tuple[Screen, ...]:
        return await self.now.run(PicturesNow.screens)

    async def picture(self, window_id: str | None = None) -> Frame:
        """Take a picture of the window, or of the whole desktop for None. Raises WindowGone, DesktopUnavailable."""
        return await self.now.run(PicturesNow.picture, window_id)

    async def surfaces(self, window_id: str) -> tuple[Surface, ...]:
        """Return the window's own surface first, then those of its dialogs, menus and popups. Raises WindowGone."""
        return await self.now.run(PicturesNow.surfaces, window_id)

    async def stamped(self, window_id: str) -> tuple[tuple[Surface, ...], Stamp | None]:
        """Return the same as `surfaces`, and the stamp of when they were painted on. Raises WindowGone."""
        return await self.now.run(PicturesNow.stamped, window_id)

    async def stamp(self, window_id: str) -> Stamp | None:
        return await self.now.run(PicturesNow.stamp, window_id)

    def painted_at(self, stamp: Stamp | None) -> float:
        """Return the loop time by which everything that the stamp covers was painted; now, where that is not known."""
        painted = self._painted_at(stamp)
        return asyncio.get_running_loop().time() if painted is None else painted
