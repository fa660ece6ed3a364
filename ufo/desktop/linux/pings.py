"""Whether a program has read what was sent to it: a window manager's ping, which is answered in the order of events."""

from __future__ import annotations

import contextlib
import time

from Xlib.error import BadDrawable, BadMatch, BadWindow
from Xlib.protocol.event import ClientMessage

from ufo.desktop.linux.connection import XConnection

_READ_S = 2.0


def await_reader(connection: XConnection, wait_s: float = _READ_S, deaf_s: float = 0.2) -> None:
    """For the X thread. Until the active window's program has read all that was struck. One that takes no pings gets
    `deaf_s`."""
    active = connection.numbers(connection.root, "_NET_ACTIVE_WINDOW")
    deadline = time.monotonic() + wait_s
    if not active or not active[0]:
        return
    with contextlib.suppress(BadWindow, BadDrawable, BadMatch):
        window = connection.window(active[0])
        ping, protocols = connection.atom("_NET_WM_PING"), connection.atom("WM_PROTOCOLS")
        if ping not in connection.numbers(window, "WM_PROTOCOLS"):
            connection.await_event(lambda: False, deaf_s)
            return
        stamp = int(time.monotonic() * 1000) & 0x7FFFFFFF
        window.send_event(
            ClientMessage(window=window, client_type=protocols, data=(32, [ping, stamp, active[0], 0, 0]))
        )
        connection.display.flush()
        while time.monotonic() < deadline:
            if any(_is_pong(event, ping, stamp) for event in connection.drain()):
                return
            connection.await_event(lambda: bool(connection.display.pending_events()), 0.02)


def _is_pong(event: object, ping: int, stamp: int) -> bool:
    if not isinstance(event, ClientMessage):
        return False
    return event.data[0] == 32 and list(event.data[1][:2]) == [ping, stamp]
