"""A Linux desktop with the functions that only measurements and tests need."""

from __future__ import annotations

import asyncio

from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.x11.server_connection import XConnection

_ADD, _FROM_PAGER = 1, 2
_TICKS, _TICK_S = 100, 0.02


class MeasuredDesktop(LinuxDesktop):
    def expect_change(self) -> None:
        """Make the next look read everything anew."""
        self._worked_at(())
        if self._accessibility is not None:
            self._accessibility.forget()

    async def maximize(self, window_id: str) -> None:
        """Maximise the window. Raises TimeoutError if the window manager does not."""
        connection = await XConnection.open(self._environment["DISPLAY"])
        with self._changing():
            await connection.run(_ask_to_maximize, connection, int(window_id, 16))
            await connection.close()
            for _ in range(_TICKS):
                if any(window.maximized for window in await self.windows() if window.id == window_id):
                    return
                await asyncio.sleep(_TICK_S)
        raise TimeoutError("the window manager did not maximise the window")


def _ask_to_maximize(connection: XConnection, xid: int) -> None:
    """Ask the window manager by EWMH."""
    states = [connection.atom(f"_NET_WM_STATE_MAXIMIZED_{axis}") for axis in ("VERT", "HORZ")]
    connection.tell_manager(connection.window(xid), "_NET_WM_STATE", _ADD, *states, _FROM_PAGER)
    connection.display.sync()
