"""Stands in for Hyprland and niri, which run on no machine without a graphics device: the socket is spoken as their documentation
and source say, and what is told and done there is that of a real sway.

Hyprland: wiki.hypr.land ("IPC", "Using hyprctl") and src/debug/HyprCtl.cpp, 0.54 (words) and 0.57 (Lua). niri: the crate
niri-ipc 25.11.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.desktop.linux.wayland.compositors import ipc_of
from ufo.desktop.linux.wayland.layout import Layout
from ufo.desktop.linux.wayland.sway_ipc import SwayIpc
from ufo.desktop.linux.wayland.sway_windows import SwayWindows
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Window
from ufo.errors import DesktopError
from ufo.schema.geometry import Rect

_READ_BYTES, _TICK_S = 1 << 16, 0.1
_BORDER = 3
"""niri's border: the window lies so far inside of its tile."""


class StandIn(ABC):
    """Answers at a socket, one question a connection, for as long as it is entered."""

    def __init__(self, sway: Path, at: Path) -> None:
        self.sway = sway
        self.at = at
        self.asked: list[str] = []
        self._closing = threading.Event()
        self._listening = _listen(at)
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, _type: type[BaseException] | None, _it: BaseException | None, _at: TracebackType | None) -> None:
        self._closing.set()
        self._thread.join()
        self._listening.close()
        self.at.unlink(missing_ok=True)

    @abstractmethod
    def answer(self, question: str) -> str:
        """Return what is said to a question."""

    def layout(self) -> Layout:
        with SwayIpc(self.sway) as ipc:
            return SwayWindows(ipc, dict).listed()

    def sway_does(self, command: str) -> str:
        """Have sway do it, and return its complaint, "" where it has none."""
        try:
            with SwayIpc(self.sway) as ipc:
                ipc.run([command])
        except DesktopError as error:
            return str(error)
        return ""

    def _serve(self) -> None:
        self._listening.settimeout(_TICK_S)
        while not self._closing.is_set():
            with contextlib.suppress(TimeoutError):
                connection, _ = self._listening.accept()
                with connection, contextlib.suppress(OSError):
                    connection.settimeout(1.0)
                    # Who only wants to know whose socket it is asks nothing.
                    if question := connection.recv(_READ_BYTES).decode():
                        self.asked.append(question)
                        connection.sendall(self.answer(question).encode())


@dataclass
class _Bound:
    chord: str
    event: str


