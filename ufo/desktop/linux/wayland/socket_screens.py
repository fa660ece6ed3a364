"""The screens of compositors that tell windows and places on a socket of their own: sway, Hyprland, niri.

A row says what differs; pointer, keyboard, pictures and clipboard are the protocols that all of them have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ufo.desktop.linux.screen.screen import Screen
from ufo.desktop.linux.screen.strokes import Strokes
from ufo.desktop.linux.wayland import assembly, hyprland, niri, sway_ipc
from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.linux.wayland.hand_strokes import HandStrokes
from ufo.desktop.linux.wayland.hyprland_key import HyprlandKey
from ufo.desktop.linux.wayland.layout_hits import LayoutPointing
from ufo.desktop.linux.wayland.layout_windows import LayoutWindows
from ufo.desktop.linux.wayland.not_given import no_key
from ufo.desktop.linux.wayland.output_pictures import OutputPictures
from ufo.desktop.linux.wayland.output_repaints import OutputPainting
from ufo.desktop.linux.wayland.outputs import Outputs
from ufo.desktop.linux.wayland.sway_key import SwayKey
from ufo.desktop.linux.wayland.sway_strokes import SwayStrokes
from ufo.desktop.linux.wayland.sway_windows import SwayWindows
from ufo.desktop.linux.wayland.virtual_devices import VirtualDevices
from ufo.errors import DesktopUnavailable

Programs = Callable[[], Mapping[str, str]]
SWAY, HYPRLAND, NIRI = "sway", "Hyprland", "niri"


@dataclass(frozen=True, slots=True)
class _Made:
    """What is there for each of them."""

    client: WaylandClient
    outputs: Outputs
    programs: Programs
    ends: ExitStack


@dataclass(frozen=True, slots=True)
class _Own:
    """What a compositor does its own way. `outputs` are the names of the screens that it tells on its socket."""

    windows: LayoutWindows
    pointing: LayoutPointing
    strokes: Strokes
    grab_key: assembly.GrabKey
    outputs: frozenset[str]
    remark: str = ""


def _sway(path: Path, made: _Made) -> _Own:
    ipc = sway_ipc.SwayIpc(path)
    made.ends.callback(ipc.close)
    windows = SwayWindows(ipc, made.programs)
    pointing = LayoutPointing(windows, ipc.in_front)
    return _Own(
        windows,
        pointing,
        SwayStrokes(VirtualDevices(made.client, made.outputs.monitors), ipc, windows, pointing),
        lambda chord, heard: SwayKey(path, chord, heard).release,
        frozenset(monitor.name for monitor in windows.monitors()),
    )


def _hyprland(path: Path, made: _Made) -> _Own:
    ipc = hyprland.HyprlandIpc(path)
    windows = hyprland.HyprlandWindows(ipc, made.outputs, made.programs)
    pointing = LayoutPointing(windows, ipc.in_front)
    return _Own(
        windows,
        pointing,
        HandStrokes(VirtualDevices(made.client, made.outputs.monitors), windows, pointing),
        lambda chord, heard: HyprlandKey(path, chord, heard).release,
        ipc.outputs(),
    )


def _niri(path: Path, made: _Made) -> _Own:
    ipc = niri.NiriIpc(path)
    windows = niri.NiriWindows(ipc, made.outputs, made.programs)
    pointing = LayoutPointing(windows, ipc.in_front, niri.NO_PLACE)
    return _Own(
        windows,
        pointing,
        HandStrokes(VirtualDevices(made.client, made.outputs.monitors), windows, pointing),
        no_key("niri lets no program hear a key"),
        ipc.outputs(),
        remark="niri tells where floating windows are, and one that fills the screen: in others controls are worked by their own "
        "actions and by keys, without a pointer and pictures of them alone, and there is no halt key; --desktop private has all "
        "of them",
    )


_Row = tuple[Callable[[Mapping[str, str]], Path | None], Callable[[Path, _Made], _Own]]
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

    def begin(client: WaylandClient, ends: ExitStack) -> assembly.Parts:
        outputs = Outputs(client)
        own = _ROWS[name][1](path, _Made(client, outputs, programs, ends))
        here = {monitor.name for monitor in outputs.monitors()}
        if not own.outputs <= here:
            raise DesktopUnavailable(
                f"the {name} at {str(path)!r} has the screens {', '.join(sorted(own.outputs))}, and the compositor at "
                f"{str(wayland)!r} has {', '.join(sorted(here)) or 'none'}: they are not the same. Log in again, or unset the "
                "variable that is left from another session"
            )
        pictures = OutputPictures(client, own.windows, outputs, own.windows.monitors, own.windows.laid_out)
        return assembly.Parts(
            own.windows,
            pictures,
            own.pointing,
            own.strokes,
            own.grab_key,
            pictures.painted_at,
            remark=own.remark,
            watch_painting=lambda painted: OutputPainting(wayland, painted).release,
        )

    return await assembly.open_screen(name, wayland, begin)
