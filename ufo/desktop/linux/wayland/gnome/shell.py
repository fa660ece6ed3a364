"""What the extension of GNOME Shell tells and does (`extension/shell.js`)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ufo.desktop.linux.wayland.gnome import extension_files
from ufo.desktop.linux.wayland.session_bus import ANSWER_S, Named, NotThere, Refused, SessionBus
from ufo.errors import DesktopUnavailable, NotActionable, WindowGone
from ufo.schema.geometry import Point, Rect

SHELL = Named("org.ufo.Shell", "/org/ufo/Shell", "org.ufo.Shell")
_NO_OBJECT = frozenset(f"org.freedesktop.DBus.Error.Unknown{what}" for what in ("Method", "Object", "Interface"))
"""What an extension answers that is switched off at this very moment."""
_AWAITED_S = ANSWER_S / 2
"""How late an order may still be carried out: nothing is struck once nobody waits for it any more."""
_SCREEN_SAVER = Named("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver")
INSTALL = "install GNOME's extension for it: `ufo wayland install`, then log out once"
LOCKED = "the screen is locked; unlock it first"
Step = tuple[str, float] | tuple[str, float, float]
"""("move", x, y), ("press", button), ("release", button), ("scroll", right, down) in notches. Buttons: 1 left, 2 middle, 3 right,
8 back."""


@dataclass(frozen=True, slots=True)
class ShellWindow:
    """A window as the shell knows it. `frame` is what a person sees of it, `buffer` has the shadow that the program draws.
    `name`: of its class. `painted`: when it was painted on last, in microseconds of the monotonic
    clock. `native`: it is no window of XWayland. `monitor`: the corner of the monitor that it is on; `is_scaled`: its places
    are counted otherwise than Mutter's own.
    """

    id: int
    pid: int
    title: str
    name: str
    role: str
    frame: Rect
    buffer: Rect
    parent: int
    popup: bool
    passing: bool
    splash: bool
    active: bool
    shown: bool
    minimized: bool
    maximized: bool
    modal: bool
    native: bool
    painted: int
    monitor: Point | None = None
    is_scaled: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """What the shell tells at one moment: the windows, topmost first; the window that gets keys, 0 for the shell itself; where
    the pointer is.
    """

    windows: tuple[ShellWindow, ...]
    keys: int
    pointer: Point


@dataclass(frozen=True, slots=True)
class Hit:
    """What lies at a place: a window, or 0 and the name of a part of the shell."""

    window: int
    name: str


@dataclass(frozen=True, slots=True)
class Struck:
    """What became of an order. `refused`: "", or why nothing was done: something else lies "over" the place, or a window was
    "painted" on. `at`: what lay at the place right before, `after`: once the steps were handled.
    """

    refused: str
    at: Hit
    after: Hit


class ShellExtension:
    """Raises DesktopUnavailable where the extension does not answer, and NotActionable where the screen is locked."""

    def __init__(self, bus: SessionBus) -> None:
        self._bus = bus

    def fault(self) -> str:
        """Return why the extension cannot be used, "" where it can be."""
        try:
            running = self._bus.call(SHELL, "Version").values[0]
        except NotThere:
            return INSTALL
        if running != extension_files.version():
            return f"GNOME runs another version of the extension than this ufo has; {INSTALL}"
        return ""

    def look(self) -> Sight:
        told = self._told("Look")
        windows = tuple(_window(window) for window in told["windows"] if window["listed"])
        return Sight(windows, int(told["keys"]), Point(*map(round, told["pointer"])))

    def at(self, point: Point) -> Hit:
        return _hit(self._told("At", "dd", float(point.x), float(point.y)))

    def activate(self, window: int) -> None:
        self._of_window("Activate", window)

    def close(self, window: int) -> None:
        self._of_window("Close", window)

    def strike(
        self, point: Point, steps: Sequence[Step], tops: Iterable[int] | None, painted: Mapping[int, int]
    ) -> Struck:
        """Do the steps if one of the windows `tops` lies at the point and none of `painted` was painted on since that time.
        Looking and striking are one turn of the shell's loop.
        """
        allowed = None if tops is None else sorted(tops)
        order = {
            "x": point.x,
            "y": point.y,
            "steps": list(steps),
            "tops": allowed,
            "painted": dict(painted),
            "until": round((time.monotonic() + _AWAITED_S) * 1e6),
        }
        told = self._told("Strike", "s", json.dumps(order))
        at = _hit(told["at"])
        if told.get("refused") == "late":
            raise DesktopUnavailable("GNOME Shell was too busy to strike in time, and nothing was struck; try again")
        return Struck(str(told.get("refused", "")), at, _hit(told["after"]) if "after" in told else at)

    def let_go(self) -> None:
        self._call("LetGo")

    def grab(self, accelerator: str, pressed: Callable[[], object]) -> Callable[[], None]:
        """Call a function whenever the keys are pressed, until what is returned is called. Raises Refused."""
        action = int(self._call("Grab", "s", accelerator)[0])
        unhear = self._bus.hear(
            SHELL, lambda member, values: pressed() if member == "Pressed" and values == [action] else None
        )

        def release() -> None:
            unhear()
            self._call("Release", "u", action)

        return release

    def is_locked(self) -> bool:
        try:
            return bool(self._bus.call(_SCREEN_SAVER, "GetActive").values[0])
        except (NotThere, Refused):
            return False

    def _of_window(self, member: str, window: int) -> None:
        try:
            self._call(member, "t", window)
        except Refused as error:
            if all(other.id != window for other in self.look().windows):
                raise WindowGone(f"the window {hex(window)!r} is closed; look at the windows again") from error
            raise

    def _told(self, member: str, signature: str = "", *values: Any) -> Mapping[str, Any]:
        text = self._call(member, signature, *values)[0]
        told = json.loads(text)
        if not isinstance(told, dict):
            raise DesktopUnavailable(f"GNOME's extension answered {member} with {text[:80]!r}")
        return told

    def _call(self, member: str, signature: str = "", *values: Any) -> list[Any]:
        try:
            return self._bus.call(SHELL, member, signature, *values).values
        except (NotThere, Refused) as error:
            if isinstance(error, Refused) and error.name not in _NO_OBJECT:
                raise
            if self.is_locked():
                raise NotActionable(LOCKED) from error
            if not self._bus.has("org.gnome.Shell"):
                raise NotThere("GNOME Shell has ended; connect again once it runs") from error
            raise NotThere("GNOME's extension was switched off; switch it on again: `ufo wayland install`") from error


def _window(told: Mapping[str, Any]) -> ShellWindow:
    flags = ("popup", "passing", "splash", "active", "shown", "minimized", "maximized", "modal", "native")
    return ShellWindow(
        id=int(told["id"]),
        pid=int(told["pid"]),
        title=str(told["title"]),
        name=str(told["name"]),
        role=str(told["role"]),
        frame=Rect(*map(int, told["frame"])),
        buffer=Rect(*map(int, told["buffer"])),
        parent=int(told["parent"]),
        painted=int(told["painted"]),
        monitor=Point(*map(int, told["monitor"])) if told["monitor"] else None,
        **{flag: bool(told[flag]) for flag in flags},
    )


def _hit(told: Mapping[str, Any]) -> Hit:
    return Hit(int(told["window"]), str(told["name"]))
