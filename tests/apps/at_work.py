"""A person at work on the private desktop, played by xdotool, while a recording goes on."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element
from ufo.errors import DesktopError
from ufo.secrets.masks import Masks
from ufo_recording.record import Going, Place, recording


@dataclass
class Person:
    """Does one thing after another, each when the last one can be seen. A person looks before they press."""

    desktop: LinuxDesktop
    private: PrivateDesktop
    going: Going

    async def click(self, name: str, role: str = "", times: int = 1) -> None:
        element = await self.find(name, role)
        center = element.rect.center
        await self.do("mousemove", str(center.x), str(center.y), "click", "--repeat", str(times), "--delay", "60", "1")

    async def type(self, text: str) -> None:
        await self.do("type", "--delay", "15", text)

    async def press(self, *keys: str) -> None:
        await self.do("key", *keys)

    async def drag(self, name: str, onto: str) -> None:
        start, end = (await self.find(name)).rect.center, (await self.find(onto)).rect.center
        half = (start.x + end.x) // 2, (start.y + end.y) // 2
        places = [("mousemove", str(x), str(y)) for x, y in (half, (end.x, end.y), (end.x, end.y))]
        moves = [word for place in places for word in place]
        await self.do("mousemove", str(start.x), str(start.y), "mousedown", "1", *moves, "mouseup", "1")

    async def do(self, *arguments: str) -> None:
        await xdotool(self.private, *arguments)
        with in_time():
            self.going.watcher.scenes.stir()
            await self.going.watcher.scenes.since(asyncio.get_running_loop().time())

    async def closed(self, title: str) -> None:
        """Wait until no window has that title, and for what can be seen then."""
        clock = asyncio.get_running_loop().time
        with in_time():
            while True:
                self.going.watcher.scenes.stir()
                if all(window.title != title for window in (await self.going.watcher.scenes.since(clock())).windows):
                    return

    async def find(self, name: str, role: str = "") -> Element:
        """Wait for a control that is in sight, by its name or label."""
        with in_time():
            while True:
                since = asyncio.get_running_loop().time()
                windows = await self.desktop.windows()
                for window in windows:
                    for element in await self._shown(window.id):
                        if (
                            name in (element.name, element.label)
                            and role in ("", element.role)
                            and "offscreen" not in element.states
                        ):
                            return element
                with suppress(DesktopError):
                    await self.desktop.changed(windows[0].id, since, 1.0)

    async def _shown(self, window_id: str) -> Iterable[Element]:
        try:
            return await self.desktop.snapshot(window_id)
        except DesktopError:
            return ()


async def xdotool(private: PrivateDesktop, *arguments: str) -> None:
    """Do something on the desktop as a process that is not ours."""
    environment = {**os.environ, **private.environment}
    process = await asyncio.create_subprocess_exec("xdotool", *arguments, env=environment)
    assert await process.wait() == 0


@asynccontextmanager
async def recorded(
    desktop: LinuxDesktop, private: PrivateDesktop, folder: Path, masks: Masks | None = None
) -> AsyncIterator[Person]:
    """Record into `folder` what the person does inside."""
    settings = DesktopSettings(width=1280, height=800)
    place = Place(desktop, "private", private.environment, settings)
    async with recording(place, folder, folder.name, Masks() if masks is None else masks) as going:
        yield Person(desktop, private, going)
