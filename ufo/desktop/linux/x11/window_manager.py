"""Asks the window manager to change a window (EWMH), or changes the window itself where there is no manager."""

from __future__ import annotations

from Xlib import X
from Xlib.protocol.event import ClientMessage

from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.linux.x11.windows import Windows
from ufo.errors import NotActionable

_CHANGE_S = 2.0
_MANAGER_S = 0.5
_FROM_PAGER = 2


class WindowManager:
    """Changes windows. For the X thread: call through `XConnection.run`. A method that takes a window id raises WindowGone
    where the window is closed.
    """

    def __init__(self, connection: XConnection, windows: Windows) -> None:
        self._x = connection
        self._windows = windows

    def focus(self, window_id: str) -> None:
        """Activate the window. Raises NotActionable where something keeps it from becoming active."""
        target = self._windows.find(window_id)
        window = self._x.window(target.xid)
        if self._windows.has_manager():
            self._x.tell_manager(window, "_NET_ACTIVE_WINDOW", _FROM_PAGER, X.CurrentTime, 0)
        else:
            window.map()
            window.configure(stack_mode=X.Above)
            window.set_input_focus(X.RevertToParent, X.CurrentTime)
        self._x.display.flush()
        if not self._x.await_event(lambda: self._windows.is_active(window_id), _CHANGE_S):
            raise NotActionable(
                f"{target.surface.window.title!r} did not become active within {_CHANGE_S:g} s; close what is in front of it"
            )

    def ask_for_focus(self, window_id: str, within_s: float) -> None:
        """Activate the window as a click on it does, but only where a window manager runs. Raise no error where the window
        stays inactive: it may be one that takes no focus.
        """
        if self._windows.has_manager():
            window = self._x.window(self._windows.find(window_id).xid)
            self._x.tell_manager(window, "_NET_ACTIVE_WINDOW", _FROM_PAGER, X.CurrentTime, 0)
            self._x.await_event(lambda: self._windows.is_active(window_id), within_s)

    def close(self, window_id: str) -> None:
        target = self._windows.find(window_id)
        window = self._x.window(target.xid)
        if self._windows.has_manager():
            self._x.tell_manager(window, "_NET_CLOSE_WINDOW", X.CurrentTime, _FROM_PAGER)
        elif self._x.atom("WM_DELETE_WINDOW") in self._x.numbers(window, "WM_PROTOCOLS"):
            data = (32, [self._x.atom("WM_DELETE_WINDOW"), X.CurrentTime, 0, 0, 0])
            window.send_event(ClientMessage(window=window, client_type=self._x.atom("WM_PROTOCOLS"), data=data))
        else:
            window.destroy()
        self._x.display.sync()

    def await_handled(self) -> None:
        """Wait until the window manager has handled what happened so far. It grabs clicks and passes them on; keys struck
        meanwhile would overtake them and go to the old focus.
        """
        if not self._windows.has_manager():
            return
        probe = self._x.root.create_window(-1, -1, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)
        try:
            # EWMH: the answer to this request is a property; a manager answers in the order of events.
            self._x.tell_manager(probe, "_NET_REQUEST_FRAME_EXTENTS")
            self._x.await_event(lambda: bool(self._x.numbers(probe, "_NET_FRAME_EXTENTS")), _MANAGER_S)
        finally:
            probe.destroy()
            self._x.display.flush()
