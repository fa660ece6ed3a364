"""Sends the picture of the screen to whoever watches, whenever something in it changed. While nobody watches it does nothing.

One picture is taken for all. Each watcher is sent what changed since the last picture that they were sent, once they have told
that it arrived: who is slow gets fewer pictures, and the newest.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass

from ufo.desktop.backend import Desktop
from ufo.desktop.masked.masked_screen import MaskedScreen
from ufo.errors import UfoError
from ufo.faults import Part
from ufo.runs.control.canvas import Canvas
from ufo.runs.control.desktop_aside import DesktopAside
from ufo.runs.control.messages import MOST_LINE, PicturesFailed, PictureUpdate, Tile
from ufo.schema.geometry import Rect

_log = logging.getLogger(__name__)
_BETWEEN_S = 0.04
_COMPARED_S, _MOVING_S, _RESTS_S = 0.5, 1 / 15, 2.0
"""How often pictures are taken of a screen that does not tell when it is painted on: at rest, and until it has rested so long."""
_AGAIN_S = 2.0
Send = Callable[[PictureUpdate | PicturesFailed, bytes], object]


@dataclass
class _Watcher:
    """`version`: what the watcher has; 0: nothing. `is_ready`: the last picture has arrived."""

    width: int
    send: Send
    version: int = 0
    is_ready: bool = True
    sequence: int = 0
    is_told: bool = False


class PictureStream:
    """`holds` says whether a text contains a secret. `run` has to go on for anything to be sent."""

    def __init__(self, aside: DesktopAside, holds: Callable[[str | None], bool]) -> None:
        self._aside = aside
        self._holds = holds
        self._watchers: dict[str, _Watcher] = {}
        self._stirred = asyncio.Event()
        self._noticed = 0.0
        self._is_due = True
        self._next = self._changed_at = 0.0

    @property
    def watchers(self) -> int:
        return len(self._watchers)

    def watch(self, client: str, width: int, send: Send) -> None:
        """Send pictures to a client from now on, a whole one first."""
        known = self._watchers.get(client)
        sequence = known.sequence if known is not None else 0
        self._watchers[client] = _Watcher(width, send, sequence=sequence)
        self._stirred.set()

    def unwatch(self, client: str) -> None:
        self._watchers.pop(client, None)
        self._stirred.set()

    def seen(self, client: str, sequence: int) -> None:
        """Note that a picture has arrived there."""
        watcher = self._watchers.get(client)
        if watcher is not None and watcher.sequence == sequence:
            watcher.is_ready = True
            self._stirred.set()

    async def run(self) -> None:
        """Take and send pictures until cancelled."""
        while True:
            while not self._watchers:
                await self._stir(None)
            notes: list[str] = []
            try:
                with Part(_log, "showing the screen", notes):
                    async with AsyncExitStack() as closing:
                        await self._follow(await closing.enter_async_context(self._aside.used()), closing)
            except UfoError as error:
                notes.append(str(error))
            if notes:
                self._fail(notes[-1])
                await asyncio.sleep(_AGAIN_S)

    def _fail(self, why: str) -> None:
        """Tell each watcher once that nothing can be shown; what they have is no beginning for the next picture."""
        for watcher in self._watchers.values():
            watcher.version, watcher.is_ready = 0, True
            if not watcher.is_told:
                watcher.is_told = True
                watcher.send(PicturesFailed(why=f"the screen cannot be shown now: {why}"[:MOST_LINE]), b"")

    async def _follow(self, desktop: Desktop, closing: AsyncExitStack) -> None:
        """Take and send pictures as long as somebody watches. Raises DesktopError."""
        loop = asyncio.get_running_loop()
        screen, canvas = MaskedScreen(desktop, self._holds, self._painted), Canvas()
        closing.push_async_callback(screen.close)
        release = await desktop.on_painted(self._painted)
        if release is not None:
            closing.callback(release)
        self._is_due, self._noticed = True, loop.time()
        while self._watchers:
            ready = [watcher for watcher in self._watchers.values() if watcher.is_ready]
            if ready and (self._is_due or not canvas.version):
                self._is_due, noticed = False, self._noticed
                self._next = loop.time() + _BETWEEN_S
                seen = await screen.picture()
                if await asyncio.to_thread(canvas.show, seen):
                    self._changed_at = noticed
            await self._send(canvas, ready)
            await self._pause(release is not None)

    def _painted(self) -> None:
        if not self._is_due:
            self._noticed = asyncio.get_running_loop().time()
        self._is_due = True
        self._stirred.set()

    async def _pause(self, is_told: bool) -> None:
        """Wait until something is to be done, and not less than between two pictures."""
        rested = asyncio.get_running_loop().time() - self._changed_at
        if not await self._stir(None if is_told else _MOVING_S if rested < _RESTS_S else _COMPARED_S):
            self._is_due, self._noticed = True, asyncio.get_running_loop().time()
        # It also lets others have their turn where there was nothing to wait for.
        await asyncio.sleep(max(0.0, self._next - asyncio.get_running_loop().time()))

    async def _stir(self, within_s: float | None) -> bool:
        """Wait until something is to be done; tell whether it came in time."""
        try:
            async with asyncio.timeout(within_s):
                await self._stirred.wait()
        except TimeoutError:
            return False
        finally:
            self._stirred.clear()
        return True

    async def _send(self, canvas: Canvas, ready: Iterable[_Watcher]) -> None:
        """Send to each watcher what they do not have. Those who have the same and want the same share the work."""
        made: dict[tuple[int, int], tuple[tuple[Rect, ...], bool, list[tuple[Tile, bytes]]]] = {}
        for watcher in ready:
            if watcher.version == canvas.version or not watcher.is_ready:
                continue
            key = (watcher.version, watcher.width)
            if key not in made:
                parts, is_whole = canvas.since(watcher.version)
                made[key] = parts, is_whole, await asyncio.to_thread(canvas.files, parts, watcher.width)
            _, is_whole, files = made[key]
            watcher.version, watcher.is_ready, watcher.is_told = canvas.version, False, False
            watcher.sequence += 1
            width, height = canvas.size(watcher.width)
            update = PictureUpdate(
                sequence=watcher.sequence,
                width=width,
                height=height,
                screen=canvas.area,
                whole=is_whole,
                tiles=tuple(tile for tile, _ in files),
                seconds=round(asyncio.get_running_loop().time() - self._changed_at, 4),
            )
            watcher.send(update, b"".join(data for _, data in files))
