"""Connects straight to applications, so that the calls of a look need not pass through the bus daemon; this halves their cost.

AT-SPI offers it (`Application.GetApplicationBusAddress`). It also keeps an application that hangs from delaying others.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Sequence
from urllib.parse import unquote

from ufo.desktop.linux.dbus import wire
from ufo.desktop.linux.dbus.bus_connection import Connection
from ufo.desktop.linux.dbus.pipeline import CallFailed, Failure, Group, Line, Question, Ref
from ufo.errors import ApplicationHung, DesktopUnavailable

_OPEN_S = 0.3
_TRIES = 2
_ASIDE = 32
"""How many lines for one call each stay open: the application may still run a dialog inside that call, and must not notice."""

_AGAIN_S = 2.0
"""How long an application that was too busy to answer is left alone before it is asked again."""
_STRANDS = 8
_CALLS_A_STRAND = 16
_LAST_SERIAL = 0xFFFFFFFF


class _Strand(asyncio.Protocol):
    """One of the sockets of a line. Everything asked in one turn of the loop is written at once."""

    def __init__(self, line: PeerLine) -> None:
        self._line = line
        self._transport: asyncio.Transport | None = None
        self.welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._in = b""
        self.out: list[bytes] = []

    @property
    def is_closed(self) -> bool:
        return self._transport is None

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def flush(self) -> None:
        if self.out and self._transport is not None:
            self._transport.write(b"".join(self.out))
        self.out.clear()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self.welcome.done():
            self.welcome.set_exception(OSError("it closed the connection"))
            self.welcome.exception()
        self._line.ended()

    def data_received(self, data: bytes) -> None:
        self._in += data
        if not self.welcome.done():
            self._finish_handshake()
            return
        try:
            self._read()
        except wire.Garbled:
            # The bytes that follow cannot be trusted; waiting callers get None, and calls go over the bus from now on.
            self._line.garbled = True
            self._line.abort()

    def _finish_handshake(self) -> None:
        line, end, rest = self._in.partition(b"\r\n")
        if not end and len(line) < 1024:
            return
        assert self._transport is not None
        self._in = rest
        if line.startswith(b"OK "):
            self._transport.write(b"BEGIN\r\n")
            self.welcome.set_result(None)
        else:
            self.welcome.set_exception(OSError("it refused the authentication"))
            self.welcome.exception()

    def _read(self) -> None:
        came, at = self._in, 0
        arrived = self._line.arrived
        try:
            while True:
                while (usual := wire.usual(came, at)) is not None:
                    at += usual[0]
                    arrived(usual[1], usual[2])
                length = wire.measure(came, at)
                if not length or at + length > len(came):
                    break
                answer = wire.reply(came[at : at + length])
                at += length
                if answer is not None:
                    text = answer.body[0] if answer.body else ""
                    arrived(answer.serial, Failure(answer.error, text) if answer.error else answer.body)
        finally:
            # An answer that raised is dropped and not read again.
            self._in = came[at:]


class PeerLine(Line):
    """A line to one application over several sockets. An application takes one message of each socket in a turn of its main
    loop, and a turn costs as much as the answer (Chromium takes a fifth less time for a page of 5,000 elements over four
    than over one).
    """

    # Fewer and longer writes: they save a tenth of our own work in a look at a sheet.
    window, low = 256, 128

    def __init__(self) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self._strands: list[_Strand] = []
        self._alive = False
        self._flushing = False
        self._serial = 0
        self._next = 0
        self.garbled = False

    @classmethod
    async def open(cls, address: str, deadline_s: float, strands: int = _STRANDS) -> PeerLine:
        """Connect all sockets within `deadline_s` seconds. Raises DesktopUnavailable."""
        line = cls()
        try:
            async with asyncio.timeout(deadline_s):
                socket = _socket_of(address)
                for _ in range(strands):
                    await line._add_strand(socket)
                line._alive = True
        except BaseException as error:
            await line.close()
            if isinstance(error, OSError | TimeoutError | ValueError):
                raise DesktopUnavailable(f"The application at {address!r} cannot be reached ({error})") from error
            raise
        return line

    async def _add_strand(self, socket: str) -> None:
        _, strand = await self._loop.create_unix_connection(lambda: _Strand(self), socket)
        self._strands.append(strand)
        await strand.welcome
        if any(strand.is_closed for strand in self._strands):
            raise OSError("it closed the connection")

    @property
    def alive(self) -> bool:
        return self._alive

    async def close(self) -> None:
        self.abort()

    def abort(self) -> None:
        self._alive = False
        for strand in self._strands:
            strand.abort()

    def ended(self) -> None:
        """Close all sockets because one was closed; answers to questions sent over the others may not come any more either."""
        self.abort()
        self._ended()

    def _transmit(self, asked: Question) -> int:
        self._serial = serial = self._serial % _LAST_SERIAL + 1
        (bus, path), interface, member, signature, values = asked
        self._write(wire.call(serial, bus, path, (interface, member), (signature, values)))
        return serial

    def _transmit_group(self, group: Group) -> Iterable[int]:
        (bus, path), asks = group
        if self._serial + len(asks) >= _LAST_SERIAL:
            self._serial = 0
        first = self._serial + 1
        self._serial += len(asks)
        self._write(wire.calls(first, path, wire.forms(bus, tuple(asks))))
        return range(first, first + len(asks))

    def _write(self, data: bytes) -> None:
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._flush)
        # A few calls use a few sockets, because each socket costs a system call.
        used = min(len(self._strands), 1 + len(self._pending) // _CALLS_A_STRAND)
        self._next = (self._next + 1) % used
        self._strands[self._next].out.append(data)

    def _flush(self) -> None:
        self._flushing = False
        for strand in self._strands:
            strand.flush()


def _socket_of(address: str) -> str:
    """Return the Unix socket of a D-Bus address. Raises ValueError where no part of the address is one."""
    for part in address.split(";"):
        kind, _, rest = part.partition(":")
        pairs = dict(pair.split("=", 1) for pair in rest.split(",") if "=" in pair)
        if kind == "unix" and "path" in pairs:
            return unquote(pairs["path"])
        if kind == "unix" and "abstract" in pairs:
            return "\0" + unquote(pairs["abstract"])
    raise ValueError(f"no socket in {address!r}")


class PeerConnections:
    """Holds one line for each application that offers it; all others are reached over the bus."""

    def __init__(self, bus: Connection) -> None:
        self._bus = bus
        self._open: dict[str, PeerLine] = {}
        self._addresses: dict[str, str] = {}
        self._aside: dict[str, list[PeerLine]] = {}
        self._roots: dict[str, Ref] = {}
        self._failed: dict[str, int] = {}
        self._busy_until: dict[str, float] = {}
        self._opening: dict[str, asyncio.Lock] = {}

    @property
    def calls(self) -> int:
        return self._bus.calls + sum(peer_line.calls for peer_line in self._open.values())

    def of(self, name: str) -> Line:
        """Return the line to the application with this unique bus name: its own if one is open, else the bus."""
        found = self._open.get(name)
        return found if found is not None and found.alive else self._bus

    async def connect(self, root: Ref) -> Line:
        self._roots[root.bus] = root
        async with self._opening.setdefault(root.bus, asyncio.Lock()):
            last = self._open.get(root.bus)
            if last is not None and last.garbled:
                return self._bus
            is_due = asyncio.get_running_loop().time() >= self._busy_until.get(root.bus, 0.0)
            if self.of(root.bus) is self._bus and is_due:
                await self._try(root, _OPEN_S)
        return self.of(root.bus)

    async def _try(self, root: Ref, wait_s: float) -> None:
        """Open the line, unless the application has refused one. Being too busy to answer is no refusal: one that is still
        starting would be reached over the bus alone for as long as it lives, where a dialog that it runs makes it deaf.
        """
        name = root.bus
        if self._failed.get(name, 0) >= _TRIES:
            return
        try:
            answer = await self._bus.call(
                root, "org.a11y.atspi.Application", "GetApplicationBusAddress", ("", ()), wait_s
            )
            if not answer or not isinstance(answer[0], str) or not answer[0]:
                self._failed[name] = self._failed.get(name, 0) + 1
                return
            self._open[name] = await PeerLine.open(answer[0], wait_s)
            self._addresses[name] = answer[0]
            self._failed.pop(name, None)
        except (CallFailed, ApplicationHung, DesktopUnavailable) as error:
            # GTK4 has no socket, a sandbox may hide it, a busy application answers late: the bus works as well.
            if isinstance(error, ApplicationHung) or isinstance(error.__cause__, TimeoutError):
                self._busy_until[name] = asyncio.get_running_loop().time() + _AGAIN_S
            else:
                self._failed[name] = self._failed.get(name, 0) + 1

    async def open_aside(self, name: str, wait_s: float = _OPEN_S) -> PeerLine | None:
        """Open one more line to the application, for a call that it may answer late; None where it offers none or does not
        answer within `wait_s` seconds. It is used for one call, and closed when many others were opened since.
        """
        address = self._addresses.get(name)
        if address is None and name in self._roots:
            async with self._opening.setdefault(name, asyncio.Lock()):
                await self._try(self._roots[name], wait_s)
            address = self._addresses.get(name)
        if address is None:
            return None
        try:
            line = await PeerLine.open(address, wait_s, strands=1)
        except DesktopUnavailable:
            return None
        lines = self._aside.setdefault(name, [])
        lines.append(line)
        while len(lines) > _ASIDE:
            lines.pop(0).abort()
        return line

    async def renew(self, name: str) -> bool:
        """Replace the line to an application that is silent on it. False where it is silent on a new one too."""
        address = self._addresses.get(name)
        if address is None:
            return False
        try:
            line = await PeerLine.open(address, _OPEN_S)
        except DesktopUnavailable:
            return False
        old, self._open[name] = self._open.get(name), line
        if old is not None:
            old.ended()
        return True

    async def forget(self, alive: Sequence[str]) -> None:
        """Close the lines of applications that are not among `alive`, and forget those applications."""
        for name in [name for name in self._open if name not in alive]:
            await self._open.pop(name).close()
        for name in [name for name in self._aside if name not in alive]:
            for line in self._aside.pop(name):
                line.abort()
        self._addresses = {name: address for name, address in self._addresses.items() if name in alive}
        self._roots = {name: root for name, root in self._roots.items() if name in alive}
        self._failed = {name: count for name, count in self._failed.items() if name in alive}
        self._busy_until = {name: until for name, until in self._busy_until.items() if name in alive}
        self._opening = {name: lock for name, lock in self._opening.items() if name in alive or lock.locked()}

    async def close(self) -> None:
        await self.forget(())
