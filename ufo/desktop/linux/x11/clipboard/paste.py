"""Gives an application text through the clipboard, and finds out whether the application read it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable

from ufo.desktop.linux.proc import LOOKS, IdleThreads
from ufo.desktop.linux.x11.clipboard.keeper import hand_over
from ufo.desktop.linux.x11.clipboard.selection import Clipboard, Lent, TooLarge
from ufo.desktop.linux.x11.ping import await_reader
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.errors import ApplicationHung

_PASTE_S, _PASTED_S, _SLOW_S = 1.5, 0.15, 30.0
_HANDED_ON_S, _TICK_S = 5.0, 0.04


class Paste:
    """Implements `Pasting`."""

    def __init__(self, connection: XConnection) -> None:
        self._x = connection
        self._clipboard: Clipboard | None = None

    async def paste(self, text: str, pid: int, press_keys: Callable[[], Awaitable[None]]) -> bool:
        """Paste the text; tell whether the application read it from the clipboard. `press_keys` presses the keys by which
        applications paste: an application that does not ask for the clipboard does nothing with them. Raises
        ApplicationHung.
        """
        await self._x.run(await_reader, self._x)
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
        """Return the clipboard's text, "" where it holds none or more than can be read. Raises DesktopUnavailable."""
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
        """Wait until the clipboard was not asked for a while and the application is at rest. Browsers drop a paste if the
        clipboard changes hands while the text is on its way between two of their processes, which takes as long as those are
        busy.
        """
        deadline = time.monotonic() + _HANDED_ON_S
        rest = IdleThreads(pid)
        while True:
            at_rest = await asyncio.to_thread(rest.has_come)
            if lent.unasked_s >= _PASTED_S and (at_rest or time.monotonic() > deadline):
                return
            await asyncio.sleep(_PASTED_S / LOOKS)

    async def _is_taken(self, lent: Lent, pid: int) -> bool:
        """Tell whether the application has read the text. Wait until that is certain: if the text were struck instead and the
        paste came after all, the paste would insert what the clipboard holds by then.
        """
        deadline = time.monotonic() + _SLOW_S
        taken = await lent.read_by(pid, _PASTE_S)
        read = await self._x.run(await_reader, self._x)
        rest = IdleThreads(pid)
        while not taken and not (read and await asyncio.to_thread(rest.has_come)):
            if time.monotonic() > deadline:
                raise ApplicationHung(
                    "the application does not answer the paste; wait until it does, then look at what it holds"
                )
            read = read or await self._x.run(await_reader, self._x, _PASTE_S)
            taken = await lent.read_by(pid, _TICK_S)
        return taken or await lent.read_by(pid, 0)


def _close(clipboard: Clipboard, display_name: str) -> None:
    held = clipboard.held()
    if held:
        hand_over(display_name, held)
    clipboard.close()
