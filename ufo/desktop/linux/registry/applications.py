"""Lists the applications on the accessibility bus: their processes, toolkits and top-level objects."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from ufo.desktop.linux.atspi.cell_paths import CellPaths
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, PROPERTIES, refs_of, variant
from ufo.desktop.linux.dbus.bus_connection import Connection
from ufo.desktop.linux.dbus.peer import PeerConnections
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, ask_all
from ufo.desktop.linux.toolkits.known import UNKNOWN, toolkit_of
from ufo.desktop.linux.toolkits.toolkit import Sleep, Toolkit

DESKTOP = Ref("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
DAEMON = Ref("org.freedesktop.DBus", "/org/freedesktop/DBus")
APPLICATION = "org.a11y.atspi.Application"


@dataclass(frozen=True, slots=True)
class App:
    root: Ref
    pid: int
    toolkit: Toolkit
    connection: Line


class Registry:
    """Keeps what cannot change while an application lives; a unique bus name is never given to another application."""

    def __init__(self, connection: Connection, stall_s: float) -> None:
        self._connection = connection
        self._stall_s = stall_s
        self._pids: dict[str, int] = {}
        self._toolkits: dict[Ref, Toolkit] = {}
        self.paths = CellPaths()
        self.direct = PeerConnections(connection)

    async def applications(self, pid: int | None, deadline: float) -> list[App]:
        """Return the applications of one process, or all for None. Where no application reports that process, return all: in a
        container process ids are different.
        """
        body = (await self._ask([Question(DESKTOP, ACCESSIBLE, "GetChildren")], deadline))[0]
        roots = refs_of(body)
        await self._learn_pids(roots, deadline)
        wanted = [root for root in roots if pid is None or self._pids.get(root.bus) == pid] or roots
        await self._learn_toolkits(wanted, deadline)
        await self._forget(roots)
        if pid is not None:
            await asyncio.gather(*(self.direct.connect(root) for root in wanted))
        return [
            App(root, self._pids.get(root.bus, 0), self._toolkits.get(root, UNKNOWN), self.direct.of(root.bus))
            for root in wanted
        ]

    async def tops(self, app: App, deadline: float) -> list[Ref] | None:
        """Return the application's top-level objects; None where it does not answer."""
        asked = [Question(app.root, ACCESSIBLE, "GetChildren")]
        body = (await ask_all(app.connection, asked, deadline, self._stall_s))[0]
        return None if body is None else refs_of(body)

    async def renew(self, pid: int) -> bool:
        """Replace the lines to a silent process. False where it does not answer over new ones either."""
        names = [bus for bus, owner in self._pids.items() if owner == pid]
        return any(await asyncio.gather(*(self.direct.renew(name) for name in names)))

    def knows(self, pid: int) -> bool:
        """Tell whether an application of that process has been seen on the bus."""
        return pid in self._pids.values()

    def lags(self, pid: int) -> bool:
        """Tell whether the process has an application whose tree changes later than what it paints."""
        return any(toolkit.lags and self._pids.get(root.bus) == pid for root, toolkit in self._toolkits.items())

    def sleep_of(self, pid: int) -> Sleep | None:
        """Return how an application of the process is turned on that may tell nothing before; None where it always tells."""
        mine = (toolkit.sleep for root, toolkit in self._toolkits.items() if self._pids.get(root.bus) == pid)
        return next((sleep for sleep in mine if sleep is not None), None)

    def overshoots(self, pid: int) -> bool:
        """Tell whether the process has an application whose lists scroll to a wrong place when they get a second notch of the
        wheel before they are laid out.
        """
        mine = (toolkit for root, toolkit in self._toolkits.items() if self._pids.get(root.bus) == pid)
        return any(toolkit.pointing.wheels_singly for toolkit in mine)

    def pid_of(self, bus: str) -> int | None:
        return self._pids.get(bus)

    async def _learn_pids(self, roots: list[Ref], deadline: float) -> None:
        new = [root.bus for root in roots if root.bus not in self._pids]
        asked = [Question(DAEMON, "org.freedesktop.DBus", "GetConnectionUnixProcessID", "s", (bus,)) for bus in new]
        for bus, body in zip(new, await self._ask(asked, deadline), strict=True):
            if body and isinstance(body[0], int):
                self._pids[bus] = body[0]

    async def _learn_toolkits(self, roots: list[Ref], deadline: float) -> None:
        new = [root for root in roots if root not in self._toolkits]
        # All are asked together, so that an application that hangs delays this only once.
        asked = [_application(root, what) for what in ("ToolkitName", "Version") for root in new]
        said = await self._ask(asked, deadline) if asked else []
        for root, name, version in zip(new, said[: len(new)], said[len(new) :], strict=True):
            if name is not None:
                self._toolkits[root] = toolkit_of(variant(name), variant(version))

    async def _forget(self, roots: list[Ref]) -> None:
        alive = {root.bus for root in roots}
        self._pids = {bus: pid for bus, pid in self._pids.items() if bus in alive}
        self._toolkits = {root: toolkit for root, toolkit in self._toolkits.items() if root.bus in alive}
        await self.direct.forget(tuple(alive))

    async def _ask(self, questions: list[Question], deadline: float) -> list[list[object] | None]:
        return await ask_all(self._connection, questions, deadline, self._stall_s)


def _application(root: Ref, what: str) -> Question:
    return Question(root, PROPERTIES, "Get", "ss", (APPLICATION, what))
