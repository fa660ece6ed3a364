"""Hyprland's own socket: its windows, their places, and commands.

Source: wiki.hypr.land, "IPC" and "Using hyprctl", of Hyprland 0.54 (commands as words) and 0.57 (commands in Lua), and its
src/debug/HyprCtl.cpp for what the answers hold. It was never tried on a Hyprland.
"""

from __future__ import annotations

import contextlib
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
from ufo.desktop.linux.wayland.layout_hits import LOCKED
from ufo.desktop.linux.wayland.layout_windows import WindowsWithoutOwners
from ufo.desktop.linux.wayland.outputs import Outputs
from ufo.desktop.values import Window
from ufo.errors import DesktopError, DesktopUnavailable
from ufo.schema.geometry import Point, Rect

_NAME = "Hyprland"
_TOP, _OVERLAY = "2", "3"
Told = Mapping[str, Any]


def socket_of(environment: Mapping[str, str]) -> Path | None:
    """Return the socket of the Hyprland that the environment names; None where there is none."""
    signature = environment.get("HYPRLAND_INSTANCE_SIGNATURE", "")
    path = Path(environment.get("XDG_RUNTIME_DIR", "/"), "hypr", signature, ".socket.sock")
    return path if signature and path.exists() else None


class HyprlandIpc:
    """Every method raises DesktopUnavailable where Hyprland is gone, does not answer in time, or answers what is no answer."""

    def __init__(self, path: Path) -> None:
        self.path = path
        status = self._said("j/status")
        self.is_lua = '"lua"' in status

    def ask(self, *what: str) -> list[Any]:
        """Return what stands in the answers to several questions, which Hyprland answers at one moment."""
        batch = "[[BATCH]]" * (len(what) > 1) + ";".join(f"j/{question}" for question in what)
        answers = read_json(self._said(batch), self.path, _NAME)
        if len(answers) != len(what):
            raise DesktopUnavailable(f"{_NAME} answered {len(answers)} of {len(what)} questions")
        return answers

    def run(self, words: str, lua: str) -> None:
        """Run a command, which is written in one of two ways. Raises DesktopError with Hyprland's own words where it failed."""
        said = self._said(lua if self.is_lua else words).strip()
        if said != "ok":
            raise DesktopError(f"Hyprland did not do what it was told: {said[:200] or 'it said nothing'}")

    def outputs(self) -> frozenset[str]:
        """Return the names of the screens."""
        (told,) = self.ask("monitors")
        return frozenset(str(it["name"]) for it in told)

    def in_front(self) -> str:
        """Return the name of a locked screen, "" where the session is not locked, or where this Hyprland does not say."""
        with contextlib.suppress(DesktopUnavailable):
            (told,) = self.ask("locked")
            return LOCKED if isinstance(told, dict) and told.get("locked") else ""
        return ""

    def _said(self, question: str) -> str:
        return exchange(self.path, _NAME, question.encode()).decode("utf-8", "replace")


