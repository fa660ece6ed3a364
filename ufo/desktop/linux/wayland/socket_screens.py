"""The screens of compositors that tell windows and places on a socket of their own: sway, Hyprland, niri.

A row says what differs; pointer, keyboard, pictures and clipboard are the protocols that all of them have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType

from ufo.desktop.linux.screen.screen import Screen
from ufo.desktop.linux.screen.strokes import Strokes
from ufo.desktop.linux.wayland import assembly, hyprland, niri, sway_ipc
from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.linux.wayland.hand_strokes import HandStrokes
from ufo.desktop.linux.wayland.hyprland_key import HyprlandKey
from ufo.desktop.linux.wayland.layout_pointing import LayoutPointing
from ufo.desktop.linux.wayland.layout_windows import LayoutWindows
from ufo.desktop.linux.wayland.not_given import no_key
from ufo.desktop.linux.wayland.output_pictures import OutputPictures
from ufo.desktop.linux.wayland.outputs import Outputs
from ufo.desktop.linux.wayland.sway_key import SwayKey
from ufo.desktop.linux.wayland.sway_strokes import SwayStrokes
from ufo.desktop.linux.wayland.sway_windows import SwayWindows
from ufo.desktop.linux.wayland.virtual_devices import VirtualDevices
from ufo.errors import DesktopUnavailable

Programs = Callable[[], Mapping[str, str]]
SWAY, HYPRLAND, NIRI = "sway", "Hyprland", "niri"


@dataclass(frozen=True, slots=True)
class _Own:
    """What a compositor does its own way. `outputs` are the names of the screens that it tells on its socket."""

    windows: LayoutWindows
    in_front: Callable[[], str]
    grab_key: assembly.GrabKey
    outputs: frozenset[str]
    strokes: Callable[[VirtualDevices, LayoutPointing], Strokes]
    no_place: str = ""
    remark: str = ""


def _sway(path: Path, outputs: Outputs, programs: Programs, ends: ExitStack) -> _Own:
    ipc = sway_ipc.SwayIpc(path)
    ends.callback(ipc.close)
    windows = SwayWindows(ipc, programs)
    return _Own(
        windows,
        ipc.in_front,
        lambda chord, heard: SwayKey(path, chord, heard).release,
        frozenset(monitor.name for monitor in windows.monitors()),
        lambda devices, pointing: SwayStrokes(devices, ipc, windows, pointing),
    )


def _hyprland(path: Path, outputs: Outputs, programs: Programs, ends: ExitStack) -> _Own:
    ipc = hyprland.HyprlandIpc(path)
    windows = hyprland.HyprlandWindows(ipc, outputs, programs)
    return _Own(
        windows,
        ipc.in_front,
        lambda chord, heard: HyprlandKey(path, chord, heard).release,
        ipc.outputs(),
        lambda devices, pointing: HandStrokes(devices, windows, pointing),
    )


def _niri(path: Path, outputs: Outputs, programs: Programs, ends: ExitStack) -> _Own:
    ipc = niri.NiriIpc(path)
    windows = niri.NiriWindows(ipc, outputs, programs)
    return _Own(
        windows,
        ipc.in_front,
        no_key("niri lets no program hear a key"),
        ipc.outputs(),
        lambda devices, pointing: HandStrokes(devices, windows, pointing),
        niri.NO_PLACE,
        "niri tells where floating windows are, and one that fills the screen: in others controls are worked by their own "
        "actions and by keys, without a pointer and pictures of them alone, and there is no halt key; --desktop private has all "
        "of them",
    )


_Row = tuple[Callable[[Mapping[str, str]], Path | None], Callable[[Path, Outputs, Programs, ExitStack], _Own]]
_ROWS: Mapping[str, _Row] = MappingProxyType(
    {
        SWAY: (sway_ipc.socket_of, _sway),
        HYPRLAND: (hyprland.socket_of, _hyprland),
        NIRI: (niri.socket_of, _niri),
    }
)


def sockets_of(environment: Mapping[str, str]) -> dict[str, Path]:
    """Return the sockets that an environment names, by their compositors' names."""
    found = {name: socket_of(environment) for name, (socket_of, _) in _ROWS.items()}
    return {name: path for name, path in found.items() if path is not None}


async def open_screen(name: str, wayland: Path, path: Path, programs: Programs) -> Screen:
    """Connect to the compositor of that name by its two sockets. `programs` maps the ids of desktop files to programs
    (`app_id.app_root`). Raises DesktopUnavailable.
    """
    return await assembly.open_screen(name, wayland, partial(_begin, name, path, programs))


def _begin(name: str, path: Path, programs: Programs, client: WaylandClient, ends: ExitStack) -> assembly.Parts:
    outputs = Outputs(client)
    own = _ROWS[name][1](path, outputs, programs, ends)
    here = {monitor.name for monitor in outputs.monitors()}
    if not own.outputs <= here:
        raise DesktopUnavailable(
            f"the {name} at {str(path)!r} has the screens {', '.join(sorted(own.outputs))}, and the compositor at "
            f"{str(client.path)!r} has {', '.join(sorted(here)) or 'none'}: they are not the same. Log in again, or unset the "
            "variable that is left from another session"
        )
    windows = own.windows
    pointing = LayoutPointing(windows, own.in_front, own.no_place)
    pictures = OutputPictures(client, windows, outputs, windows.monitors)
    strokes = own.strokes(VirtualDevices(client, outputs.monitors), pointing)
    return assembly.Parts(windows, pictures, pointing, strokes, own.grab_key, pictures.painted_at, remark=own.remark)
