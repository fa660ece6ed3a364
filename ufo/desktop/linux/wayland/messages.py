"""Writes and reads Wayland messages as bytes (Wayland protocol 1.22, "Wire Format"). No sockets here."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ufo.desktop.linux.wayland.protocols import Message

Argument = int | float | str | bytes | None
"""What an argument is as a value: a number of any kind, an object's id (None or 0 for no object), a text, an array."""

LONGEST = 4096
"""The most bytes that the common implementation takes for one message."""
_HEAD = struct.Struct("=IHH")
_U32, _I32 = struct.Struct("=I"), struct.Struct("=i")
_FIXED_POINT = 256


class Garbled(ValueError):
    """The bytes are no message, or not the one that its object may send."""


class Head(NamedTuple):
    object_id: int
    opcode: int
    size: int


def request(object_id: int, opcode: int, message: Message, arguments: Sequence[Argument]) -> bytes:
    """Write a request. A file descriptor has no argument here: it goes beside the bytes. Raises Garbled for arguments that do
    not fit the message, or are too long for one.
    """
    kinds = [kind for kind in message.kinds if kind != "h"]
    if len(kinds) != len(arguments):
        raise Garbled(f"{message.name} takes {len(kinds)} arguments, not {len(arguments)}")
    try:
        body = b"".join(_written(kind, value) for kind, value in zip(kinds, arguments, strict=True))
    except (struct.error, TypeError, AttributeError) as error:
        raise Garbled(f"an argument of {message.name} does not fit: {error}") from error
    size = _HEAD.size + len(body)
    if size > LONGEST:
        raise Garbled(f"{message.name} would have {size} bytes, more than {LONGEST}")
    return _HEAD.pack(object_id, opcode, size) + body


def head(data: bytes | bytearray) -> Head | None:
    """Read the head of the message that begins the bytes; None where that is not complete yet. Raises Garbled."""
    if len(data) < _HEAD.size:
        return None
    object_id, opcode, size = _HEAD.unpack_from(data)
    if size < _HEAD.size or size % 4 or object_id == 0:
        raise Garbled(f"a message of {size} bytes for object {object_id}")
    return Head(object_id, opcode, size)


def event(message: Message, body: bytes, next_descriptor: Callable[[], int]) -> list[Argument]:
    """Read the arguments of an event. `next_descriptor` gives the file descriptors that came beside the bytes, in order.
    Raises Garbled.
    """
    values: list[Argument] = []
    at = 0
    try:
        for kind in message.kinds:
            if kind == "h":
                values.append(next_descriptor())
                continue
            value, at = _read(kind, body, at)
            values.append(value)
    except (struct.error, IndexError, UnicodeDecodeError) as error:
        raise Garbled(f"{message.name} cannot be read: {error}") from error
    if at != len(body):
        raise Garbled(f"{message.name} has {len(body)} bytes, of which {at} were expected")
    return values


def _written(kind: str, value: Argument) -> bytes:
    if kind in "uno":
        return _U32.pack(value or 0)
    if kind == "i":
        return _I32.pack(value)
    if kind == "f":
        assert isinstance(value, int | float)
        return _I32.pack(round(value * _FIXED_POINT))
    if kind == "s":
        assert isinstance(value, str)
        if "\0" in value:
            raise Garbled("a text with a zero in it")
        return _padded(value.encode() + b"\0")
    assert isinstance(value, bytes)
    return _padded(value)


def _padded(data: bytes) -> bytes:
    return _U32.pack(len(data)) + data + bytes(-len(data) % 4)


def _read(kind: str, body: bytes, at: int) -> tuple[Argument, int]:
    if kind in "uno":
        return _U32.unpack_from(body, at)[0], at + 4
    if kind in "if":
        number = _I32.unpack_from(body, at)[0]
        return number / _FIXED_POINT if kind == "f" else number, at + 4
    length = _U32.unpack_from(body, at)[0]
    end = at + 4 + length
    if end > len(body):
        raise Garbled("a text or an array that is longer than its message")
    data = body[at + 4 : end]
    if kind == "s":
        return data.rstrip(b"\0").decode("utf-8", "replace") if length else None, end + -end % 4
    return data, end + -end % 4
