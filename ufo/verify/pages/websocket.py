"""As much of the WebSocket protocol (RFC 6455) as it takes to ask a browser on this machine: text messages, one at a time."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from types import TracebackType

MOST_BYTES = 16 * 1024 * 1024
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_CONTINUED = 0


class WebSocketError(Exception):
    """The other side does not speak the protocol, closed the connection, or said too much."""


class WebSocket:
    """A client's side of a connection to 127.0.0.1. Raises WebSocketError and OSError."""

    def __init__(self, port: int, path: str) -> None:
        self._port = port
        self._path = path

    async def __aenter__(self) -> WebSocket:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        key = base64.b64encode(os.urandom(16)).decode()
        self._writer.write(
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode("ascii")
        )
        try:
            head = await self._reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            raise WebSocketError("it did not answer as a WebSocket does") from error
        if b" 101 " not in head.split(b"\r\n", 1)[0]:
            raise WebSocketError(f"it refused: {head[:100]!r}")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()

    async def send(self, text: str) -> None:
        await self._frame(_TEXT, text.encode())

    async def receive(self) -> str:
        """The next text message, whole."""
        parts: list[bytes] = []
        size = 0
        while True:
            kind, last, data = await self._next()
            if kind == _CLOSE:
                raise WebSocketError("it closed the connection")
            if kind == _PING:
                await self._frame(_PONG, data)
            elif kind in (_TEXT, _CONTINUED):
                parts.append(data)
                size += len(data)
                if size > MOST_BYTES:
                    raise WebSocketError("it said more than is read")
                if last:
                    return b"".join(parts).decode("utf-8", errors="replace")

    async def _next(self) -> tuple[int, bool, bytes]:
        try:
            first, second = await self._reader.readexactly(2)
            size = second & 0x7F
            if size == 126:
                (size,) = struct.unpack(">H", await self._reader.readexactly(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", await self._reader.readexactly(8))
            if size > MOST_BYTES or second & 0x80:
                raise WebSocketError("it said more than is read, or hid it")
            return first & 0x0F, bool(first & 0x80), await self._reader.readexactly(size)
        except asyncio.IncompleteReadError as error:
            raise WebSocketError("it closed the connection") from error

    async def _frame(self, kind: int, data: bytes) -> None:
        """Masked, as a client must."""
        mask = os.urandom(4)
        size = len(data)
        head = bytes([0x80 | kind])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))
        self._writer.write(head + mask + masked)
        await self._writer.drain()
