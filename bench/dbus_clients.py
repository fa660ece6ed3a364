"""Asks each object of a page the four questions of a look: by dbus-fast's own calls, by ours over the bus, and straight.

    python -m bench.dbus_clients [--repeat 5]

Needs chromium and the parts of a private desktop. All ways ask the same objects in one run, in turns, 64 at a time.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from dbus_fast import Message
from dbus_fast.aio import MessageBus

from bench.full_walk import walk
from bench.measure import Row, median, print_rows
from bench.measured_desktop import MeasuredDesktop
from bench.subjects import page
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.atspi.bus_address import open_accessibility_bus
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, COMPONENT, PROPERTIES
from ufo.desktop.linux.dbus.bus_connection import Connection
from ufo.desktop.linux.dbus.peer import PeerConnections
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, ask_all
from ufo.desktop.private.private_desktop import PrivateDesktop

_AT_A_TIME, _LIMIT_S = 64, 120.0
_MOST = 2_000


def _questions(refs: Sequence[Ref]) -> list[Question]:
    asked = []
    for ref in refs:
        asked += [
            Question(ref, ACCESSIBLE, "GetRole"),
            Question(ref, ACCESSIBLE, "GetState"),
            Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Name")),
            Question(ref, COMPONENT, "GetExtents", "u", (0,)),
        ]
    return asked


async def _by_library(bus: MessageBus, questions: Sequence[Question]) -> None:
    room = asyncio.Semaphore(_AT_A_TIME)

    async def ask(asked: Question) -> None:
        message = Message(asked.ref.bus, asked.ref.path, asked.interface, asked.member)
        message.signature, message.body = asked.signature, list(asked.values)
        async with room:
            await bus.call(message)

    await asyncio.gather(*map(ask, questions))


async def _by_ours(line: Line, questions: Sequence[Question]) -> None:
    await ask_all(line, questions, asyncio.get_running_loop().time() + _LIMIT_S, _LIMIT_S)


async def _ms(ask: Callable[[], Awaitable[None]]) -> float:
    began = time.perf_counter()
    await ask()
    return (time.perf_counter() - began) * 1000


async def _compared(connection: Connection, bus: MessageBus, refs: Sequence[Ref], repeat: int) -> list[Row]:
    questions = _questions(refs)
    straight = PeerConnections(connection)
    line = await straight.connect(Ref(refs[0].bus, "/org/a11y/atspi/accessible/root"))
    if line is connection:
        raise RuntimeError("the application offers no connection of its own")
    taken: dict[str, list[float]] = {"library": [], "bus": [], "straight": []}
    try:
        for _ in range(repeat):
            taken["library"].append(await _ms(lambda: _by_library(bus, questions)))
            taken["bus"].append(await _ms(lambda: _by_ours(connection, questions)))
            taken["straight"].append(await _ms(lambda: _by_ours(line, questions)))
    finally:
        await straight.close()
    usual, calls = median(taken["library"]), f"{len(questions):,} calls"
    return [
        Row(f"{calls} over the bus", median(taken["bus"]), "ms", None, usual, "dbus-fast alone"),
        Row(f"{calls} straight to the application", median(taken["straight"]), "ms", None, usual, "dbus-fast alone"),
    ]


async def _library_bus(session: str) -> MessageBus:
    """Connect to the accessibility bus of that session by the library alone."""
    asking = await MessageBus(bus_address=session).connect()
    answer = await asking.call(Message("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"))
    asking.disconnect()
    assert answer is not None
    return await MessageBus(bus_address=answer.body[0]).connect()


async def _measure(repeat: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        async with await PrivateDesktop.start(1920, 1080) as private:
            desktop = await MeasuredDesktop.connect(private.environment, DesktopSettings())
            connection, _ = await open_accessibility_bus(private.environment)
            bus = await _library_bus(private.environment["DBUS_SESSION_BUS_ADDRESS"])
            try:
                window = await page(desktop, Path(folder))
                refs = [node.ref for top in await walk(private.environment, window.pid) for node in top.walk()]
                return await _compared(connection, bus, refs[:_MOST], repeat)
            finally:
                bus.disconnect()
                await connection.close()
                await desktop.shutdown()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=5)
    print_rows("D-Bus clients", asyncio.run(_measure(parser.parse_args().repeat)))


if __name__ == "__main__":
    main()
