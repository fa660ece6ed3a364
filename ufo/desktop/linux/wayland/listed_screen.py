"""The screen of a Wayland session whose compositor tells no places: what its protocols give, and controls by their trees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

from ufo.desktop.linux.screen.screen import Screen
from ufo.desktop.linux.wayland import assembly
from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.linux.wayland.data_control import MANAGERS as CLIPBOARDS
from ufo.desktop.linux.wayland.hand_strokes import HandStrokes
from ufo.desktop.linux.wayland.layout_hits import LayoutPointing
from ufo.desktop.linux.wayland.listed_windows import ListedWindows, without
from ufo.desktop.linux.wayland.not_given import NoPasting, NoPictures, NoPointing, NoStrokes, no_hands, no_key
from ufo.desktop.linux.wayland.output_pictures import OutputPictures
from ufo.desktop.linux.wayland.output_repaints import OutputPainting
from ufo.desktop.linux.wayland.outputs import Outputs
from ufo.desktop.linux.wayland.screencopy import COPIES
from ufo.desktop.linux.wayland.task_list import TOPLEVELS, Toplevels
from ufo.desktop.linux.wayland.tree_windows import TreeWindows
from ufo.desktop.linux.wayland.virtual_devices import KEYBOARDS, POINTERS, VirtualDevices

_PRIVATE = "--desktop private has all of them"
NO_PLACE = (
    "make the window full screen, so that its place is known; or use the control's own action or keys; or work on a private "
    "desktop (--desktop private)"
)


async def open_screen(
    wayland: Path, environment: Mapping[str, str], programs: Callable[[], Mapping[str, str]]
) -> Screen:
    """Connect to a compositor that is not known here. Whatever it announces is used. Raises DesktopUnavailable."""
    name = environment.get("XDG_CURRENT_DESKTOP") or "this Wayland compositor"

    def begin(client: WaylandClient, ends: ExitStack) -> assembly.Parts:
        trees = TreeWindows(environment, programs)
        ends.callback(trees.end)
        outputs = Outputs(client)
        toplevels = Toplevels(client) if client.offers(TOPLEVELS) else None
        windows = ListedWindows(trees, toplevels, outputs, programs)
        has_devices = client.offers(POINTERS) and client.offers(KEYBOARDS)
        copies, pastes = client.offers(COPIES), any(map(client.offers, CLIPBOARDS))
        why = f"{name} lets no program ask it for that in a way that is known here"
        pictures = (
            OutputPictures(client, windows, outputs, outputs.monitors, windows.laid_out)
            if copies
            else NoPictures(windows, why)
        )
        pointing = LayoutPointing(windows, lambda: "", NO_PLACE) if has_devices else NoPointing(windows)
        strokes = (
            HandStrokes(VirtualDevices(client, outputs.monitors), windows, pointing)
            if isinstance(pointing, LayoutPointing)
            else NoStrokes(why)
        )
        return assembly.Parts(
            windows,
            pictures,
            pointing,
            strokes,
            no_key(why),
            pictures.painted_at,
            None if pastes else NoPasting(why),
            no_hands="" if has_devices else no_hands(why),
            remark=_remark(name, has_devices, copies, toplevels is not None, pastes),
            watch_painting=(lambda painted: OutputPainting(wayland, painted).release) if copies else None,
        )

    return await assembly.open_screen(name, wayland, begin)


def _remark(name: str, has_devices: bool, copies: bool, lists: bool, pastes: bool) -> str:
    missing = [
        "a pointer where a window is not full screen" if has_devices else "pointer and keyboard",
        *(["pictures of single windows"] if copies else ["pictures"]),
        *([] if lists else ["bringing windows to the front"]),
        *([] if pastes else ["the clipboard"]),
        "a halt key",
    ]
    return (
        f"{name} tells no program where windows are: controls are worked by their own actions{' and by keys' * has_devices}, "
        f"without {without(missing)}; {_PRIVATE}"
    )
