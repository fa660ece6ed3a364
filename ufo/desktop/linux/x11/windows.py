"""Reads the top-level windows by X11 and EWMH: which there are, where they are, and which belong together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from Xlib import X
from Xlib.error import BadDrawable, BadMatch, BadWindow
from Xlib.ext import shape
from Xlib.xobject.drawable import Window as XWindow

from ufo.desktop.linux.app_id import app_root, process_name
from ufo.desktop.linux.kin import began_at, kin_of
from ufo.desktop.linux.screen.related import ancestry, find, related
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.text import clean_name
from ufo.desktop.linux.x11.capture.randr import monitors_of
from ufo.desktop.linux.x11.change_watch import Watch
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.values import Window
from ufo.schema.geometry import Point, Rect

_GONE = (BadWindow, BadDrawable, BadMatch)
_ICONIC = 3
_TOOLTIP, _SPLASH = "_NET_WM_WINDOW_TYPE_TOOLTIP", "_NET_WM_WINDOW_TYPE_SPLASH"
_FURNITURE = ("_NET_WM_WINDOW_TYPE_DESKTOP", "_NET_WM_WINDOW_TYPE_DOCK")


@dataclass(frozen=True, slots=True)
class Placed:
    """A surface and the X windows behind it: its own (`xid`), and the root's child that contains it (`top`, its decoration)."""

    surface: Surface
    xid: int
    top: int


