"""The windows of a GNOME without our extension, as far as the trees of programs tell: which there are and which one is active,
not where they are.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Mapping

from dbus_fast import Variant

from ufo.desktop.linux.app_id import app_root, process_name
from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, COMPONENT, rect_of, refs_of, state_bits
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.kin import began_at, kin_of
from ufo.desktop.linux.screen import related
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.text import clean_name
from ufo.desktop.linux.wayland.gnome.bus import DAEMON, Named, NotThere, Refused, SessionBus
from ufo.desktop.values import Window
from ufo.errors import DesktopError, NotActionable
from ufo.schema.geometry import Rect

_TREES = Named("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus")
_ROOT = Ref("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
_SHELL = Named("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell")
_MOST_S, _OF_WINDOW = 0.5, 1
_CHANGE_S, _TICK_S = 1.0, 0.05
_OF_THE_SHELL = frozenset({"gnome-shell", "mutter-x11-frames", "ibus-ui-gtk3"})


class TreeWindows:
    """Implements `Windows`; for the thread of the screen. `why`: what is missing, and how to get it. All windows count as lying
    in the corner of the screen, since nobody tells their places.
    """

    def __init__(self, session: SessionBus, why: str, programs: Callable[[], Mapping[str, str]]) -> None:
        self._session = session
        self._bus = SessionBus(str(session.call(_TREES, "GetAddress").values[0]))
        self._why = why
        self._programs = programs
        self._numbers: dict[Ref, int] = {}

    def surfaces(self) -> list[Surface]:
        found = [surface for root in self._children(_ROOT) for surface in self._of_program(root)]
        return sorted(found, key=lambda surface: not surface.window.active)

    def related(self, window_id: str) -> tuple[Surface, ...]:
        return related.related(window_id, self.surfaces())

    def tell_popups(self, window_id: str, places: Mapping[str, Rect]) -> bool:
        return False

    def active(self) -> Window | None:
        return next((surface.window for surface in self.surfaces() if surface.window.active), None)

    def role(self, window_id: str) -> str:
        return ""

    def focus(self, window_id: str) -> None:
        """Make the window active where only the shell's overview keeps it from that: it gives the keyboard back when it goes."""
        deadline = time.monotonic() + _CHANGE_S
        while not (window := related.find(window_id, self.surfaces()).window).active:
            with contextlib.suppress(NotThere, Refused):
                if self._session.ask(_SHELL, "OverviewActive"):
                    self._session.set(_SHELL, "OverviewActive", Variant("b", False))
                    deadline = time.monotonic() + _CHANGE_S
            if time.monotonic() > deadline:
                raise NotActionable(
                    f"GNOME lets no program bring {window.title!r} to the front; do it yourself, or {self._why}"
                )
            time.sleep(_TICK_S)

    def close(self, window_id: str) -> None:
        title = related.find(window_id, self.surfaces()).window.title
        raise NotActionable(f"GNOME lets no program close {title!r} for another; use its own button, or {self._why}")

    def answers(self, window_id: str, within_s: float) -> bool:
        return False

    def end(self) -> None:
        self._bus.close()

    def _of_program(self, root: Ref) -> Iterator[Surface]:
        with contextlib.suppress(DesktopError):
            pid = int(self._bus.call(DAEMON, "GetConnectionUnixProcessID", "s", root.bus).values[0])
            if pid != os.getpid() and process_name(pid) not in _OF_THE_SHELL:
                for top in self._children(root):
                    surface = self._surface(top, pid)
                    if surface is not None:
                        yield surface

    def _surface(self, top: Ref, pid: int) -> Surface | None:
        at = Named(top.bus, top.path, ACCESSIBLE)
        role = int(self._bus.call(at, "GetRole", within_s=_MOST_S).values[0])
        bits = state_bits(self._bus.call(at, "GetState", within_s=_MOST_S).values)
        if role not in roles.WINDOWS or not bits & (roles.SHOWING | roles.ICONIFIED):
            return None
        extents = at._replace(interface=COMPONENT)
        told = rect_of(self._bus.call(extents, "GetExtents", "u", _OF_WINDOW, within_s=_MOST_S).values)
        rect = Rect(0, 0, 0, 0) if told is None else Rect(0, 0, told.width, told.height)
        process = process_name(pid)
        window = Window(
            id=hex(self._numbers.setdefault(top, len(self._numbers) + 1)),
            title=clean_name(str(self._bus.ask(at, "Name"))),
            rect=rect,
            pid=pid,
            process=process,
            app_root=app_root(("", ""), process, None, self._programs()),
            active=bool(bits & roles.ACTIVE),
            minimized=bool(bits & roles.ICONIFIED),
            modal=bool(bits & roles.MODAL),
            kin=kin_of(pid),
            began=began_at(pid),
        )
        return Surface(window, rect, shown=not window.minimized, local=True)

    def _children(self, of: Ref) -> list[Ref]:
        at = Named(of.bus, of.path, ACCESSIBLE)
        try:
            return refs_of([[tuple(item) for item in self._bus.call(at, "GetChildren", within_s=_MOST_S).values[0]]])
        except DesktopError:
            return []
