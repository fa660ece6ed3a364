"""Tells which window of KWin gets a click or a key, and whether something came in between after all."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from ufo.desktop.linux.screen.call import Aim
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.wayland.kwin.kwin_bus import KWinBus, Refused
from ufo.desktop.linux.wayland.kwin.kwin_windows import KWinWindows, Layout, Lying
from ufo.desktop.linux.wayland.places_and_order import PlacesAndOrder
from ufo.errors import DesktopUnavailable, NotActionable
from ufo.schema.geometry import Point

_SAVER = "org.freedesktop.ScreenSaver"
_LOCKED = "the locked screen"


class KWinPointing(PlacesAndOrder):
    """A panel or a notification that lies over the point counts as well, and so does a window's frame."""

    def __init__(self, bus: KWinBus, windows: KWinWindows) -> None:
        super().__init__(windows)
        self._bus = bus
        self._kwin = windows
        self.seen: Layout | None = None
        """What was shown when a place was asked for last."""

    def obstacle(self, window_id: str) -> str | None:
        return _LOCKED if self._is_locked() else None

    def require_at(self, aim: Aim | None, point: Point) -> int:
        self._require_unlocked()
        return super().require_at(aim, point)

    def require_focus(self, aim: Aim | None) -> None:
        self._require_unlocked()
        super().require_focus(aim)

    def _at(self, point: Point) -> Surface | None:
        self.seen = self._kwin.layout()
        return self.seen.at(point)

    def _require_unlocked(self) -> None:
        if self._is_locked():
            raise NotActionable("the screen is locked, so nothing was sent; unlock it first")

    def _is_locked(self) -> bool:
        with contextlib.suppress(Refused, DesktopUnavailable):
            return bool(self._bus.call(("/ScreenSaver", _SAVER), "GetActive", name=_SAVER)[0])
        return False


def surprise(before: Layout, after: Layout, point: Point) -> str | None:
    """Say what makes it doubtful that the window which lay at the point got a stroke there: it moved meanwhile, or a window of
    another program came over it. What its own program opened, and what lay below a window that has closed, are no surprise.
    """
    was, now = _lying_at(before.windows, point), _lying_at(after.windows, point)
    if was is None:
        return None
    same = next((it for it in after.windows if _id(it) == _id(was) and it.surface.shown), None)
    if same is not None and same.frame != was.frame and _size(same) == _size(was):
        return f"{_named(was)} moved meanwhile"
    if now is None or _id(now) == _id(was) or _belong_together(was, now):
        return None
    below = [_id(it) for it in before.windows[before.windows.index(was) :] if it.surface.shown]
    if same is None and _id(now) in below:
        return None
    return f"{_named(now)} came over {_named(was)} meanwhile"


def _lying_at(windows: Sequence[Lying], point: Point) -> Lying | None:
    return next((it for it in windows if it.surface.shown and it.frame.contains(point)), None)


def _belong_together(was: Lying, now: Lying) -> bool:
    mine, its = was.surface.window, now.surface.window
    return mine.pid == its.pid or its.parent == mine.id or its.id == mine.parent


def _id(lying: Lying) -> str:
    return lying.surface.window.id


def _size(lying: Lying) -> tuple[int, int]:
    return lying.frame.width, lying.frame.height


def _named(lying: Lying) -> str:
    return repr(lying.surface.window.title or lying.surface.window.app_root)
