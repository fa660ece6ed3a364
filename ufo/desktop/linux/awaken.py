"""Makes a program that was started without accessibility tell what is in its windows, as it runs or by starting it again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from ufo.desktop.backend import Desktop
from ufo.desktop.linux.launch.launcher import Launcher
from ufo.desktop.linux.reuse.paint_state import stays_same
from ufo.desktop.linux.screen.one_thread import OnThread
from ufo.desktop.linux.screen.screen import Windows
from ufo.desktop.linux.toolkits.toolkit import Sleep
from ufo.desktop.values import Window
from ufo.errors import DesktopError, NotActionable
from ufo.schema.picture import Frame

_STEP_S, _TRY_S, _END_S, _TICK_S = 8.0, 4.0, 15.0, 0.05
_TRIES = 4
# Programs of such packages run only as their starter prepares them.
_PACKED = ("/snap/", "/app/")
_Found = TypeVar("_Found")


class Waker:
    """Wakes windows of one desktop. `sleep_of` returns how a process is turned on that may tell nothing before."""

    def __init__(
        self, desktop: Desktop, windows: OnThread[Windows], launcher: Launcher, sleep_of: Callable[[int], Sleep | None]
    ) -> None:
        self._desktop, self._windows, self._launcher, self._sleep_of = desktop, windows, launcher, sleep_of

    async def wake(self, window_id: str) -> bool:
        """Do what `Desktop.wake` says: by the program's own page, in a window of its own that is closed again."""
        window = (await self._windows.run(lambda windows: windows.related(window_id)))[0].window
        if await self._tells(window):
            return True
        sleep = await self._known(window)
        if sleep is None:
            return False
        known = {window.id for window in await self._desktop.windows()}

        async def opened() -> Window | None:
            mine = (item for item in await self._desktop.windows() if item.pid == window.pid)
            return next((window for window in mine if window.id not in known), None)

        await self._desktop.send(window.id, sleep.open_window)
        page = await _soon(opened)
        if page is None:
            return False
        try:
            is_on = await self._turn_on(page, sleep)
        finally:
            with contextlib.suppress(DesktopError):
                await self._desktop.close_window(page.id)
                await _soon(partial(self._is_closed, page.id))
                await self._desktop.focus(window.id)
        return is_on and bool(await _soon(partial(self._tells, window)))

    async def restart(self, window_id: str, timeout_s: float) -> Window:
        """Do what `Desktop.restart` says: end the program as the end of the session does, so that it notes all of its pages."""
        window = (await self._windows.run(lambda windows: windows.related(window_id)))[0].window
        if await self._tells(window):
            raise NotActionable("the window tells what is in it; go on without a restart")
        sleep = await self._known(window)
        if sleep is None:
            raise NotActionable(
                f"{window.title!r} is not known to open again what it shows; close it and start it by hand with accessibility"
            )
        return await self._launcher.again(await _end(window, sleep), timeout_s)

    async def _tells(self, window: Window) -> bool:
        look = await self._desktop.snapshot(window.id)
        sleep = self._sleep_of(window.pid)
        return bool(look.elements) if sleep is None else sleep.tells(look)

    async def _known(self, window: Window) -> Sleep | None:
        """Return how the window is turned on; None where it has no such page."""
        sleep = self._sleep_of(window.pid)
        role = await self._windows.run(lambda windows: windows.role(window.id))
        return sleep if sleep is not None and role == sleep.role else None

    async def _turn_on(self, page: Window, sleep: Sleep) -> bool:
        """Turn the tree on in a fresh window. It is tried again from an empty page, as a page that is still loading takes back
        the address, or does not hear a key.
        """
        await _soon(partial(self._is_renamed, page))
        for _ in range(_TRIES):
            await self._rest(page.id)
            await self._desktop.send(page.id, sleep.open_page)
            if await _soon(partial(self._is_titled, page.id, sleep.title), _TRY_S) and await self._tick(page.id, sleep):
                return True
            await self._desktop.send(page.id, sleep.open_empty)
            await _soon(partial(self._is_renamed, replace(page, title=sleep.title)), _TRY_S)
        return False

    async def _rest(self, page: str) -> None:
        """Wait until the page looks the same for a while, since no tree tells yet when it has loaded or has the focus."""
        await self._desktop.settle(page)
        await stays_same(partial(self._desktop.capture, page), _TRY_S)

    async def _tick(self, page: str, sleep: Sleep) -> bool:
        for _ in range(sleep.boxes):
            await self._rest(page)
            look = await self._desktop.snapshot(page)
            if sleep.tells(look):
                break
            shown = await self._desktop.capture(page)
            await self._desktop.send(page, sleep.to_next_box)
            # A box that is not painted with the focus yet does not take the key.
            if not await _soon(partial(self._looks_other, page, shown), _TRY_S):
                return False
            await self._rest(page)
            await self._desktop.send(page, sleep.tick)
            # This look at the page is also what makes it last.
            if not await _soon(partial(self._tells_more, page, len(look.elements)), _TRY_S):
                return False
        return bool(await _soon(partial(self._tells_by, page, sleep), _TRY_S))

    async def _looks_other(self, window_id: str, than: Frame) -> bool:
        return await self._desktop.capture(window_id) != than

    async def _tells_by(self, window_id: str, sleep: Sleep) -> bool:
        return sleep.tells(await self._desktop.snapshot(window_id))

    async def _tells_more(self, window_id: str, than: int) -> bool:
        return len((await self._desktop.snapshot(window_id)).elements) > than

    async def _is_closed(self, window_id: str) -> bool:
        return all(window.id != window_id for window in await self._desktop.windows())

    async def _is_renamed(self, window: Window) -> bool:
        windows = await self._desktop.windows()
        return any(item.id == window.id and not item.title.startswith(window.title) for item in windows)

    async def _is_titled(self, window_id: str, title: str) -> bool:
        windows = await self._desktop.windows()
        return any(window.id == window_id and title in window.title for window in windows)


async def _end(window: Window, sleep: Sleep) -> tuple[str, ...]:
    """End the program of a window and return the command that starts it again. Raises NotActionable where that is not known,
    or where it does not end.
    """
    folder = Path(f"/proc/{window.pid}")
    try:
        command = await asyncio.to_thread(_command, folder, sleep)
        os.kill(window.pid, signal.SIGTERM)
    except OSError as error:
        raise NotActionable(
            f"{window.title!r} cannot be ended ({error}); close it and start it again by hand"
        ) from error
    if not await _soon(partial(_has_ended, folder), _END_S):
        raise NotActionable(
            f"{window.title!r} did not end within {_END_S:g} s; look at what it asks, or close it by hand"
        )
    return command


def _command(folder: Path, sleep: Sleep) -> tuple[str, ...]:
    """Return the command that starts the program of that folder of /proc again. Raises NotActionable where only another program
    can start it, since it would be gone then.
    """
    line = (folder / "cmdline").read_text(encoding="utf-8", errors="replace")
    command = sleep.command_again(line)
    if command[0].startswith(_PACKED) or shutil.which(command[0]) is None:
        raise NotActionable(f"{command[0]!r} cannot be started from here; close it and start it again by hand")
    return command


async def _soon(asked: Callable[[], Awaitable[_Found]], within_s: float = _STEP_S) -> _Found | None:
    """Ask again and again until the answer is true; None after `within_s` seconds."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + within_s
    while clock() < deadline:
        try:
            if found := await asked():
                return found
        except DesktopError:
            pass
        await asyncio.sleep(_TICK_S)
    return None


async def _has_ended(folder: Path) -> bool:
    return not await asyncio.to_thread(folder.exists)