class HyprlandStandIn(StandIn):
    """`layers` is what `j/layers` tells; with `lua` commands are taken in Lua, as since 0.55 where the person's settings are."""

    def __init__(self, sway: Path, runtime: Path, lua: bool = False) -> None:
        folder = runtime / "hypr" / "signature"
        folder.mkdir(parents=True)
        super().__init__(sway, folder / ".socket.sock")
        self.lua = lua
        self.layers: dict[str, Any] = {}
        self.locked = False
        self._bound: list[_Bound] = []
        self._events = _listen(folder / ".socket2.sock")

    def __exit__(self, *what: Any) -> None:
        super().__exit__(*what)
        self._events.close()

    def answer(self, question: str) -> str:
        if question.startswith("[[BATCH]]"):
            return "".join(self.answer(each) + "\n\n\n" for each in question.removeprefix("[[BATCH]]").split(";"))
        told: dict[str, Callable[[], object]] = {
            "j/status": lambda: {"configProvider": "lua" if self.lua else "hyprlang"},
            "j/clients": self._clients,
            "j/monitors": self._monitors,
            "j/activewindow": lambda: next((it for it in self._clients() if it["address"] == self.layout().active), {}),
            "j/layers": lambda: self.layers,
            "j/locked": lambda: {"locked": self.locked},
            "j/cursorpos": lambda: {"x": 0, "y": 0},
        }
        return json.dumps(told[question]()) if question in told else self._do(question)

    def _do(self, question: str) -> str:
        """Do a command, which is written in words or in Lua, and in the way of these settings alone."""
        lua: dict[str, Callable[..., str]] = {
            r'dispatch hl\.dsp\.focus\(\{ window = "address:(0x[0-9a-f]+)" \}\)': self._focus,
            r'dispatch hl\.dsp\.window\.close\(\{ window = "address:(0x[0-9a-f]+)" \}\)': self._close,
            r'eval hl\.bind\("([^"]+)", hl\.dsp\.event\("([^"]+)"\)\)': self._bind,
            r'eval hl\.unbind\("([^"]+)"\)': self._unbind,
        }
        words: dict[str, Callable[..., str]] = {
            r"dispatch focuswindow address:(0x[0-9a-f]+)": self._focus,
            r"dispatch closewindow address:(0x[0-9a-f]+)": self._close,
            r"keyword bind ([^,]*,[^,]+),event,(.+)": self._bind,
            r"keyword unbind ([^,]*,[^,]+)": self._unbind,
        }
        for pattern, do in (lua if self.lua else words).items():
            if found := re.fullmatch(pattern, question):
                return do(*found.groups()) or "ok"
        return "unknown request"

    def _focus(self, address: str) -> str:
        return self.sway_does(f"[con_id={int(address, 16)}] focus")

    def _close(self, address: str) -> str:
        return self.sway_does(f"[con_id={int(address, 16)}] kill")

    def _bind(self, chord: str, event: str) -> str:
        names = {"CTRL": "Ctrl", "ALT": "Mod1", "SHIFT": "Shift", "SUPER": "Mod4"}
        keys = re.split(r"[ ,+]+", chord)
        self._bound.append(_Bound("+".join(names.get(key, key) for key in keys), event))
        threading.Thread(target=self._tell, args=(self._bound[-1],), daemon=True).start()
        return ""

    def _unbind(self, _chord: str) -> str:
        return self.sway_does(f"unbindsym {self._bound.pop().chord}")

    def _tell(self, bound: _Bound) -> None:
        """Tell whoever listens of each press, until the connection ends."""
        connection, _ = self._events.accept()
        with connection, SwayIpc(self.sway) as events, contextlib.suppress(OSError):
            events.subscribe("binding")
            with SwayIpc(self.sway) as ipc:
                ipc.run([f"bindsym {bound.chord} nop stand-in"])
            while not self._closing.is_set():
                told = events.event(_TICK_S)
                if told is not None:
                    connection.sendall(f"activewindow>>a,b\ncustom>>{bound.event}\n".encode())

    def _clients(self) -> list[dict[str, Any]]:
        layout = self.layout()
        return [
            {
                "address": lying.surface.window.id, "mapped": True, "hidden": False,
                "at": [lying.surface.client.x, lying.surface.client.y],
                "size": [lying.surface.client.width, lying.surface.client.height],
                "workspace": {"id": 2 if lying.surface.window.minimized else 1, "name": "1"},
                "floating": lying.surface.window.parent is not None, "pseudo": False, "monitor": 0,
                "class": lying.surface.window.app_root, "title": lying.surface.window.title,
                "pid": lying.surface.window.pid, "xwayland": False, "pinned": False,
                "fullscreen": 2 if lying.surface.window.maximized else 0, "fullscreenClient": 0, "grouped": [], "tags": [],
                "swallowing": "0x0", "focusHistoryID": number,
            }
            for number, lying in reversed(list(enumerate(layout.windows)))
        ]  # fmt: skip

    def _monitors(self) -> list[dict[str, Any]]:
        return [
            {
                "id": number, "name": monitor.name, "x": monitor.rect.x, "y": monitor.rect.y, "width": monitor.rect.width,
                "height": monitor.rect.height, "scale": 1.00, "transform": 0, "focused": monitor.primary,
                "activeWorkspace": {"id": 1, "name": "1"}, "specialWorkspace": {"id": 0, "name": ""},
            }
            for number, monitor in enumerate(self.layout().monitors)
        ]  # fmt: skip


