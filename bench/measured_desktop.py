"""A Linux desktop with what only measurements and tests ask of it."""

from __future__ import annotations

import asyncio

from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.linux.x11.windows import Windows

_ADD, _FROM_PAGER = 1, 2
_TICKS, _TICK_S = 100, 0.02


class MeasuredDesktop(LinuxDesktop):
    def expect_change(self) -> None:
        """The next look reads everything anew, whatever it seems like."""
        self._worked_at(())
        if self._accessibility is not None:
            self._accessibility.forget()

    async def maximize(self, window_id: str) -> None:
        """Raises TimeoutError where the window manager does not."""
        with self._changing():
            await self._x.run(_ask_to_maximize, (await self._windows.run(Windows.find, window_id)).xid)
            for _ in range(_TICKS):
                if (await self._windows.run(Windows.find, window_id)).surface.window.maximized:
                    return
                await asyncio.sleep(_TICK_S)
        raise TimeoutError("the window manager did not maximise the window")


def _ask_to_maximize(connection: XConnection, xid: int) -> None:
    """By EWMH."""
    states = [connection.atom(f"_NET_WM_STATE_MAXIMIZED_{axis}") for axis in ("VERT", "HORZ")]
    connection.tell_manager(connection.window(xid), "_NET_WM_STATE", _ADD, *states, _FROM_PAGER)
