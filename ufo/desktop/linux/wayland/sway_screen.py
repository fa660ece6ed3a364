"""The screen of sway."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ufo.desktop.linux.screen.one_thread import OneThread, OnThread
from ufo.desktop.linux.screen.screen import Screen
from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.linux.wayland.output_pictures import OutputPictures
from ufo.desktop.linux.wayland.output_repaints import OutputPainting
from ufo.desktop.linux.wayland.places_and_order import PlacesAndOrder
from ufo.desktop.linux.wayland.sway_ipc import SwayIpc
from ufo.desktop.linux.wayland.sway_key import SwayKey
from ufo.desktop.linux.wayland.sway_strokes import SwayStrokes
from ufo.desktop.linux.wayland.sway_windows import SwayWindows
from ufo.desktop.linux.wayland.tree_screen import NoParts
from ufo.desktop.linux.wayland.wayland_paste import WaylandPaste
from ufo.desktop.values import Keys


async def open_screen(wayland: Path, ipc_path: Path, programs: Callable[[], Mapping[str, str]]) -> Screen:
    """Connect to sway by its two sockets. `programs` maps the ids of desktop files to programs (`app_id.app_root`). Raises
    DesktopUnavailable.
    """
    executor = ThreadPoolExecutor(1, "sway")
    client: WaylandClient | None = None

    @contextlib.contextmanager
    def guard() -> Iterator[None]:
        """What was told meanwhile is read before each call, or the compositor would end a connection that reads nothing."""
        if client is not None:
            client.hear()
        yield

    thread = OneThread(f"sway at {str(wayland)!r}", executor, guard)
    ipc: SwayIpc | None = None

    def begin() -> tuple[WaylandClient, SwayIpc, SwayWindows, OutputPictures, PlacesAndOrder, SwayStrokes]:
        nonlocal client, ipc
        ipc = SwayIpc(ipc_path)
        client = WaylandClient(wayland)
        windows = SwayWindows(ipc, programs)
        pointing = PlacesAndOrder(windows)
        pictures = OutputPictures(client, windows, windows.monitors, windows.laid_out)
        return client, ipc, windows, pictures, pointing, SwayStrokes(client, ipc, windows, pointing)

    def end() -> None:
        for connection in (client, ipc):
            if connection is not None:
                connection.close()

    async def close() -> None:
        await thread.close(end)

    def grab_key(chord: Keys, heard: Callable[[], object]) -> Callable[[], None]:
        return SwayKey(ipc_path, chord, heard).release

    try:
        _, _, windows, pictures, pointing, strokes = await thread.run(begin)
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
        watch_painting=lambda painted: OutputPainting(wayland, painted).release,
    )
