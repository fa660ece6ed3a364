"""Reads every object of an application from the accessibility bus, one after the other: slow, and the measure for what a quick
look sees. It calls single objects only, because asking for an application's whole cache can end the application.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ufo.desktop.linux.atspi.bus_address import open_accessibility_bus
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, COMPONENT, PROPERTIES, rect_of, refs_of, state_bits, variant
from ufo.desktop.linux.dbus.bus_connection import Connection
from ufo.desktop.linux.dbus.pipeline import Question, Ref, ask_all
from ufo.desktop.linux.registry.applications import DAEMON, DESKTOP
from ufo.schema.geometry import Rect

_CALL_S = 5.0
# A sheet says that it has 2^31 children; what has more than this is listed only so far.
CHILDREN = 20_000


@dataclass(slots=True)
class Raw:
    """One object as the bus reports it. `states`: the two words of GetState as one number. `rect`: the extents in screen
    pixels.
    """

    ref: Ref
    parent: Raw | None
    role: int = -1
    name: str = ""
    states: int = 0
    rect: Rect | None = None
    interfaces: tuple[str, ...] = ()
    count: int = 0
    children: list[Raw] = field(default_factory=list)

    def walk(self) -> Iterator[Raw]:
        todo = [self]
        while todo:
            raw = todo.pop()
            yield raw
            todo.extend(reversed(raw.children))


async def walk(environment: Mapping[str, str], pid: int) -> list[Raw]:
    """Return the top-level objects of a process and everything below them."""
    connection, _ = await open_accessibility_bus(environment)
    try:
        return await _Walk(connection).of(pid)
    finally:
        await connection.close()


@dataclass
class _Walk:
    connection: Connection
    seen: set[Ref] = field(default_factory=set)

    async def of(self, pid: int) -> list[Raw]:
        tops: list[Raw] = []
        (answer,) = await self._ask(Question(DESKTOP, ACCESSIBLE, "GetChildren"))
        for ref in refs_of(answer):
            (owner,) = await self._ask(
                Question(DAEMON, "org.freedesktop.DBus", "GetConnectionUnixProcessID", "s", (ref.bus,))
            )
            if owner and owner[0] == pid:
                application = await self._read(ref, None)
                tops += application.children
        return tops

    async def _ask(self, *questions: Question) -> list[list[object] | None]:
        return await ask_all(self.connection, questions, asyncio.get_running_loop().time() + _CALL_S, _CALL_S)

    async def _read(self, ref: Ref, parent: Raw | None) -> Raw:
        top = Raw(ref, parent)
        todo = [top]
        while todo:
            raw = todo.pop()
            self.seen.add(raw.ref)
            await self._fill(raw)
            todo.extend(reversed(raw.children))
        return top

    async def _fill(self, raw: Raw) -> None:
        ref = raw.ref
        role, name, states, box, interfaces, count = await self._ask(
            Question(ref, ACCESSIBLE, "GetRole"),
            Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Name")),
            Question(ref, ACCESSIBLE, "GetState"),
            Question(ref, COMPONENT, "GetExtents", "u", (0,)),
            Question(ref, ACCESSIBLE, "GetInterfaces"),
            Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "ChildCount")),
        )
        raw.role = role[0] if role and isinstance(role[0], int) else -1
        said, total = variant(name), variant(count)
        raw.name = said if isinstance(said, str) else ""
        raw.states = state_bits(states)
        raw.rect = rect_of(box)
        told = interfaces[0] if interfaces and isinstance(interfaces[0], list) else []
        raw.interfaces = tuple(str(word).rpartition(".")[2] for word in told)
        raw.count = total if isinstance(total, int) else 0
        for child in await self._children(raw):
            if child not in self.seen:
                self.seen.add(child)
                raw.children.append(Raw(child, raw))

    async def _children(self, raw: Raw) -> list[Ref]:
        if raw.count <= CHILDREN:
            return refs_of((await self._ask(Question(raw.ref, ACCESSIBLE, "GetChildren")))[0])
        found: list[Ref] = []
        return found
