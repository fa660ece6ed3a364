"""The windows of GNOME, as its extension tells them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from ufo.desktop.linux.app_id import app_root, process_name
from ufo.desktop.linux.kin import began_at, kin_of
from ufo.desktop.linux.screen import related
from ufo.desktop.linux.screen.screen import Stamp
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.text import clean_name
from ufo.desktop.linux.wayland.gnome.shell import ShellExtension, ShellWindow, Sight
from ufo.desktop.linux.wayland.told_popups import ToldPopups
from ufo.desktop.values import Screen as Monitor
from ufo.desktop.values import Window
from ufo.errors import NotActionable
from ufo.schema.geometry import Point, Rect

_CHANGE_S, _TICK_S, _AGAIN_S = 3.0, 0.02, 0.5


class GnomeWindows:
    """Implements `Windows`; for the thread of the screen. A window's id is the shell's, in hexadecimal digits."""

    def __init__(
        self,
        shell: ShellExtension,
        monitors: Callable[[], tuple[Monitor, ...]],
        programs: Callable[[], Mapping[str, str]],
    ) -> None:
        self._shell = shell
        self._monitors = monitors
        self._programs = programs
        self._popups = ToldPopups()

    def surfaces(self) -> list[Surface]:
        return self._surfaces(self._shell.look())

    def related(self, window_id: str) -> tuple[Surface, ...]:
        return related.related(window_id, self.surfaces())

    def stamped(self, window_id: str) -> tuple[tuple[Surface, ...], Stamp]:
        """Return what `related` does, and when each of these windows was painted on last."""
        sight = self._shell.look()
        found = related.related(window_id, self._surfaces(sight))
        painted = {hex(window.id): (window.id, window.painted) for window in sight.windows}
        return found, tuple(painted[it.window.id] for it in found if it.window.id in painted)

    def tell_popups(self, window_id: str, places: Mapping[str, Rect]) -> bool:
        return self._popups.tell(window_id, places)

    def forget_popups(self) -> None:
        self._popups.forget()

    def active(self) -> Window | None:
        return next((surface.window for surface in self.surfaces() if surface.window.active), None)

    def role(self, window_id: str) -> str:
        """Return the WM_WINDOW_ROLE of a window of XWayland; the others have none."""
        return next((window.role for window in self._shell.look().windows if hex(window.id) == window_id), "")

    def focus(self, window_id: str) -> None:
        """Make the window active, above all others. It is asked for again meanwhile, because the shell's overview gives the focus
        back when it goes.
        """
        title = related.find(window_id, self.surfaces()).window.title
        deadline, again = time.monotonic() + _CHANGE_S, 0.0
        while not self._has_keys(window_id):
            if time.monotonic() > deadline:
                raise NotActionable(
                    f"{title!r} did not become active within {_CHANGE_S:g} s; close what is in front of it, such as a "
                    "dialog of its own or one of the shell"
                )
            if time.monotonic() > again:
                self._shell.activate(int(window_id, 16))
                again = time.monotonic() + _AGAIN_S
            time.sleep(_TICK_S)

    def close(self, window_id: str) -> None:
        self._shell.close(int(window_id, 16))

    def answers(self, window_id: str, within_s: float) -> bool:
        return False

    def _has_keys(self, window_id: str) -> bool:
        sight = self._shell.look()
        related.find(window_id, self._surfaces(sight))
        return hex(sight.keys) == window_id

    def _surfaces(self, sight: Sight) -> list[Surface]:
        screens = tuple(monitor.rect for monitor in self._monitors())
        listed = [self._surface(window, sight, _screens_of(window, screens)) for window in sight.windows]
        return [*self._popups.beside(listed), *listed]

    def _surface(self, told: ShellWindow, sight: Sight, screens: tuple[Rect, ...]) -> Surface:
        frame, buffer = told.frame, told.buffer
        sides = (frame.x - buffer.x, buffer.right - frame.right, frame.y - buffer.y, buffer.bottom - frame.bottom)
        parent = _main_of(told, sight.windows) if told.popup else told.parent
        window = Window(
            id=hex(told.id),
            title=clean_name(told.title),
            rect=frame,
            pid=told.pid,
            process=process_name(told.pid),
            app_root=self._root(told, sight.windows),
            active=told.active,
            minimized=told.minimized,
            maximized=told.maximized,
            modal=told.modal,
            parent=hex(parent) if parent else None,
            kin=kin_of(told.pid),
            began=began_at(told.pid),
        )
        left, right, top, bottom = (max(0, side) for side in sides)
        return Surface(
            window,
            buffer,
            (left, right, top, bottom),
            popup=told.popup,
            passing=told.passing,
            screens=screens,
            splash=told.splash,
            pointer=sight.pointer if told.passing else None,
            shown=told.shown,
            local=told.native,
        )

    def _root(self, told: ShellWindow, windows: Sequence[ShellWindow]) -> str:
        opener = next((window for window in windows if window.id == told.parent), None)
        parent = None if opener is None else self._root(opener, windows)
        return app_root((told.name, told.name), process_name(told.pid), parent, self._programs())


def _screens_of(told: ShellWindow, screens: tuple[Rect, ...]) -> tuple[Rect, ...]:
    """Return the screens that show the window. Of one that is scaled nothing is known of what reaches onto another one."""
    return tuple(rect for rect in screens if Point(rect.x, rect.y) == told.monitor) if told.is_scaled else screens


def _main_of(popup: ShellWindow, windows: Sequence[ShellWindow]) -> int:
    """Return the window that a popup belongs to, also where it was opened by another popup."""
    by_id = {window.id: window for window in windows}
    window = popup
    while window.popup and window.parent in by_id:
        window = by_id[window.parent]
    return window.id
