"""The windows of KWin, by a script that runs inside of it: which there are, where they are, and in what order they lie."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ufo.desktop.linux.app_id import app_root, process_name
from ufo.desktop.linux.kin import began_at, kin_of
from ufo.desktop.linux.screen import related
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.text import clean_name
from ufo.desktop.linux.wayland.kwin.kwin_bus import KWinBus
from ufo.desktop.linux.wayland.told_popups import ToldPopups
from ufo.desktop.values import Screen as Monitor
from ufo.desktop.values import Window
from ufo.errors import DesktopUnavailable, NotActionable
from ufo.schema.geometry import Point, Rect

_SCRIPT = Path(__file__).with_name("kwin.js")
_CHANGE_S, _TICK_S = 2.0, 0.01
_SAME_TITLE = re.compile(r" <\d+>\u200e$")
"""What KWin adds to the title of a window where another has the same."""
Told = Mapping[str, Any]
"""A window as the script tells it, read from JSON."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A window with all that it takes of the screen: its decoration too. Panels and notifications are such as well."""

    surface: Surface
    frame: Rect
    is_listed: bool
    """Whether it is a window that can be worked, or a popup of one."""
    inner_id: str
    """What KWin itself calls it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """All that KWin shows at one moment, topmost first. `active` is the id of the active window, "" where there is none."""

    windows: tuple[Lying, ...]
    monitors: tuple[Monitor, ...]
    active: str
    pointer: Point

    @property
    def surfaces(self) -> list[Surface]:
        listed = [lying.surface for lying in self.windows if lying.is_listed]
        return [it for it in listed if it.shown] + [it for it in listed if not it.shown]

    def at(self, point: Point) -> Surface | None:
        shown = (it.surface for it in self.windows if it.surface.shown and it.frame.contains(point))
        return next(shown, None)


class KWinWindows:
    """Implements `Windows`; for the thread of the screen. A window's id is the beginning of the one that KWin gave it."""

    def __init__(self, bus: KWinBus, programs: Callable[[], Mapping[str, str]]) -> None:
        self._bus = bus
        self._programs = programs
        self._popups = ToldPopups()

    def layout(self) -> Layout:
        """Return what is shown now. Raises DesktopUnavailable."""
        return self._read(self._run("list"))

    def surfaces(self) -> list[Surface]:
        listed = self.layout().surfaces
        return [*self._popups.beside(listed), *listed]

    def monitors(self) -> tuple[Monitor, ...]:
        return self.layout().monitors

    def related(self, window_id: str) -> tuple[Surface, ...]:
        return related.related(window_id, self.surfaces())

    def active(self) -> Window | None:
        return next((surface.window for surface in self.surfaces() if surface.window.active), None)

    def role(self, window_id: str) -> str:
        return next((str(it["role"]) for it in self._run("list")["windows"] if _id(it["id"]) == window_id), "")

    def focus(self, window_id: str) -> None:
        """Make the window active, above all others, and bring it back where it is hidden."""
        title = related.find(window_id, self.surfaces()).window.title
        layout = self._read(self._run("activate", window_id))
        deadline = time.monotonic() + _CHANGE_S
        while layout.active != window_id:
            related.find(window_id, layout.surfaces)
            if time.monotonic() > deadline:
                has_it = next((it.window.title for it in layout.surfaces if it.window.active), "no window")
                raise NotActionable(
                    f"{title!r} did not become active within {_CHANGE_S:g} s: {has_it!r} is; close what is in front of it"
                )
            time.sleep(_TICK_S)
            layout = self.layout()

    def close(self, window_id: str) -> None:
        related.find(window_id, self.surfaces())
        self._run("close", window_id)

    def tell_popups(self, window_id: str, places: Mapping[str, Rect]) -> bool:
        return self._popups.tell(window_id, places)

    def forget_popups(self) -> None:
        self._popups.forget()

    def answers(self, window_id: str, within_s: float) -> bool:
        return False

    def _run(self, verb: str, window_id: str = "") -> Told:
        told = self._bus.run_script(_SCRIPT.read_text(), {"verb": verb, "window": window_id.removeprefix("0x")})
        if not {"windows", "screens", "active", "pointer"} <= told.keys():
            raise DesktopUnavailable(f"KWin told {str(dict(told))[:80]!r} and no windows")
        return told

    def _read(self, told: Told) -> Layout:
        """Read the windows. KWin tells the one at the bottom first."""
        monitors = tuple(Monitor(str(it["name"]), _rect(it["rect"]), bool(it["first"])) for it in told["screens"])
        monitors = tuple(sorted(monitors, key=lambda monitor: not monitor.primary))
        windows = sorted(told["windows"], key=lambda it: -int(it["order"]))
        by_id = {str(it["id"]): it for it in windows}
        active = _id(told["active"]) if told["active"] else ""
        screens = tuple(monitor.rect for monitor in monitors)
        lying = tuple(
            Lying(
                replace(self._surface(it, _owner(it, by_id), active), screens=screens),
                _rect(it["frame"]),
                bool(it["pid"]) and bool(it["managed"] or it["popup"] or it["splash"]),
                str(it["id"]),
            )
            for it in windows
        )
        x, y = told["pointer"]
        return Layout(lying, monitors, active, Point(round(x), round(y)))

    def _surface(self, told: Told, owner: Told | None, active: str) -> Surface:
        pid = int(told["pid"])
        process = process_name(pid)
        name = str(told["app"])
        parent = None if owner is None else app_root((str(owner["app"]),) * 2, process, None, self._programs())
        client = _rect(told["buffer"] or told["frame"])
        # KWin's frame lies around what the program draws, its own shadow in what it draws.
        inner = client.intersection(_rect(told["client"] or told["frame"]))
        shadow = (inner.x - client.x, client.right - inner.right, inner.y - client.y, client.bottom - inner.bottom)
        window = Window(
            id=_id(told["id"]),
            title=clean_name(_SAME_TITLE.sub("", str(told["title"]))),
            rect=inner,
            pid=pid,
            process=process,
            app_root=app_root((name, name), process, parent, self._programs()),
            active=_id(told["id"]) == active,
            minimized=bool(told["minimized"]),
            maximized=bool(told["maximized"]),
            modal=bool(told["modal"]),
            parent=None if owner is None else _id(owner["id"]),
            kin=kin_of(pid),
            began=began_at(pid),
        )
        return Surface(
            window,
            client,
            shadow,
            popup=bool(told["popup"]),
            passing=bool(told["passing"]),
            splash=bool(told["splash"]),
            shown=bool(told["shown"]),
            local=bool(told["local"]),
        )


def _owner(told: Told, by_id: Mapping[str, Told]) -> Told | None:
    """Return the window that a dialog or a popup belongs to: no popup itself, so that a menu of a menu has the window's."""
    seen: list[str] = []
    owner = by_id.get(str(told["parent"]))
    while owner is not None and owner["popup"] and owner["id"] not in seen:
        seen.append(str(owner["id"]))
        owner = by_id.get(str(owner["parent"]))
    return None if owner is None or owner["id"] == told["id"] else owner


def _id(inner: str) -> str:
    return "0x" + re.sub(r"[^0-9a-f]", "", str(inner).lower())[:12]


def _rect(told: Sequence[float]) -> Rect:
    x, y, width, height = told
    left, top = round(x), round(y)
    return Rect(left, top, round(x + width) - left, round(y + height) - top)
