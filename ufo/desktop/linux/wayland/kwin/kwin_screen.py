"""The screen of KWin, the compositor of Plasma."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ufo.desktop.linux.screen.one_thread import OneThread, OnThread
from ufo.desktop.linux.screen.screen import Screen
from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.linux.wayland.kwin.kwin_bus import KWinBus
from ufo.desktop.linux.wayland.kwin.kwin_hands import KWinHands
from ufo.desktop.linux.wayland.kwin.kwin_key import KWinKey
from ufo.desktop.linux.wayland.kwin.kwin_pictures import KWinPictures
from ufo.desktop.linux.wayland.kwin.kwin_places import KWinPointing
from ufo.desktop.linux.wayland.kwin.kwin_strokes import KWinStrokes
from ufo.desktop.linux.wayland.kwin.kwin_windows import KWinWindows
from ufo.desktop.linux.wayland.tree_screen import NoParts
from ufo.desktop.linux.wayland.wayland_paste import WaylandPaste
from ufo.desktop.values import Keys
from ufo.errors import NotActionable, PicturesRefused
from ufo.schema.geometry import Rect

_UNSEEN = "Right before a click windows and trees are asked again, but nothing is looked at"


async def open_screen(wayland: Path, address: str, programs: Callable[[], Mapping[str, str]]) -> Screen:
    """Connect to KWin by its socket and by the session bus at `address`. `programs` maps the ids of desktop files to programs
    (`app_id.app_root`). Raises DesktopUnavailable.
    """
    client: WaylandClient | None = None
    bus: KWinBus | None = None

    @contextlib.contextmanager
    def guard() -> Iterator[None]:
        """What was told meanwhile is read before each call, or KWin would end a connection that reads nothing."""
        if client is not None:
            client.hear()
        yield

    thread = OneThread(f"KWin at {str(wayland)!r}", ThreadPoolExecutor(1, "kwin"), guard)

    def begin() -> tuple[KWinWindows, KWinPictures, KWinPointing, KWinStrokes, str]:
        nonlocal client, bus
        client = WaylandClient(wayland)
        bus = KWinBus(address)
        windows = KWinWindows(bus, programs)
        pointing, pictures, hands = KWinPointing(bus, windows), KWinPictures(bus, windows), KWinHands(client, bus)
        strokes = KWinStrokes(hands, windows, pointing)
        return windows, pictures, pointing, strokes, _remark(hands, pictures)

    def end() -> None:
        for connection in (client, bus):
            if connection is not None:
                connection.close()

    async def close() -> None:
        await thread.close(end)

    def grab_key(chord: Keys, heard: Callable[[], object]) -> Callable[[], None]:
        return KWinKey(address, chord, heard).release

    try:
        windows, pictures, pointing, strokes, remark = await thread.run(begin)
    except BaseException:
        await asyncio.shield(close())
        raise
    return Screen(
        windows=OnThread(thread, windows),
        pictures=OnThread(thread, pictures),
        pointing=OnThread(thread, pointing),
        strokes=OnThread(thread, strokes),
        parts=OnThread(thread, NoParts()),
        pasting=WaylandPaste(wayland),
        painted_at=pictures.painted_at,
        grab_key=grab_key,
        close=close,
        remark=remark,
    )


def _remark(hands: KWinHands, pictures: KWinPictures) -> str:
    try:
        hands.require()
        pictures.seen_in(Rect(0, 0, 1, 1))
    except PicturesRefused as error:
        return f"{error}. {_UNSEEN}"
    except NotActionable as error:
        return str(error)
    return ""
