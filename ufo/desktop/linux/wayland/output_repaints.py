"""Tells that something was painted on an output, soon after it was (wlr-screencopy, copy_with_damage)."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from collections.abc import Callable
from pathlib import Path

from ufo.desktop.linux.wayland.client import Proxy, WaylandClient
from ufo.desktop.linux.wayland.screencopy import ScreenCopies
from ufo.errors import DesktopUnavailable
from ufo.schema.geometry import Rect

_BETWEEN_S = 0.025
_WHEREVER = Rect(0, 0, 1, 1)


class OutputPainting:
    """Watches all outputs, by a connection and in a thread of its own: while nothing is painted, neither does anything."""

    def __init__(self, wayland: Path, painted: Callable[[], object]) -> None:
        """Call `painted` in that thread. Raises DesktopUnavailable where the compositor does not tell what is painted."""
        self._painted = painted
        self._client = WaylandClient(wayland)
        try:
            self._copies = ScreenCopies(self._client)
        except DesktopUnavailable:
            self._client.close()
            raise
        self._outputs: dict[int, Proxy] = {}
        # Sockets know when they are closed; the descriptor of a closed pipe may belong to another file by then.
        self._waking, self._wake = socket.socketpair()
        threading.Thread(target=self._listen, name="painting", daemon=True).start()

    def release(self) -> None:
        """Stop watching. It may be called more than once, and also when the compositor is gone."""
        with contextlib.suppress(OSError):
            self._wake.send(b"x")

    def _listen(self) -> None:
        try:
            while True:
                # All are asked, or the rest would report what was painted before as new.
                if any([self._copies.has_painted(output, _WHEREVER) for output in self._all()]):
                    self._painted()
                    if select.select([self._waking], [], [], _BETWEEN_S)[0]:
                        return
                    self._client.hear()
                    continue
                if self._waking.fileno() in select.select([self._client.fileno(), self._waking.fileno()], [], [])[0]:
                    return
                self._client.hear()
        except (DesktopUnavailable, OSError):
            return
        finally:
            self._copies.close()
            self._client.close()
            self._waking.close()
            self._wake.close()

    def _all(self) -> list[Proxy]:
        there = self._client.names("wl_output")
        for number in there:
            if number not in self._outputs:
                self._outputs[number] = self._client.bind("wl_output", 4, number)
        return [self._outputs[number] for number in there]
