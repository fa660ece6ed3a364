"""Waits until a program has read what was sent to it, by a window manager's ping, which programs answer in the order of events.
Where a program takes no pings, the kernel tells whether its threads have come to rest since.
"""

from __future__ import annotations

import contextlib
import time

from Xlib.error import BadDrawable, BadMatch, BadWindow
from Xlib.protocol.event import ClientMessage

from ufo.desktop.linux.proc import LOOKS, IdleThreads
from ufo.desktop.linux.x11.server_connection import XConnection

_READ_S = 2.0


def await_reader(connection: XConnection, wait_s: float = _READ_S, deaf_s: float = 0.2, xid: int = 0) -> bool:
    """Wait until the program of the window `xid`, or of the active window, has read all that was sent; return False where it
    has not within `wait_s` seconds. A program that takes no pings must have been at rest for `deaf_s` seconds. For the X
    thread.
    """
    active = xid or active_window(connection)
    if not active:
        connection.await_event(lambda: False, deaf_s)
        return True
    with contextlib.suppress(BadWindow, BadDrawable, BadMatch):
        if connection.atom("_NET_WM_PING") not in connection.numbers(connection.window(active), "WM_PROTOCOLS"):
            return _comes_to_rest(connection, active, wait_s, deaf_s)
        return _answers(connection, active, wait_s)
    return True


def answers_ping(connection: XConnection, xid: int, wait_s: float) -> bool:
    """Tell whether the program of the window handles its events: it answers a ping within `wait_s` seconds. False as well where
    it takes no pings. For the X thread.
    """
    with contextlib.suppress(BadWindow, BadDrawable, BadMatch):
        takes = connection.numbers(connection.window(xid), "WM_PROTOCOLS")
        return connection.atom("_NET_WM_PING") in takes and _answers(connection, xid, wait_s)
    return False


def active_window(connection: XConnection) -> int:
    """Return the id of the active window, or 0 where the window manager names none."""
    return next(iter(connection.numbers(connection.root, "_NET_ACTIVE_WINDOW")), 0)


def _answers(connection: XConnection, xid: int, wait_s: float) -> bool:
    ping, protocols = connection.atom("_NET_WM_PING"), connection.atom("WM_PROTOCOLS")
    window = connection.window(xid)
    stamp = int(time.monotonic() * 1000) & 0x7FFFFFFF
    window.send_event(ClientMessage(window=window, client_type=protocols, data=(32, [ping, stamp, xid, 0, 0])))
    connection.display.flush()
    return connection.await_heard(lambda event: _is_pong(event, ping, stamp), wait_s)


def _comes_to_rest(connection: XConnection, xid: int, wait_s: float, deaf_s: float) -> bool:
    if not deaf_s:
        return True
    rest = IdleThreads(connection.pid(connection.window(xid)))
    deadline = time.monotonic() + wait_s
    while time.monotonic() < deadline:
        connection.await_event(lambda: False, deaf_s / LOOKS)
        if rest.has_come():
            return True
    return False


def _is_pong(event: object, ping: int, stamp: int) -> bool:
    if not isinstance(event, ClientMessage):
        return False
    return event.data[0] == 32 and list(event.data[1][:2]) == [ping, stamp]
