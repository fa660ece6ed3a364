"""Tells that something was painted on the screen, soon after it was (X11 DAMAGE extension, version 1.1, on the root window)."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from collections.abc import Callable

from Xlib import X
from Xlib.error import ConnectionClosedError, DisplayError, XauthError, XError
from Xlib.ext import damage

from ufo.desktop.linux.x11.server_connection import OwnEvents
from ufo.errors import DesktopUnavailable

_BETWEEN_S = 0.025


class Painting:
    """Watches the root window and all in it, by a connection and in a thread of its own: while nothing is painted, neither does
    anything.
    """

    def __init__(self, display_name: str, painted: Callable[[], object]) -> None:
        """Call `painted` in that thread. Raises DesktopUnavailable where no X server answers or it has no DAMAGE extension."""
        self._painted = painted
        try:
            self._display = OwnEvents(display_name)
            self._display.set_error_handler(lambda _error, _request: None)
            self._display.damage_query_version()
            self._event = self._display.extension_event.DamageNotify
            self._damage = damage.damage_create(self._display.screen().root, damage.DamageReportNonEmpty)
            self._display.sync()
        except (DisplayError, XauthError, ConnectionClosedError, XError, AttributeError, OSError) as error:
            raise DesktopUnavailable(
                f"the X server {display_name!r} does not tell what is painted ({error}); pictures are compared instead"
            ) from error
        # Sockets know when they are closed; the descriptor of a closed pipe may belong to another file by then.
        self._waking, self._wake = socket.socketpair()
        threading.Thread(target=self._listen, name="painting", daemon=True).start()

    def release(self) -> None:
        """Stop watching. It may be called more than once, and also when the X server is gone."""
        with contextlib.suppress(OSError):
            self._wake.send(b"x")

    def _listen(self) -> None:
        try:
            while True:
                # Events that came with the answer to a request lie in the connection's own queue.
                if not self._display.pending_events():
                    ready, _, _ = select.select([self._display.fileno(), self._waking.fileno()], [], [])
                    if self._waking.fileno() in ready:
                        return
                if not self._has_heard():
                    continue
                # Only after this the server reports the next painting, so whoever takes a picture now misses none.
                self._display.damage_subtract(self._damage, X.NONE, X.NONE)
                self._display.sync()
                self._painted()
                if select.select([self._waking.fileno()], [], [], _BETWEEN_S)[0]:
                    return
        except (ConnectionClosedError, XError, OSError):
            return
        finally:
            self._close()

    def _has_heard(self) -> bool:
        events = [self._display.next_event() for _ in range(self._display.pending_events())]
        return any(event.type == self._event for event in events)

    def _close(self) -> None:
        with contextlib.suppress(ConnectionClosedError, OSError):
            self._display.close()
        self._waking.close()
        self._wake.close()
