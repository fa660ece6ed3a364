"""Straight connections to applications: the calls of a look need not pass through the bus daemon, which halves their cost.

AT-SPI offers it (`Application.GetApplicationBusAddress`). It also keeps an application that hangs from holding up others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ufo.desktop.linux.bus import CallFailed, Connection, Ref
from ufo.errors import ApplicationHung, DesktopUnavailable

_OPEN_S = 0.3
_TRIES = 2


class DirectConnections:
    """One for each application that offers it; all others are reached by the bus."""

    def __init__(self, bus: Connection) -> None:
        self._bus = bus
        self._open: dict[str, Connection] = {}
        self._failed: dict[str, int] = {}
        self._opening = asyncio.Lock()

    @property
    def calls(self) -> int:
        return self._bus.calls + sum(one.calls for one in self._open.values())

    def of(self, name: str) -> Connection:
        """The way to the application with this unique bus name, as it is known now."""
        found = self._open.get(name)
        return found if found is not None and found.alive else self._bus

    async def connect(self, root: Ref) -> Connection:
        async with self._opening:
            if self.of(root.bus) is self._bus and self._failed.get(root.bus, 0) < _TRIES:
                await self._try(root)
        return self.of(root.bus)

    async def _try(self, root: Ref) -> None:
        self._failed[root.bus] = self._failed.get(root.bus, 0) + 1
        try:
            answer = await self._bus.call(
                root, "org.a11y.atspi.Application", "GetApplicationBusAddress", ("", ()), _OPEN_S
            )
            if answer and isinstance(answer[0], str) and answer[0]:
                self._open[root.bus] = await Connection.open(answer[0], _OPEN_S)
                self._failed.pop(root.bus)
        except (CallFailed, ApplicationHung, DesktopUnavailable):
            # GTK4 has none, a sandbox hides the socket, a busy application is slow: the bus serves as well.
            return

    async def forget(self, alive: Sequence[str]) -> None:
        """Closes those of applications that are gone."""
        for name in [name for name in self._open if name not in alive]:
            await self._open.pop(name).close()
        self._failed = {name: count for name, count in self._failed.items() if name in alive}

    async def close(self) -> None:
        await self.forget(())
