"""Puts the screen of a Wayland session together, whichever compositor it has: one thread, its connections, and what is read and
sent over them.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from ufo.desktop.linux.screen.call import Pointing
from ufo.desktop.linux.screen.one_thread import OneThread, OnThread
from ufo.desktop.linux.screen.screen import Need, Pasting, Pictures, Screen, Stamp, Tell, Windows
from ufo.desktop.linux.screen.strokes import Strokes
from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.linux.wayland.not_given import NoParts
from ufo.desktop.linux.wayland.wayland_paste import WaylandPaste
from ufo.desktop.values import Keys

GrabKey = Callable[[Keys, Callable[[], object]], Callable[[], None]]


@dataclass(frozen=True, slots=True)
class Parts:
    """What differs from one compositor to another. `pasting` is None for that of data-control; `no_hands`, `lend`, `remark`
    and `watch_painting`: see `Screen`.
    """

    windows: Windows
    pictures: Pictures
    pointing: Pointing
    strokes: Strokes
    grab_key: GrabKey
    painted_at: Callable[[Stamp | None], float | None] = lambda _stamp: None
    pasting: Pasting | None = None
    no_hands: str = ""
    lend: Callable[[Need, Tell], Awaitable[None]] | None = None
    remark: str = ""
    watch_painting: Callable[[Callable[[], object]], Callable[[], None]] | None = None


async def open_screen(name: str, wayland: Path, begin: Callable[[WaylandClient, ExitStack], Parts]) -> Screen:
    """Connect to a compositor. `name` is what a person calls it ("sway"). `begin` is called in the screen's thread; what it gives
    the stack is ended with the screen, or where it fails. Raises DesktopUnavailable.
    """
    ends = ExitStack()
    client: WaylandClient | None = None

    @contextlib.contextmanager
    def guard() -> Iterator[None]:
        """What was told meanwhile is read before each call, or the compositor would end a connection that reads nothing."""
        if client is not None:
            client.hear()
        yield

    thread = OneThread(f"{name} at {str(wayland)!r}", ThreadPoolExecutor(1, name), guard)

    def begin_here() -> Parts:
        nonlocal client
        client = WaylandClient(wayland)
        ends.callback(client.close)
        return begin(client, ends)

    async def close() -> None:
        await thread.close(ends.close)

    try:
        parts = await thread.run(begin_here)
    except BaseException:
        await asyncio.shield(close())
        raise
    return Screen(
        windows=OnThread(thread, parts.windows),
        pictures=OnThread(thread, parts.pictures),
        pointing=OnThread(thread, parts.pointing),
        strokes=OnThread(thread, parts.strokes),
        parts=OnThread(thread, NoParts()),
        pasting=parts.pasting or WaylandPaste(wayland),
        painted_at=parts.painted_at,
        grab_key=parts.grab_key,
        close=close,
        no_hands=parts.no_hands,
        lend=parts.lend,
        remark=parts.remark,
        watch_painting=parts.watch_painting,
    )
