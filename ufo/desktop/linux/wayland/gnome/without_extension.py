"""A GNOME without our extension: windows as the trees tell them, keys for the one that is active, pictures of whole screens."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping

from dbus_fast import Variant

from ufo.desktop.linux.screen.call import Aim
from ufo.desktop.linux.screen.related import find
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.wayland.gnome.gnome_pictures import CastPictures
from ufo.desktop.linux.wayland.gnome.shell import INSTALL
from ufo.desktop.linux.wayland.not_given import NoPointing
from ufo.desktop.linux.wayland.session_bus import Named, NotThere, Refused, SessionBus
from ufo.desktop.linux.wayland.tree_windows import TreeWindows
from ufo.desktop.target import Target
from ufo.errors import NotActionable, PicturesRefused
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_SHELL = Named("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell")
_OF_THE_SHELL = frozenset({"gnome-shell", "mutter-x11-frames", "ibus-ui-gtk3"})
_CHANGE_S, _TICK_S = 1.0, 0.05


class GnomeTreeWindows(TreeWindows):
    """Implements `Windows`; for the thread of the screen."""

    def __init__(
        self, session: SessionBus, environment: Mapping[str, str], programs: Callable[[], Mapping[str, str]]
    ) -> None:
        super().__init__(environment, programs)
        self._session = session

    def surfaces(self) -> list[Surface]:
        return [surface for surface in super().surfaces() if surface.window.process not in _OF_THE_SHELL]

    def focus(self, window_id: str) -> None:
        """Make the window active where only the shell's overview keeps it from that: it gives the keyboard back when it goes."""
        deadline = time.monotonic() + _CHANGE_S
        while not (window := find(window_id, self.surfaces()).window).active:
            with contextlib.suppress(NotThere, Refused):
                if self._session.ask(_SHELL, "OverviewActive"):
                    self._session.set(_SHELL, "OverviewActive", Variant("b", False))
                    deadline = time.monotonic() + _CHANGE_S
            if time.monotonic() > deadline:
                raise NotActionable(
                    f"GNOME lets no program bring {window.title!r} to the front; do it yourself, or {INSTALL}"
                )
            time.sleep(_TICK_S)


class ActiveAlone(NoPointing):
    """Implements `Pointing` where only which window is active is known."""

    def __init__(self, windows: TreeWindows, more: str = f", or {INSTALL}") -> None:
        """`more`: what else than to do it oneself brings a window to the front."""
        super().__init__(windows)
        self._told = windows
        self._more = more

    def aim(self, to: Target | str, alone: bool = False) -> Aim:
        target = to if isinstance(to, Target) else Target(to)
        windows = [surface.window for surface in self._told.related(target.window_id)]
        numbers = frozenset(int(window.id, 16) for window in (windows[:1] if alone else windows))
        return Aim(target.window_id, windows[0].title, numbers, alone, target=target)

    def focused_top(self) -> int:
        active = self._told.active()
        return 0 if active is None else int(active.id, 16)

    def require_focus(self, aim: Aim | None) -> None:
        """Raises NotActionable where the aim has not the keyboard focus."""
        if aim is not None and self.focused_top() not in aim.tops | self.aim(aim.window_id, aim.alone).tops:
            raise NotActionable(f"{aim.title!r} has not the keyboard; bring it to the front yourself{self._more}")

    def popup_open(self) -> bool:
        return False


class WholeScreens(CastPictures):
    """Pictures of screens alone, since nobody tells what lies where on them."""

    more = INSTALL
    """What brings pictures of windows, or what to do without."""

    def picture(self, window_id: str | None) -> Frame:
        if window_id is not None:
            raise PicturesRefused(
                f"there are no pictures of single windows, since nobody tells where they are; {self.more}"
            )
        return super().picture(None)

    def seen_in(self, place: Rect) -> bytes:
        return b""
