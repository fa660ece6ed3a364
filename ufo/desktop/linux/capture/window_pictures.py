"""Gives, for a window, its surfaces, its picture, and the stamp of when it was painted on last, for the event loop."""

from __future__ import annotations

import asyncio

from ufo.desktop.linux.screen.screen import Screen, Stamp
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.values import Screen as Monitor
from ufo.schema.picture import Frame


class WindowPictures:
    def __init__(self, screen: Screen) -> None:
        self.now = screen.pictures
        self._windows = screen.windows
        self._painted_at = screen.painted_at

    async def monitors(self) -> tuple[Monitor, ...]:
        return await self.now.run(lambda pictures: pictures.monitors())

    async def picture(self, window_id: str | None = None) -> Frame:
        """Take a picture of the window, or of the whole desktop for None. Raises WindowGone, DesktopUnavailable."""
        return await self.now.run(lambda pictures: pictures.picture(window_id))

    async def surfaces(self, window_id: str) -> tuple[Surface, ...]:
        """Return the window's own surface first, then those of its dialogs, menus and popups. Raises WindowGone."""
        return await self._windows.run(lambda windows: windows.related(window_id))

    async def stamped(self, window_id: str) -> tuple[tuple[Surface, ...], Stamp | None]:
        """Return the same as `surfaces`, and the stamp of when they were painted on. Raises WindowGone."""
        return await self.now.run(lambda pictures: pictures.stamped(window_id))

    async def stamp(self, window_id: str) -> Stamp | None:
        return (await self.stamped(window_id))[1]

    def painted_at(self, stamp: Stamp | None) -> float:
        """Return the loop time by which everything that the stamp covers was painted; now, where that is not known."""
        painted = self._painted_at(stamp)
        return asyncio.get_running_loop().time() if painted is None else painted