class Windows:
    """The top-level windows of the display. For the X thread: call through `XConnection.run`."""

    def __init__(self, connection: XConnection, programs: Callable[[], Mapping[str, str]]) -> None:
        self._x = connection
        self._programs = programs
        self._watch = Watch(connection)
        self._read: tuple[Mapping[str, str], list[Placed]] | None = None

    def placed(self) -> list[Placed]:
        """Return all windows, dialogs and popups that can be seen or brought back, topmost first."""
        programs = self._programs()
        if self._read is None or self._read[0] != programs or self._watch.changed():
            self._watch.begin()
            found = self._placed()
            # Without a manager the focus decides which window is active, and no event reports that it moved.
            self._read = (programs, found) if self.has_manager() else None
            return list(found)
        return list(self._read[1])

    def _placed(self) -> list[Placed]:
        tops = [int(child.id) for child in self._x.root.query_tree().children]
        managed = self._managed()
        carriers = {xid: self._carrier(xid, tops) for xid in managed}
        found = []
        for top in reversed(tops):
            inside = [xid for xid, carrier in carriers.items() if carrier == top]
            for xid in inside or ([top] if top not in managed else []):
                item = self._try_place(xid, top, xid in managed, bool(managed))
                found += [item] if item else []
        order = {xid: place for place, xid in enumerate(reversed(managed))}
        shown = [placed for placed in found if placed.surface.shown]
        hidden = sorted(
            (placed for placed in found if not placed.surface.shown), key=lambda placed: order.get(placed.xid, 0)
        )
        return self._named(shown + hidden)

    def find(self, window_id: str) -> Placed:
        """Return the window with this id. Raises WindowGone where it is closed."""
        everything = self.placed()
        surface = find(window_id, [placed.surface for placed in everything])
        return next(placed for placed in everything if placed.surface is surface)

    def with_related(self, window_id: str, everything: list[Placed] | None = None) -> tuple[Placed, list[Placed]]:
        """Return a window, and the other windows that belong to it (see `related`), topmost first.

        `everything` is what `placed` returned at this moment. Raises WindowGone where the window is closed.
        """
        everything = self.placed() if everything is None else everything
        by_id = {placed.surface.window.id: placed for placed in everything}
        surfaces = related(window_id, [placed.surface for placed in everything])
        target, *others = (replace(by_id[surface.window.id], surface=surface) for surface in surfaces)
        return target, others

    def role(self, window_id: str) -> str:
        """Return what the program calls windows of this kind (WM_WINDOW_ROLE), or "". Raises WindowGone."""
        return self._x.text(self._x.window(self.find(window_id).xid), "WM_WINDOW_ROLE")

    def active(self) -> Window | None:
        return next((placed.surface.window for placed in self.placed() if placed.surface.window.active), None)

    def popups_open(self) -> bool:
        return any(placed.surface.popup for placed in self.placed())

    def is_active(self, window_id: str) -> bool:
        """Tell whether the window is active, or a modal dialog of it that has taken the focus. Raises WindowGone."""
        everything = [placed.surface for placed in self.placed()]
        find(window_id, everything)
        return any(surface.window.active and window_id in ancestry(surface, everything, True) for surface in everything)

    def has_manager(self) -> bool:
        return bool(self._x.numbers(self._x.root, "_NET_SUPPORTING_WM_CHECK"))

    def _managed(self) -> list[int]:
        """Return the ids of the managed windows, bottom first; none where no window manager keeps a list."""
        root = self._x.root
        return list(self._x.numbers(root, "_NET_CLIENT_LIST_STACKING") or self._x.numbers(root, "_NET_CLIENT_LIST"))

    def _carrier(self, xid: int, tops: list[int]) -> int:
        """Return the root's child that contains the window, or 0 where the window is gone."""
        try:
            while xid not in tops:
                parent = self._x.window(xid).query_tree().parent
                if not parent:
                    return 0
                xid = int(parent.id)
        except _GONE:
            return 0
        return xid

    def _try_place(self, xid: int, top: int, managed: bool, has_list: bool) -> Placed | None:
        self._watch.over(xid)
        try:
            return self._place(xid, top, managed, has_list)
        except _GONE:
            return None

    def _place(self, xid: int, top: int, managed: bool, has_list: bool) -> Placed | None:
        window = self._x.window(xid)
        attributes = window.get_attributes()
        mapped = attributes.map_state == X.IsViewable
        popup = not managed and (has_list or bool(attributes.override_redirect))
        if attributes.win_class == X.InputOnly or (not managed and not mapped):
            return None
        kinds = self._x.numbers(window, "_NET_WM_WINDOW_TYPE")
        if any(self._x.atom(kind) in kinds for kind in _FURNITURE):
            return None
        wm_class = window.get_wm_class() or ("", "")
        pid = self._x.pid(window)
        client = self._client_area(window)
        if popup and (pid in (0, self._manager_pid()) or client.width <= 2 or client.height <= 2):
            return None
        described = self._describe(window, pid, wm_class)
        extents = self._x.numbers(window, "_GTK_FRAME_EXTENTS")
        shadow = (extents[0], extents[1], extents[2], extents[3]) if len(extents) == 4 else (0, 0, 0, 0)
        if popup and not any(shadow):
            shadow = self._untouchable(window, client)
        passing, splash = (self._x.atom(kind) in kinds for kind in (_TOOLTIP, _SPLASH))
        surface = Surface(
            described, client, shadow, popup, passing, splash=splash, pointer=self._pointer() if passing else None
        )
        return Placed(replace(surface, window=replace(described, rect=surface.visible), shown=mapped), xid, top)

    def _pointer(self) -> Point:
        pointer = self._x.root.query_pointer()
        return Point(int(pointer.root_x), int(pointer.root_y))

    def _untouchable(self, window: XWindow, client: Rect) -> tuple[int, int, int, int]:
        """Return the margins of a popup that take no clicks, such as the shadow that GTK 4 draws and declares in no other way."""
        if not self._x.display.has_extension("SHAPE"):
            return 0, 0, 0, 0
        boxes = [
            Rect(rectangle.x, rectangle.y, rectangle.width, rectangle.height)
            for rectangle in shape.get_rectangles(window, shape.SK.Input).rectangles
        ]
        touched = Rect(0, 0, 0, 0)
        for box in boxes:
            touched = touched.union(box)
        touched = touched.intersection(Rect(0, 0, client.width, client.height))
        if touched.is_empty:
            return 0, 0, 0, 0
        return touched.x, client.width - touched.right, touched.y, client.height - touched.bottom

    def _describe(self, window: XWindow, pid: int, wm_class: tuple[str, str]) -> Window:
        states = self._x.numbers(window, "_NET_WM_STATE")
        wm_state = self._x.numbers(window, "WM_STATE")
        parents = self._x.numbers(window, "WM_TRANSIENT_FOR")
        process = process_name(pid)
        own = parents[0] if parents and parents[0] not in (0, int(self._x.root.id), int(window.id)) else None
        return Window(
            id=hex(int(window.id)),
            title=clean_name(self._x.text(window, "_NET_WM_NAME") or self._x.text(window, "WM_NAME")),
            rect=Rect(0, 0, 0, 0),
            pid=pid,
            process=process,
            app_root=app_root(wm_class, process, None, self._programs()),
            active=int(window.id) == self._active(),
            minimized=self._x.atom("_NET_WM_STATE_HIDDEN") in states or wm_state[:1] == (_ICONIC,),
            maximized={self._x.atom(f"_NET_WM_STATE_MAXIMIZED_{way}") for way in ("VERT", "HORZ")} <= set(states),
            modal=self._x.atom("_NET_WM_STATE_MODAL") in states,
            parent=None if own is None else hex(own),
            kin=kin_of(pid),
            began=began_at(pid),
        )

    def _named(self, found: list[Placed]) -> list[Placed]:
        """Name dialogs by their parents. A parent that is not among the windows (a group leader) does not count."""
        by_id = {item.surface.window.id: item for item in found}
        screens = tuple(monitor.rect for monitor in monitors_of(self._x))
        named = []
        for placed in found:
            window = placed.surface.window
            parent = by_id.get(window.parent or "")
            name = window.app_root
            if parent is not None:
                classes = self._class_of(placed.xid)
                name = app_root(classes, window.process, parent.surface.window.app_root, self._programs())
            window = replace(window, parent=window.parent if parent else None, app_root=name)
            named.append(replace(placed, surface=replace(placed.surface, window=window, screens=screens)))
        return named

    def _class_of(self, xid: int) -> tuple[str, str]:
        try:
            return self._x.window(xid).get_wm_class() or ("", "")
        except _GONE:
            return ("", "")

    def _active(self) -> int:
        active = self._x.numbers(self._x.root, "_NET_ACTIVE_WINDOW")
        if active or self.has_manager():
            return active[0] if active else 0
        focus = self._x.display.get_input_focus().focus
        return (
            self._carrier(int(focus.id), [int(child.id) for child in self._x.root.query_tree().children])
            if focus_is_window(focus)
            else 0
        )

    def _manager_pid(self) -> int:
        check = self._x.numbers(self._x.root, "_NET_SUPPORTING_WM_CHECK")
        return self._x.pid(self._x.window(check[0])) if check else -1

    def _client_area(self, window: XWindow) -> Rect:
        size = window.get_geometry()
        place = window.translate_coords(int(self._x.root.id), 0, 0)
        # The protocol translates from the source window, but python-xlib asks the other way round.
        return Rect(-int(place.x), -int(place.y), int(size.width), int(size.height))


def focus_is_window(focus: object) -> bool:
    return isinstance(focus, XWindow) and int(focus.id) not in (X.NONE, X.PointerRoot)
