"""Finds which top-level window gets a click or a key at this moment, and grabs the X server while it is sent.

Between asking which window has the focus and striking a key, another program may take the focus. While the X server is
grabbed for the two requests, no window moves, opens or takes the focus, so no click and no key reaches a window that it is
not for.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace

from Xlib import X
from Xlib.error import BadDrawable, BadMatch, BadWindow
from Xlib.xobject.drawable import Window as XWindow

from ufo.desktop.linux.proc import has_loaded
from ufo.desktop.linux.screen.call import Aim
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.x11.second_seat import SecondSeat
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.linux.x11.windows import Placed, Windows, focus_is_window
from ufo.desktop.target import Target
from ufo.errors import NotActionable, WindowGone
from ufo.schema.geometry import Point, Rect

_HOLD_KEYS = frozenset(
    {"virt-manager", "virt-viewer", "remote-viewer", "remmina", "vncviewer", "gvncviewer", "xfreerdp"}
)
"""Applications that grab the whole keyboard while they are used, to pass the keys on to another computer."""
_MENUS_INSIDE = "libawt_xawt.so"
"""The part of Java whose windows show menus inside themselves, and grab keyboard and pointer while a menu is open."""
_INSET = 4
_GONE = (BadWindow, BadDrawable, BadMatch)


class HitWindow:
    """Implements `Pointing`: tops are the root's children. For the X thread. Without an aim nothing is checked."""

    def __init__(self, connection: XConnection, windows: Windows, seat: SecondSeat) -> None:
        self._x = connection
        self._seat = seat
        self._windows = windows
        self._unshown: XWindow | None = None

    def aim(self, to: Target | str, alone: bool = False) -> Aim:
        """Return the aim for a window. Raises WindowGone."""
        target = to if isinstance(to, Target) else Target(to)
        window, related = self._windows.with_related(target.window_id)
        tops = {window.top} if alone else {window.top, *(placed.top for placed in related)}
        return Aim(target.window_id, window.surface.window.title, frozenset(tops), alone, target=target)

    @contextlib.contextmanager
    def at_point(self, aim: Aim | None, point: Point) -> Iterator[Aim | None]:
        """Grab the server inside the context if the aim lies at the point. A point that was hit tested allows only the windows
        of that moment, because a dialog that opened since is not meant. Yields the aim, settled, for further input at the
        same point. Raises NotActionable where something else lies there or would take the click.
        """
        if aim is None:
            yield None
            return
        allowed = aim.allowed_at(point)
        if allowed is not None:
            aim = replace(aim, tops=aim.tops & allowed)
        with self._server_grabbed():
            top = self._top_at(point)
            if top not in aim.tops and allowed is None and not aim.settled:
                aim = self._renewed(aim)
            if top not in aim.tops:
                raise NotActionable(
                    f"{self._named(top)} lies over {aim.title!r} at the point {point.x}, {point.y}; "
                    "nothing was clicked. Deal with what is in front first, then look again"
                )
            if aim.alone and self._pointer_is_held():
                raise NotActionable(f"an open menu or popup would take the click from {aim.title!r}; close it first")
            if self._all_is_held() and not self._may_hold_keys(aim):
                raise NotActionable(
                    f"another program has taken all clicks and keys and would get the click for {aim.title!r}. It may be an "
                    "open menu or a locked screen. Look at what is open, or ask the person"
                )
            yield replace(aim, settled=True)

    @contextlib.contextmanager
    def keys(self, aim: Aim | None) -> Iterator[None]:
        """Grab the server inside the context if the aim has the keyboard focus. Raises NotActionable where it has not, or where
        something else would get the keys.
        """
        if aim is None:
            yield
            return
        with self._server_grabbed():
            top = self.focused_top()
            if top not in aim.tops:
                aim = self._renewed(aim)
            if top not in aim.tops:
                raise NotActionable(
                    f"the keyboard focus is with {self._named(top)} and not with {aim.title!r}; look again at what took it"
                )
            over = self._lock_over(aim)
            if over:
                raise NotActionable(
                    f"{self._named(over)} covers all of {aim.title!r}, as a locked screen does, and would get the keys; "
                    "wait until it is gone, or ask the person"
                )
            if self._keyboard_is_held() and not self._may_hold_keys(aim):
                raise NotActionable(
                    f"another program has taken the whole keyboard and would get the keys for {aim.title!r}. It may be an open "
                    "menu, a launcher or a locked screen. Look at what is open, or ask the person"
                )
            yield

    def unfocused_at(self, aim: Aim | None, point: Point) -> str:
        """Return the id of the window at the point if it lacks the keyboard focus that a window manager gives; "" where it has
        the focus, does not belong to the aim, or is a popup.
        """
        top = self._top_at(point)
        if not top or top == self.focused_top() or (aim is not None and top not in aim.tops):
            return ""
        return next(
            (
                placed.surface.window.id
                for placed in self._windows.placed()
                if placed.top == top and not placed.surface.popup
            ),
            "",
        )

    def in_sight(self, aim: Aim) -> Point | None:
        """Return a place at the edge of the aim's own windows where nothing lies over them, the topmost one's first; None where
        all of them are covered.
        """
        own = [placed for placed in self._windows.placed() if placed.top in aim.tops and not placed.surface.popup]
        places = (place for placed in own for place in _edges(placed.surface.window.rect))
        return next((place for place in places if self._top_at(place) in aim.tops), None)

    def obstacle(self, window_id: str) -> str | None:
        """Name what covers all of the window without being known to the window manager, such as a locked screen; None if
        nothing does.
        """
        over = self._lock_over(self.aim(window_id))
        return self._named(over) if over else None

    def hit_test(self, target: Target, point: Point) -> Target:
        """Return the target with what lies over the window at the point, and with the windows that belong to it now: input at
        this point is allowed to no others.
        """
        aim = self.aim(target.window_id)
        return replace(target, point=point, over=self._other_at(aim.tops, point), allowed=aim.tops)

    def come_over(self, target: Target, point: Point) -> str | None:
        """Name what lies at the point and did not belong to the window at the hit test; None if nothing does."""
        allowed = target.allowed_at(point)
        return self._other_at(self.aim(target.window_id).tops if allowed is None else allowed, point)

    def _other_at(self, tops: frozenset[int], point: Point) -> str | None:
        top = self._top_at(point)
        return None if top in tops else self._named(top)

    def _keyboard_is_held(self) -> bool:
        """Tell whether a program has grabbed the keyboard and gets all keys, wherever the focus is. This tries a grab for a
        window that is never shown: the server answers AlreadyGrabbed before it looks at the window, and otherwise the grab
        fails.
        """
        now = self._never_shown().grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
        return bool(now == X.AlreadyGrabbed)

    def _may_hold_keys(self, aim: Aim) -> bool:
        """Tell whether the grab may be the application's own: its open menus and lists grab the keyboard, and viewers of other
        desktops always do.
        """
        target, related = self._windows.with_related(aim.window_id)
        if target.surface.window.app_root in _HOLD_KEYS or any(placed.surface.popup for placed in related):
            return True
        return self._pointer_is_held() and has_loaded(target.surface.window.pid, _MENUS_INSIDE)

    def beside(self, aim: Aim | None) -> Point:
        """Return a point on the screen's edge outside the aim, or the corner where the aim covers all of these. Few desktops
        react to the pointer in the middle of an edge.
        """
        size = self._x.root.get_geometry()
        right, bottom = int(size.width) - 1, int(size.height) - 1
        edges = (Point(0, bottom // 2), Point(right, bottom // 2), Point(right // 2, bottom), Point(right // 2, 0))
        return next((edge for edge in edges if aim is not None and self._top_at(edge) not in aim.tops), Point(0, 0))

    def _pointer_is_held(self) -> bool:
        """Tell whether a program has grabbed the pointer and gets all clicks, wherever they go, as it does while its menu is
        open.
        """
        modes = (X.GrabModeAsync, X.GrabModeAsync)
        now = self._never_shown().grab_pointer(False, 0, *modes, X.NONE, X.NONE, X.CurrentTime)
        return bool(now == X.AlreadyGrabbed)

    def _all_is_held(self) -> bool:
        """Tell whether both pointer and keyboard are grabbed. A window over the point shows a lock only as long as it is
        topmost, which a window manager may change.
        """
        return self._pointer_is_held() and self._keyboard_is_held()

    def _never_shown(self) -> XWindow:
        if self._unshown is None:
            self._unshown = self._x.root.create_window(-1, -1, 1, 1, 0, 0, X.InputOnly, X.CopyFromParent)
        return self._unshown

    @contextlib.contextmanager
    def _server_grabbed(self) -> Iterator[None]:
        self._x.display.grab_server()
        try:
            yield
        finally:
            self._x.display.ungrab_server()
            self._x.display.sync()

    def _renewed(self, aim: Aim) -> Aim:
        """Return the aim with the dialogs and menus that have opened meanwhile."""
        with contextlib.suppress(WindowGone):
            return self.aim(aim.target or aim.window_id, aim.alone)
        return aim

    def _top_at(self, point: Point) -> int:
        """Return the root's child that a click at the point goes to, 0 for none. Window shapes count, and so do windows without
        pictures.
        """
        root = self._x.root
        child = root.translate_coords(int(root.id), point.x, point.y).child
        return int(child.id) if child else 0

    def focused_top(self) -> int:
        """Return the root's child that has the keyboard focus or contains the window that has it; 0 where there is none."""
        with self._seat.used():
            focus, pointer = self._x.display.get_input_focus().focus, self._x.root.query_pointer()
        if not focus_is_window(focus):
            follows = focus == X.PointerRoot or getattr(focus, "id", 0) == X.PointerRoot
            return int(pointer.child.id) if follows and pointer.child else 0
        xid = int(focus.id)
        root = int(self._x.root.id)
        if xid == root:
            return 0
        with contextlib.suppress(*_GONE):
            while True:
                parent = self._x.window(xid).query_tree().parent
                if not parent or int(parent.id) == root:
                    return xid
                xid = int(parent.id)
        return 0

    def _lock_over(self, aim: Aim) -> int:
        """Return the root's child, unknown to the window manager, that lies over every part of the aim, as screen lockers and
        kiosks do; else 0.
        """
        everything = self._windows.placed()
        target = next((placed for placed in everything if placed.surface.window.id == aim.window_id), None)
        if target is None:
            return 0
        tops = {self._top_at(point) for point in _sample_points(target.surface)}
        managed = {placed.top for placed in everything if not placed.surface.popup}
        over = tops - aim.tops - managed
        return over.pop() if len(tops) == 1 and over and 0 not in tops else 0

    def _named(self, top: int) -> str:
        if not top:
            return "nothing that takes input"
        found = next((placed for placed in self._windows.placed() if placed.top == top), None)
        if found is not None and not found.surface.popup and found.surface.window.title:
            return f"the window {found.surface.window.title!r}"
        return f"a window without a title{_of_process(found)}"


def _of_process(found: Placed | None) -> str:
    process = found.surface.window.process if found is not None else ""
    return f" of {process!r}" if process else ""


def _sample_points(surface: Surface) -> list[Point]:
    """Return the middle and four points near the corners of what each screen shows of the surface."""
    shown = [surface.visible.intersection(screen) for screen in surface.screens]
    return [point for part in shown if not part.is_empty for point in _sample_points_in(part)]


def _sample_points_in(shown: Rect) -> list[Point]:
    across, down = shown.width // 8, shown.height // 8
    corners = [
        Point(x, y)
        for x in (shown.x + across, shown.right - 1 - across)
        for y in (shown.y + down, shown.bottom - 1 - down)
    ]
    return [shown.center, *corners]


def _edges(rect: Rect) -> Iterator[Point]:
    """Yield places at the lower edge first, where status bars are, and then at the other edges and in the middle."""
    left, right, top, bottom = rect.x + _INSET, rect.right - _INSET, rect.y + _INSET, rect.bottom - _INSET
    for across in (left, rect.center.x, right):
        yield Point(across, bottom)
    for place in ((left, top), (right, top), (left, rect.center.y), (right, rect.center.y)):
        yield Point(*place)
    yield rect.center
