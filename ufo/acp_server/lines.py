"""Messages as lines on standard input and output. A line that is no message is answered with an error, and the next one is read.

Source: JSON-RPC 2.0, "Error object": -32700 for what is no JSON, -32600 for what is no request. The SDK's own reader drops the
first without an answer, and ends at the second.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

MOST_BYTES = 16 << 20
"""The longest line that is read: a prompt may hold a file of the editor's."""
_NO_JSON, _NO_REQUEST = -32700, -32600


class AnsweredLines:
    """A transport of the SDK's: already decoded messages in both directions."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """`reader`: made with MOST_BYTES as its limit."""
        self._reader, self._writer = reader, writer
        self._writing = asyncio.Lock()

    async def send(self, message: dict[str, Any]) -> None:
        """Write a message. Raises ConnectionError where the editor is gone."""
        async with self._writing:
            self._writer.write(json.dumps(message, ensure_ascii=False, default=str).encode("utf-8", "replace") + b"\n")
            await self._writer.drain()

    async def receive(self) -> dict[str, Any] | None:
        """Return the next message; None at the end of the stream."""
        while (line := await self._line()) is not None:
            if not line.strip():
                continue
            message = _decoded(line)
            if isinstance(message, dict) and _is_message(message):
                return message
            await self.send(_refusal(message))
        return None

    async def close(self) -> None:
        self._writer.close()

    async def _line(self) -> bytes | None:
        """Return a line, or None at the end. One that is too long is read to its end and is b"?", which is no message."""
        too_long = False
        while True:
            try:
                line = await self._reader.readuntil(b"\n")
            except asyncio.LimitOverrunError as error:
                too_long = True
                await self._reader.readexactly(error.consumed)
            except asyncio.IncompleteReadError as error:
                return error.partial or None
            else:
                return b"?" if too_long else line


def _decoded(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return ValueError


def _is_message(message: dict[str, Any]) -> bool:
    number = message.get("id")
    has_id = number is None or (isinstance(number, str | int) and not isinstance(number, bool))
    return has_id and (isinstance(message["method"], str) if "method" in message else "id" in message)


def _refusal(message: object) -> dict[str, Any]:
    is_json = message is not ValueError
    said = "the message is no request" if is_json else "the message is no JSON, nested too deep, or too long"
    number = message.get("id") if isinstance(message, dict) else None
    known = number if isinstance(number, str | int) and not isinstance(number, bool) else None
    error = {"code": _NO_REQUEST if is_json else _NO_JSON, "message": said}
    return {"jsonrpc": "2.0", "id": known, "error": error}
