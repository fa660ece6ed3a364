"""An answer to each message that cannot be read, so that no client waits for one that never comes.

Source: JSON-RPC 2.0, "Error object": -32700 for what is no JSON, -32600 for what is no request; no id where it is unknown.
"""

from __future__ import annotations

import json
from typing import Self

from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage
from mcp_types import ErrorData, JSONRPCError
from pydantic import ValidationError

_NO_JSON, _NO_REQUEST = -32700, -32600
_OPENING, _CLOSING = "{[", "}]"


class ReadableMessages:
    """The messages that were read; each that was not is answered with an error and left out."""

    def __init__(self, messages: ReadStream[SessionMessage | Exception], answers: WriteStream[SessionMessage]) -> None:
        self._messages, self._answers = messages, answers

    @property
    def last_context(self) -> object:
        """The sender's context of the last message, which the server restores."""
        return getattr(self._messages, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        while isinstance(message := await self._messages.receive(), Exception):
            await self._answers.send(SessionMessage(error_for(message)))
        return message

    async def aclose(self) -> None:
        await self._messages.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        while isinstance(message := await self._messages.__anext__(), Exception):
            await self._answers.send(SessionMessage(error_for(message)))
        return message

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


def error_for(error: Exception) -> JSONRPCError:
    """Return what is answered to the message that gave this error. Its id is read apart: the rest may be nested too deep."""
    if not isinstance(error, ValidationError):
        return JSONRPCError(
            jsonrpc="2.0", id=None, error=ErrorData(code=_NO_JSON, message="the message cannot be read")
        )
    (first, *_) = error.errors(include_url=False)
    code = _NO_JSON if first["type"] == "json_invalid" else _NO_REQUEST
    line = first["input"] if first["type"] == "json_invalid" else ""
    words = f"the message cannot be read: {first['msg']}"
    return JSONRPCError(jsonrpc="2.0", id=_id_in(str(line)), error=ErrorData(code=code, message=words))


def _id_in(line: str) -> str | int | None:
    try:
        message = json.loads(_outermost(line))
    except ValueError:
        return None
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str | int) and not isinstance(found, bool) else None


def _outermost(line: str) -> str:
    """Return the line with `0` for each object and list inside of the outermost object."""
    kept: list[str] = []
    depth, quoted, escaped = 0, False, False
    for letter in line:
        inside = quoted
        if quoted:
            quoted, escaped = escaped or letter != '"', letter == "\\" and not escaped
        elif letter == '"':
            quoted = inside = True
        elif letter in _OPENING:
            depth += 1
            if depth == 2:
                kept.append("0")
        if depth < 2:
            kept.append(letter)
        if not inside and letter in _CLOSING:
            depth -= 1
    return "".join(kept)
