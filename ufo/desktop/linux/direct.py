"""Straight connections to applications: the calls of a look need not pass through the bus daemon, which halves their cost.

AT-SPI offers it (`Application.GetApplicationBusAddress`). It also keeps an application that hangs from holding up others.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from urllib.parse import unquote

from ufo.desktop.linux import wire
from ufo.desktop.linux.bus import CallFailed, Connection, Failure, Line, Question, Ref
from ufo.errors import ApplicationHung, DesktopUnavailable

_OPEN_S = 0.3
_TRIES = 2


class DirectLine(Line, asyncio.Protocol):
    """To one application. What is asked in one turn of the loop is written at once."""

    # Fewer and longer messages to the kernel: a tenth less of our own work in a look at a sheet.
    window, low = 256, 128

    def __init__(self) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._welcome: asyncio.Future[None] = self._loop.create_future()
        self._in = bytearray()
        self._out: list[bytes] = []
        self._serial = 0
        self.garbled = False

    @classmethod
    async def open(cls, address: str, deadline_s: float) -> DirectLine:
        """Raises DesktopUnavailable."""
        try:
            async with asyncio.timeout(deadline_s):
                _, line = await asyncio.get_running_loop().create_unix_connection(cls, _socket_of(address))
                try:
                    await line._welcome
                except BaseException:
                    await line.close()
                    raise
                return line
        except (OSError, TimeoutError, ValueError) as error:
            raise DesktopUnavailable(f"The application at {address!r} cannot be reached ({error})") from error

    @property
    def alive(self) -> bool:
        return self._transport is not None and not self._transport.is_closing()

    async def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self._welcome.done():
            self._welcome.set_exception(OSError("it closed the connection"))
            self._welcome.exception()
        self._ended()

    def data_received(self, data: bytes) -> None:
        self._in += data
        if not self._welcome.done():
            self._greet()
            return
        try:
            self._read()
        except wire.Garbled:
            # Nothing that follows can be trusted; whoever waits is told, and the bus serves from now on.
            self.garbled = True
            if self._transport is not None:
                self._transport.abort()

    def _greet(self) -> None:
        line, end, rest = self._in.partition(b"\r\n")
        if not end and len(line) < 1024:
            return
        assert self._transport is not None
        self._in = bytearray(rest)
        if line.startswith(b"OK "):
            self._transport.write(b"BEGIN\r\n")
            self._welcome.set_result(None)
        else:
            self._welcome.set_exception(OSError("it refused us"))
            self._welcome.exception()

    def _read(self) -> None:
        if not 0 < wire.measure(self._in, 0) <= len(self._in):
            return
        came, at = bytes(self._in), 0
        try:
            while True:
                while (usual := wire.usual(came, at)) is not None:
                    at += usual[0]
                    self._arrived(usual[1], usual[2])
                length = wire.measure(came, at)
                if not length or at + length > len(came):
                    break
                answer = wire.reply(came[at : at + length])
                at += length
                if answer is not None:
                    text = answer.body[0] if answer.body else ""
                    self._arrived(answer.serial, Failure(answer.error, text) if answer.error else answer.body)
        finally:
            # What goes wrong with one answer is not met again.
            del self._in[:at]

    def _transmit(self, asked: Question) -> int:
        self._serial = self._serial % 0xFFFFFFFF + 1
        (bus, path), interface, member, signature, values = asked
        message = wire.call(self._serial, bus, path, (interface, member), (signature, values))
        if not self._out:
            self._loop.call_soon(self._flush)
        self._out.append(message)
        return self._serial

    def _flush(self) -> None:
        if self._out and self._transport is not None:
            self._transport.write(b"".join(self._out))
        self._out.clear()


def _socket_of(address: str) -> str:
    """The socket in a D-Bus address. Raises ValueError where none of its parts is one."""
    for part in address.split(";"):
        kind, _, rest = part.partition(":")
        pairs = dict(pair.split("=", 1) for pair in rest.split(",") if "=" in pair)
        if kind == "unix" and "path" in pairs:
            return unquote(pairs["path"])
        if kind == "unix" and "abstract" in pairs:
            return "\0" + unquote(pairs["abstract"])
    raise ValueError(f"no socket in {address!r}")


class DirectConnections:
    """One for each application that offers it; all others are reached by the bus."""

    def __init__(self, bus: Connection) -> None:
        self._bus = bus
        self._open: dict[str, DirectLine] = {}
        self._failed: dict[str, int] = {}
        self._opening: dict[str, asyncio.Lock] = {}

    @property
    def calls(self) -> int:
        return self._bus.calls + sum(one.calls for one in self._open.values())

    def of(self, name: str) -> Line:
        """The way to the application with this unique bus name, as it is known now."""
        found = self._open.get(name)
        return found if found is not None and found.alive else self._bus

    async def connect(self, root: Ref) -> Line:
        async with self._opening.setdefault(root.bus, asyncio.Lock()):
            last = self._open.get(root.bus)
            if last is not None and last.garbled:
                return self._bus
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
                self._open[root.bus] = await DirectLine.open(answer[0], _OPEN_S)
                self._failed.pop(root.bus)
        except (CallFailed, ApplicationHung, DesktopUnavailable):
            # GTK4 has none, a sandbox hides the socket, a busy application is slow: the bus serves as well.
            return

    async def forget(self, alive: Sequence[str]) -> None:
        """Closes those of applications that are gone."""
        for name in [name for name in self._open if name not in alive]:
            await self._open.pop(name).close()
        self._failed = {name: count for name, count in self._failed.items() if name in alive}
        self._opening = {name: lock for name, lock in self._opening.items() if name in alive or lock.locked()}

    async def close(self) -> None:
        await self.forget(())
