"""Text that an application takes by way of the clipboard, and whether it did."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable

from ufo.desktop.linux.clipboard.keeper import hand_over
from ufo.desktop.linux.clipboard.selection import Clipboard, Lent, TooLarge
from ufo.desktop.linux.proc import LOOKS, IdleThreads
from ufo.desktop.linux.x11.ping import await_reader
from ufo.desktop.linux.x11.server_connection import OnXThread, XConnection
from ufo.errors import ApplicationHung

_PASTE_S, _PASTED_S, _SLOW_S = 1.5, 0.15, 30.0
_HANDED_ON_S, _TICK_S = 5.0, 0.04


class Paste:
    def __init__(self, connection: OnXThread[XConnection]) -> None:
        self._x = connection
        self._clipboard: Clipboard | None = None

    async def paste(self, text: str, pid: int, press_keys: Callable[[], Awaitable[None]]) -> bool:
        """Whether the application took it. `press_keys` presses the keys by which applications paste: one that does not ask for
        the clipboard has no use for them. Raises ApplicationHung."""
        await self._x.run(await_reader)
        clipboard = await self._opened()
        with contextlib.suppress(TooLarge):
            async with clipboard.lend(text) as lent:
                await press_keys()
                taken = await self._is_taken(lent, pid)
                if taken:
                    await self._await_handed_on(lent, pid)
                return taken
        return False

    async def copied(self) -> str:
        """The clipboard's text, "" where it holds none or more than can be read. Raises DesktopUnavailable."""
        try:
            return await (await self._opened()).text()
        except TooLarge:
            return ""

    async def _opened(self) -> Clipboard:
        if self._clipboard is None:
            self._clipboard = await asyncio.to_thread(Clipboard, self._x.name)
        return self._clipboard

    async def close(self) -> None:
        if self._clipboard is not None:
            clipboard, self._clipboard = self._clipboard, None
            await asyncio.to_thread(_close, clipboard, self._x.name)

    async def _await_handed_on(self, lent: Lent, pid: int) -> None:
        """Browsers drop a paste whose clipboard changes hands while it is on its way from one of their processes to another,
        which takes as long as those are busy."""
        deadline = time.monotonic() + _HANDED_ON_S
        rest = IdleThreads(pid)
        while True:
            at_rest = await asyncio.to_thread(rest.has_come)
            if lent.unasked_s >= _PASTED_S and (at_rest or time.monotonic() > deadline):
                return
            await asyncio.sleep(_PASTED_S / LOOKS)

    async def _is_taken(self, lent: Lent, pid: int) -> bool:
        """Told when it is sure: a paste that comes after all, when the text was struck in its place, puts there what the
        clipboard holds by then."""
        deadline = time.monotonic() + _SLOW_S
        taken = await lent.read_by(pid, _PASTE_S)
        read = await self._x.run(await_reader)
        rest = IdleThreads(pid)
        while not taken and not (read and await asyncio.to_thread(rest.has_come)):
            if time.monotonic() > deadline:
                raise ApplicationHung(
                    "the application does not answer the paste; wait until it does, then look at what it holds"
                )
            read = read or await self._x.run(await_reader, _PASTE_S)
            taken = await lent.read_by(pid, _TICK_S)
        return taken or await lent.read_by(pid, 0)


def _close(clipboard: Clipboard, display_name: str) -> None:
    held = clipboard.held()
    if held:
        hand_over(display_name, held)
    clipboard.close()
