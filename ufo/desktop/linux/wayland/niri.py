"""niri's own socket: its windows, and their places as far as it tells them.

Source: the crate niri-ipc 25.11 (docs of `Request`, `Window`, `WindowLayout`), and niri's issue 2381: windows in columns have no
place that niri tells, floating ones have. It was never tried on a niri.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ufo.desktop.linux.app_id import app_root, process_name
from ufo.desktop.linux.kin import began_at, kin_of
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.text import clean_name
from ufo.desktop.linux.wayland.ipc_socket import exchange, read_json
from ufo.desktop.linux.wayland.layout import Layout, Lying
from ufo.desktop.linux.wayland.layout_hits import KEYS_ELSEWHERE
from ufo.desktop.linux.wayland.layout_windows import WindowsWithoutOwners
from ufo.desktop.linux.wayland.outputs import Outputs
from ufo.desktop.values import Screen as Monitor
from ufo.desktop.values import Window
from ufo.errors import DesktopError, DesktopUnavailable
from ufo.schema.geometry import Rect

_NAME = "niri"
_APART = 10_000
"""How many pixels lie between the places of two windows whose places are not told."""
NO_PLACE = (
    "niri tells it of floating windows, and of one that fills the screen: make it so, use the control's own action or keys, or "
    "work on a private desktop (--desktop private)"
)
Told = Mapping[str, Any]


def socket_of(environment: Mapping[str, str]) -> Path | None:
    """Return the socket of the niri that the environment names; None where there is none."""
    named = environment.get("NIRI_SOCKET", "")
    return Path(named) if named and Path(named).exists() else None


class NiriIpc:
    """Every method raises DesktopUnavailable where niri is gone, does not answer in time, or answers what is no answer."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def ask(self, what: str) -> Any:
        """Return the answer to a question without arguments."""
        told = self._said(what)
        if not isinstance(told, dict) or what not in told:
            raise DesktopUnavailable(f"niri answered {what} with {str(told)[:80]!r}")
        return told[what]

    def run(self, action: str, **arguments: object) -> None:
        """Have niri do something. Raises DesktopError with its own words where it does not."""
        self._said({"Action": {action: arguments}})

    def outputs(self) -> frozenset[str]:
        """Return the names of the screens that show a workspace."""
        return frozenset(str(it["output"]) for it in self.ask("Workspaces") if it.get("output"))

    def in_front(self) -> str:
        """Name what is in front of all windows: niri's overview, or what takes the keyboard from them; "" where nothing does."""
        try:
            if self.ask("OverviewState").get("is_open"):
                return "the overview of niri"
        except DesktopUnavailable:
            raise
        except DesktopError:
            pass  # an older niri, which has none
        spaces = self.ask("Workspaces")
        has_window = any(it.get("is_focused") and it.get("active_window_id") is not None for it in spaces)
        return KEYS_ELSEWHERE if has_window and self.ask("FocusedWindow") is None else ""

    def _said(self, request: object) -> Any:
        line = json.dumps(request).encode() + b"\n"
        values = read_json(exchange(self.path, _NAME, line, b"\n").decode("utf-8", "replace"), self.path, _NAME)
        answer = values[0] if values else None
        if isinstance(answer, dict) and "Err" in answer:
            raise DesktopError(f"niri did not do what it was told: {str(answer['Err'])[:200]}")
        if not isinstance(answer, dict) or "Ok" not in answer:
            raise DesktopUnavailable(f"niri answered {str(answer)[:80]!r}")
        return answer["Ok"]


class NiriWindows(WindowsWithoutOwners):
    """A window's id is niri's, in hexadecimal digits."""

    def __init__(self, ipc: NiriIpc, outputs: Outputs, programs: Callable[[], Mapping[str, str]]) -> None:
        super().__init__()
        self._ipc = ipc
        self._outputs = outputs
        self._programs = programs

    def listed(self) -> Layout:
        windows, spaces = self._ipc.ask("Windows"), self._ipc.ask("Workspaces")
        try:
            return self._read(windows, {int(it["id"]): it for it in spaces})
        except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
            raise DesktopUnavailable(f"niri told its windows in a way that is not known here ({error!r})") from error

    def activate(self, window_id: str) -> None:
        self._ipc.run("FocusWindow", id=int(window_id, 16))

    def shut(self, window_id: str) -> None:
        self._ipc.run("CloseWindow", id=int(window_id, 16))

    def _read(self, windows: Sequence[Told], spaces: Mapping[int, Told]) -> Layout:
        shown = {monitor.name: monitor for monitor in self._outputs.monitors()}
        screens = tuple(monitor.rect for monitor in shown.values())
        topmost = sorted(windows, key=_height, reverse=True)
        places = [self._place(it, spaces, shown) for it in topmost]
        plain = [self._window(it, place, spaces) for it, place in zip(topmost, places, strict=True)]
        mains = frozenset(hex(int(it["id"])) for it in windows if not it["is_floating"])
        parents = self.parents(plain, mains, {})
        lying = tuple(
            Lying(
                Surface(
                    replace(window, parent=parents[window.id]),
                    window.rect,
                    screens=() if place is None else screens,
                    shown=not window.minimized,
                    local=True,
                    unlisted=True,
                    placeless=place is None,
                ),
                window.rect,
            )
            for window, place in zip(plain, places, strict=True)
        )
        focused = next((str(it["output"]) for it in spaces.values() if it.get("is_focused")), "")
        first = tuple(sorted(shown.values(), key=lambda monitor: monitor.name != focused))
        return Layout(lying, first, next((window.id for window in plain if window.active), ""))

    def _place(self, told: Told, spaces: Mapping[int, Told], shown: Mapping[str, Monitor]) -> Rect | None:
        """Return where the window is: a floating one, or one that fills its screen and has the focus."""
        layout = told.get("layout") or {}
        monitor = shown.get(str(spaces.get(told["workspace_id"], {}).get("output")))
        if monitor is None or not layout:
            return None
        tile, (left, top) = layout.get("tile_pos_in_workspace_view"), layout["window_offset_in_tile"]
        whole = (float(monitor.rect.width), float(monitor.rect.height))
        if tile is None and tuple(map(float, layout["tile_size"])) == whole and told["is_focused"]:
            tile = (0.0, 0.0)
        if tile is None:
            return None
        width, height = layout["window_size"]
        x, y = monitor.rect.x + round(tile[0] + left), monitor.rect.y + round(tile[1] + top)
        return Rect(x, y, int(width), int(height))

    def _window(self, told: Told, place: Rect | None, spaces: Mapping[int, Told]) -> Window:
        number, pid = int(told["id"]), int(told["pid"] or 0)
        process, name = process_name(pid), str(told["app_id"] or "")
        width, height = (told.get("layout") or {}).get("window_size") or (1, 1)
        return Window(
            id=hex(number),
            title=clean_name(str(told["title"] or "")),
            rect=place or Rect(0, (number + 1) * _APART, int(width), int(height)),
            pid=pid,
            process=process,
            app_root=app_root((name, name), process, None, self._programs()),
            active=bool(told["is_focused"]),
            minimized=not spaces.get(told["workspace_id"], {}).get("is_active"),
            kin=kin_of(pid),
            began=began_at(pid),
        )


def _height(told: Told) -> tuple[bool, bool, float]:
    """Return what orders windows from the bottom up: floating ones lie over the others, and the focus raises them."""
    when = told.get("focus_timestamp") or {}
    return bool(told["is_focused"]), bool(told["is_floating"]), float(when.get("secs", 0)) + when.get("nanos", 0) / 1e9
