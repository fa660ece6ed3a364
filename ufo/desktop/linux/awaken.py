"""Makes a running browser that was started without accessibility tell what is on its pages, or ends it to be started again."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from ufo.desktop.backend import Desktop
from ufo.desktop.linux.launch.launcher import Launcher
from ufo.desktop.linux.reuse.paint_state import stays_same
from ufo.desktop.linux.toolkits import chromium_asleep as chromium
from ufo.desktop.linux.x11.server_connection import OnXThread
from ufo.desktop.linux.x11.windows import Windows
from ufo.desktop.values import Window
from ufo.errors import DesktopError, NotActionable
from ufo.schema.picture import Frame

_STEP_S, _TRY_S, _END_S, _TICK_S = 8.0, 4.0, 15.0, 0.05
_TRIES = 4
_Found = TypeVar("_Found")


class Waker:
    """Wakes windows of one desktop. `may_sleep` tells of a process whether its toolkit waits to be turned on."""

    def __init__(
        self, desktop: Desktop, windows: OnXThread[Windows], launcher: Launcher, may_sleep: Callable[[int], bool]
    ) -> None:
        self._desktop, self._windows, self._launcher, self._may_sleep = desktop, windows, launcher, may_sleep

    async def wake(self, window_id: str) -> bool:
        """Do what `Desktop.wake` says: by the browser's own page, in a window of its own that is closed again."""
        window = await self._sleeping(window_id)
        if window is None:
            return True
        if not await self._is_browser(window):
            return False
        known = {one.id for one in await self._desktop.windows()}

        async def opened() -> Window | None:
            mine = (one for one in await self._desktop.windows() if one.pid == window.pid)
            return next((one for one in mine if one.id not in known), None)

        await self._desktop.send(window.id, chromium.NEW_WINDOW)
        page = await _soon(opened)
        if page is None:
            return False
        try:
            is_on = await self._turn_on(page)
        finally:
            await self._desktop.close_window(page.id)
            await _soon(partial(self._is_closed, page.id))
            await self._desktop.focus(window.id)
        return is_on and bool(await _soon(partial(self._tells, window)))

    async def restart(self, window_id: str, timeout_s: float) -> Window:
        """Do what `Desktop.restart` says: end the browser as the end of the session does, so that it notes all of its pages."""
        window = await self._sleeping(window_id)
        if window is None:
            raise NotActionable("the window tells what is in it; go on without a restart")
        if not await self._is_browser(window):
            raise NotActionable(
                f"{window.title!r} is not known to open again what it shows; close it and start it by hand with accessibility"
            )
        command = await _end(window)
        return await self._launcher.again(command, timeout_s)

    async def _sleeping(self, window_id: str) -> Window | None:
        """Return the window where it tells nothing, or None."""
        window = (await self._windows.run(Windows.find, window_id)).surface.window
        return None if await self._tells(window) else window

    async def _tells(self, window: Window) -> bool:
        look = await self._desktop.snapshot(window.id)
        return chromium.tells_pages(look) if self._may_sleep(window.pid) else bool(look.elements)

    async def _is_browser(self, window: Window) -> bool:
        role = await self._windows.run(Windows.role, window.id)
        return self._may_sleep(window.pid) and role == chromium.ROLE

    async def _turn_on(self, page: Window) -> bool:
        """Turn the tree on in a fresh window. It is tried again from an empty page, as a page that is still loading takes back
        the address, or does not hear a key.
        """
        await _soon(partial(self._is_renamed, page))
        for _ in range(_TRIES):
            await self._rest(page.id)
            await self._desktop.send(page.id, chromium.OPEN_PAGE)
            if await _soon(partial(self._is_titled, page.id), _TRY_S) and await self._tick(page.id):
                return True
            await self._desktop.send(page.id, chromium.OPEN_EMPTY)
            await _soon(partial(self._is_renamed, replace(page, title=chromium.TITLE)), _TRY_S)
        return False

    async def _rest(self, page: str) -> None:
        """Wait until the page looks the same for a while, since no tree tells yet when it has loaded or has the focus."""
        await self._desktop.settle(page)
        await stays_same(partial(self._desktop.capture, page), _TRY_S)

    async def _tick(self, page: str) -> bool:
        for _ in range(chromium.BOXES):
            await self._rest(page)
            look = await self._desktop.snapshot(page)
            if chromium.tells_pages(look):
                break
            shown = await self._desktop.capture(page)
            await self._desktop.send(page, chromium.TO_NEXT_BOX)
            # A box that is not painted with the focus yet does not take the key.
            if not await _soon(partial(self._looks_other, page, shown), _TRY_S):
                return False
            await self._rest(page)
            await self._desktop.send(page, chromium.TICK)
            # This look at the page is also what makes it last.
            if not await _soon(partial(self._tells_more, page, len(look.elements)), _TRY_S):
                return False
        return bool(await _soon(partial(self._tells_page, page), _TRY_S))

    async def _looks_other(self, window_id: str, than: Frame) -> bool:
        return await self._desktop.capture(window_id) != than

    async def _tells_page(self, window_id: str) -> bool:
        return chromium.tells_pages(await self._desktop.snapshot(window_id))

    async def _tells_more(self, window_id: str, than: int) -> bool:
        return len((await self._desktop.snapshot(window_id)).elements) > than

    async def _is_closed(self, window_id: str) -> bool:
        return all(one.id != window_id for one in await self._desktop.windows())

    async def _is_renamed(self, window: Window) -> bool:
        windows = await self._desktop.windows()
        return any(one.id == window.id and not one.title.startswith(window.title) for one in windows)

    async def _is_titled(self, window_id: str) -> bool:
        windows = await self._desktop.windows()
        return any(one.id == window_id and chromium.TITLE in one.title for one in windows)


async def _end(window: Window) -> tuple[str, ...]:
    """End the browser of a window and return the command that starts it again. Raises NotActionable where that is not known,
    or where it does not end.
    """
    folder = Path(f"/proc/{window.pid}")
    try:
        line = (folder / "cmdline").read_text(encoding="utf-8", errors="replace")
        command = chromium.command_again(line)
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