class NiriStandIn(StandIn):
    """Windows whose title is in `columns` are told as tiled, and so without a place."""

    def __init__(self, sway: Path, runtime: Path) -> None:
        super().__init__(sway, runtime / "niri.sock")
        self.columns: set[str] = set()
        self.overview = False

    def answer(self, question: str) -> str:
        try:
            return json.dumps({"Ok": self._told(json.loads(question))}) + "\n"
        except DesktopError as error:
            return json.dumps({"Err": str(error)}) + "\n"

    def _told(self, question: Any) -> Any:
        if isinstance(question, dict):
            ((action, arguments),) = question["Action"].items()
            command = {"FocusWindow": "focus", "CloseWindow": "kill"}[action]
            if complaint := self.sway_does(f"[con_id={arguments['id']}] {command}"):
                raise DesktopError(complaint)
            return "Handled"
        return {question: getattr(self, f"_{question.lower()}")()}

    def _overviewstate(self) -> dict[str, bool]:
        return {"is_open": self.overview}

    def _workspaces(self) -> list[dict[str, Any]]:
        layout = self.layout()
        spaces: list[dict[str, Any]] = []
        for number, monitor in enumerate(layout.monitors):
            active = int(layout.windows[0].surface.window.id, 16) if number == 0 and layout.windows else None
            for place, is_active in ((0, True), (1, False)):
                spaces.append(
                    {
                        "id": 2 * number + place, "idx": place + 1, "name": None, "output": monitor.name, "is_urgent": False,
                        "is_active": is_active, "is_focused": is_active and monitor.primary,
                        "active_window_id": active if is_active else None,
                    }
                )  # fmt: skip
        return spaces

    def _windows(self) -> list[dict[str, Any]]:
        layout = self.layout()
        return [
            self._window(lying.surface.window, layout, len(layout.windows) - number)
            for number, lying in enumerate(layout.windows)
        ]

    def _focusedwindow(self) -> dict[str, Any] | None:
        return next((it for it in self._windows() if it["is_focused"]), None)

    def _window(self, window: Window, layout: Layout, since: int) -> dict[str, Any]:
        place = window.rect
        number = next((at for at, it in enumerate(layout.monitors) if it.rect.contains(place.center)), 0)
        screen = layout.monitors[number].rect
        is_tiled = window.title in self.columns or window.maximized
        border = 0 if window.maximized else _BORDER
        tile = Rect(
            place.x - screen.x - border,
            place.y - screen.y - border,
            place.width + 2 * border,
            place.height + 2 * border,
        )
        return {
            "id": int(window.id, 16), "title": window.title, "app_id": window.app_root, "pid": window.pid,
            "workspace_id": 2 * number + window.minimized, "is_focused": window.active, "is_floating": not is_tiled,
            "is_urgent": False, "focus_timestamp": {"secs": since, "nanos": 5},
            "layout": {
                "pos_in_scrolling_layout": [1, 1] if is_tiled else None, "tile_size": [tile.width, tile.height],
                "window_size": [place.width, place.height], "window_offset_in_tile": [border, border],
                "tile_pos_in_workspace_view": None if is_tiled else [tile.x, tile.y],
            },
        }  # fmt: skip


@contextlib.contextmanager
def hyprland_session(
    private: PrivateDesktop, folder: Path, lua: bool = False
) -> Iterator[tuple[HyprlandStandIn, dict[str, str]]]:
    """A session as Hyprland's programs see it, over the real sway of a private desktop."""
    with HyprlandStandIn(ipc_of(private), folder, lua) as stand_in:
        yield stand_in, _environment(private, folder) | {"HYPRLAND_INSTANCE_SIGNATURE": "signature"}


@contextlib.contextmanager
def niri_session(private: PrivateDesktop, folder: Path) -> Iterator[tuple[NiriStandIn, dict[str, str]]]:
    with NiriStandIn(ipc_of(private), folder) as stand_in:
        yield stand_in, _environment(private, folder) | {"NIRI_SOCKET": str(stand_in.at)}


def _environment(private: PrivateDesktop, folder: Path) -> dict[str, str]:
    """Return the variables of the session without those that lead to sway's own socket."""
    other = folder / "wayland-0"
    other.symlink_to(private.display)
    environment = {name: value for name, value in private.environment.items() if name != "SWAYSOCK"}
    return {**environment, "WAYLAND_DISPLAY": str(other), "XDG_RUNTIME_DIR": str(folder)}


def _listen(at: Path) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(os.fspath(at))
    listening.listen()
    return listening
