"""The screen of sway."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

from ufo.desktop.linux.screen.screen import Screen
from ufo.desktop.linux.wayland import assembly
from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.linux.wayland.layout_pointing import LayoutPointing
from ufo.desktop.linux.wayland.output_pictures import OutputPictures
from ufo.desktop.linux.wayland.sway_ipc import SwayIpc
from ufo.desktop.linux.wayland.sway_key import SwayKey
from ufo.desktop.linux.wayland.sway_strokes import SwayStrokes
from ufo.desktop.linux.wayland.sway_windows import SwayWindows
from ufo.desktop.linux.wayland.virtual_devices import VirtualDevices


async def open_screen(wayland: Path, ipc_path: Path, programs: Callable[[], Mapping[str, str]]) -> Screen:
    """Connect to sway by its two sockets. `programs` maps the ids of desktop files to programs (`app_id.app_root`). Raises
    DesktopUnavailable.
    """

    def begin(client: WaylandClient, ends: ExitStack) -> assembly.Parts:
        ipc = SwayIpc(ipc_path)
        ends.callback(ipc.close)
        windows = SwayWindows(ipc, programs)
        pointing = LayoutPointing(windows, lambda: False)
        pictures = OutputPictures(client, windows, windows.monitors)
        strokes = SwayStrokes(VirtualDevices(client, windows.monitors), ipc, windows, pointing)
        return assembly.Parts(
            windows,
            pictures,
            pointing,
            strokes,
            lambda chord, heard: SwayKey(ipc_path, chord, heard).release,
            pictures.painted_at,
        )

    return await assembly.open_screen("sway", wayland, begin)