class HyprlandWindows(WindowsWithoutOwners):
    """A window's id is its address in Hyprland, in hexadecimal digits."""

    def __init__(self, ipc: HyprlandIpc, outputs: Outputs, programs: Callable[[], Mapping[str, str]]) -> None:
        super().__init__()
        self._ipc = ipc
        self._outputs = outputs
        self._programs = programs

    def listed(self) -> Layout:
        clients, monitors, active, layers, pointer = self._ipc.ask(
            "clients", "monitors", "activewindow", "layers", "cursorpos"
        )
        try:
            return self._read(clients, monitors, str(active.get("address") or ""), layers, pointer)
        except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
            raise DesktopUnavailable(
                f"Hyprland told its windows in a way that is not known here ({error!r})"
            ) from error

    def activate(self, window_id: str) -> None:
        where = f"address:{window_id}"
        self._ipc.run(f"dispatch focuswindow {where}", f'dispatch hl.dsp.focus({{ window = "{where}" }})')

    def shut(self, window_id: str) -> None:
        where = f"address:{window_id}"
        self._ipc.run(f"dispatch closewindow {where}", f'dispatch hl.dsp.window.close({{ window = "{where}" }})')

    def _read(
        self, clients: Sequence[Told], monitors: Sequence[Told], active: str, layers: Told, pointer: Told
    ) -> Layout:
        special = {int(it["specialWorkspace"]["id"]) for it in monitors} - {0}
        seen = special | {int(it["activeWorkspace"]["id"]) for it in monitors}
        mapped = [it for it in clients if it.get("mapped", True)]
        heights = [(_height(it, mapped, special), number) for number, it in enumerate(mapped)]
        # Hyprland tells windows of one height from the bottom up.
        topmost = [mapped[number] for _, number in sorted(heights, reverse=True)]
        plain = [self._window(it, seen, active) for it in topmost]
        mains = frozenset(str(it["address"]) for it in mapped if not it["floating"])
        parents = self.parents(plain, mains, {})
        shown = self._outputs.monitors()
        screens = tuple(monitor.rect for monitor in shown)
        lying = [
            Lying(
                Surface(
                    replace(window, parent=parents[window.id]),
                    window.rect,
                    screens=screens,
                    shown=not window.minimized,
                    local=not told["xwayland"],
                    unlisted=True,
                ),
                window.rect,
            )
            for told, window in zip(topmost, plain, strict=True)
        ]
        focused = [str(it["name"]) for it in monitors if it.get("focused")]
        first = tuple(sorted(shown, key=lambda monitor: monitor.name not in focused))
        over = _panels(layers, screens, bool(active))
        return Layout((*over, *lying), first, active, Point(int(pointer["x"]), int(pointer["y"])))

    def _window(self, told: Told, seen: set[int], active: str) -> Window:
        (x, y), (width, height) = told["at"], told["size"]
        pid = int(told["pid"])
        process, name = process_name(pid), str(told["class"])
        is_seen = bool(told.get("pinned")) or int(told["workspace"]["id"]) in seen
        return Window(
            id=str(told["address"]),
            title=clean_name(str(told["title"])),
            rect=Rect(int(x), int(y), int(width), int(height)),
            pid=pid,
            process=process,
            app_root=app_root((name, name), process, None, self._programs()),
            active=told["address"] == active,
            minimized=bool(told["hidden"]) or not is_seen,
            maximized=bool(told["fullscreen"]),
            kin=kin_of(pid),
            began=began_at(pid),
        )


def _height(told: Told, everything: Sequence[Told], special: set[int]) -> tuple[bool, int]:
    """Return what orders windows from the bottom up. Over a window that fills the screen lie floating ones that had the focus
    since.
    """
    space = int(told["workspace"]["id"])
    filling = [it for it in everything if it["fullscreen"] and int(it["workspace"]["id"]) == space]
    since = min((int(it["focusHistoryID"]) for it in filling), default=-1)
    level = int(bool(told["floating"]))
    if told["fullscreen"]:
        level = 2
    elif told["floating"] and int(told["focusHistoryID"]) < since:
        level = 3
    return space in special, level


def _panels(layers: Told, screens: Sequence[Rect], has_active: bool) -> list[Lying]:
    """Return the panels and notifications over the windows. One as large as its screen lets clicks through as a rule, and is no
    obstacle while a window has the keyboard.
    """
    found = []
    for levels in (told["levels"] for told in layers.values()):
        for told in (*levels.get(_OVERLAY, ()), *levels.get(_TOP, ())):
            place = Rect(int(told["x"]), int(told["y"]), int(told["w"]), int(told["h"]))
            is_whole = any(place.intersection(screen) == screen for screen in screens)
            if not (place.is_empty or (is_whole and has_active)):
                panel = Window(
                    str(told["address"]), str(told["namespace"]), place, int(told.get("pid") or 0), "", "panel"
                )
                found.append(Lying(Surface(panel, place), place, is_listed=False))
    return found
