"""Writes and reads D-Bus messages as bytes, for the few kinds of calls that a look makes by the thousand (D-Bus specification
0.41, "Message Protocol"). The library's messages serve everything else, but cost several times as much.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from dbus_fast import Variant

METHOD_RETURN, ERROR = 2, 3
# The most bytes that the specification allows a message to have.
LONGEST = 1 << 27
_HEAD = struct.Struct("<BBBBIII")
_FIXED = {"y": "B", "b": "I", "n": "h", "q": "H", "i": "i", "u": "I", "x": "q", "t": "Q", "d": "d", "h": "I"}
_SIZES = {code: struct.calcsize(f"<{form}") for code, form in _FIXED.items()}
_U32 = struct.Struct("<I")
_BOX = struct.Struct("<iiii")
_TWO = struct.Struct("<II")
# The two header fields, and the only ones, of replies by the common implementation.
_SERIAL, _SIGNATURE = b"\x05\x01u\x00", b"\x08\x01g\x00"
_USUAL = struct.Struct("<BBBBIII4sI4sB")
_DEEPEST = 32
_OFTEN = frozenset({"", "u", "ii", "ss"})


class Garbled(ValueError):
    """The bytes are no message, or a value has a type that these calls do not use."""


class Held(NamedTuple):
    """The contents of a variant."""

    value: object


class Reply(NamedTuple):
    serial: int
    body: list[Any]
    error: str


class _Form(NamedTuple):
    """The part of a call that is the same for all objects of an application: `tail` is everything after the path, `fields` and
    `body` are the lengths of its header fields and of its body.
    """

    tail: bytes
    fields: int
    body: int


@lru_cache(1024)
def _same_form(destination: str, interface: str, member: str, signature: str, values: tuple[Any, ...]) -> _Form:
    return _form(destination, interface, member, signature, values)


def _form(destination: str, interface: str, member: str, signature: str, values: tuple[Any, ...]) -> _Form:
    out = bytearray()
    for code, kind, text in ((2, "s", interface), (3, "s", member), (6, "s", destination), (8, "g", signature)):
        if text:
            _pad(out, 8)
            out += bytes((code, 1, ord(kind), 0))
            _write_text(out, kind, text)
    fields, body = len(out), bytearray()
    for kind, value in zip(signature, values, strict=True):
        _write(body, kind, value)
    _pad(out, 8)
    return _Form(bytes(out + body), fields, len(body))


@lru_cache(1 << 14)
def _path(path: str) -> bytes:
    """Return the path as the first header field. Every field starts at a multiple of 8, so the others do not depend on its
    length.
    """
    name = path.encode()
    field = b"\x01\x01o\x00" + _U32.pack(len(name)) + name + b"\x00"
    return field + bytes(-len(field) % 8)


def call(
    serial: int, destination: str, path: str, member: tuple[str, str], arguments: tuple[str, Sequence[Any]]
) -> bytes:
    """Write a method call. `member` is the pair of interface and member. Raises Garbled for an argument that is neither a plain
    value nor a text nor a variant of one.
    """
    signature, values = arguments
    # Text that is typed into applications must not stay in a cache.
    form = _same_form if signature in _OFTEN else _form
    tail, fields, body = form(destination, *member, signature, tuple(values))
    first = _path(path)
    return _HEAD.pack(108, 1, 0, 1, body, serial, len(first) + fields) + first + tail


@lru_cache(256)
def forms(destination: str, asks: tuple[tuple[str, str, str, tuple[Any, ...]], ...]) -> tuple[_Form, ...]:
    """Return the forms of calls that many objects are asked alike, each given as interface, member, signature, arguments."""
    return tuple(_form(destination, *ask) for ask in asks)


def calls(serial: int, path: str, same: Sequence[_Form]) -> bytes:
    """Write method calls to one object, numbered from `serial` on."""
    first = _path(path)
    size = len(first)
    return b"".join(
        [
            part
            for number, (tail, fields, body) in enumerate(same, serial)
            for part in (_HEAD.pack(108, 1, 0, 1, body, number, size + fields), first, tail)
        ]
    )


def measure(data: bytes | bytearray, at: int) -> int:
    """Return the number of bytes of the message that begins at `at`; 0 where its head is not complete yet. Raises Garbled."""
    if len(data) - at < 16:
        return 0
    endian, _, _, version, body, _, fields = _HEAD.unpack_from(data, at)
    if endian != 108 or version != 1:
        raise Garbled(f"a message that begins with {bytes(data[at : at + 4])!r}")
    length: int = 16 + fields + -fields % 8 + body
    if length > LONGEST:
        raise Garbled(f"a message of {length} bytes")
    return length


def usual(data: bytes, at: int) -> tuple[int, int, list[Any]] | None:
    """Return length, serial and values of the reply that begins at `at`. None where it has not the usual form, or is not
    complete. Raises Garbled.
    """
    if len(data) - at < _USUAL.size:
        return None
    endian, kind, _, version, body, _, fields, first, serial, second, size = _USUAL.unpack_from(data, at)
    if first != _SERIAL or second != _SIGNATURE or fields != 14 + size:
        return None
    if (endian, kind, version) != (108, METHOD_RETURN, 1):
        return None
    start = at + 16 + fields + -fields % 8
    end: int = start + body
    quick = _QUICK.get(data[at + 29 : at + 29 + size])
    if quick is None or end > len(data):
        return None
    try:
        return end - at, serial, quick(data, start, end)
    except (struct.error, IndexError, UnicodeDecodeError, KeyError) as error:
        raise Garbled(f"a reply that cannot be read: {error}") from error


def reply(message: bytes) -> Reply | None:
    """Read a reply; None for a message of another kind. Raises Garbled."""
    kind = message[1]
    if kind not in (METHOD_RETURN, ERROR):
        return None
    try:
        fields, start = _fields(message)
        body = _values(str(fields.get(8, "")), message[start:])
    except (struct.error, IndexError, UnicodeDecodeError, KeyError) as error:
        raise Garbled(f"a reply that cannot be read: {error}") from error
    return Reply(int(fields.get(5, 0)), body, str(fields.get(4, "unnamed error")) if kind == ERROR else "")


def _fields(message: bytes) -> tuple[dict[int, Any], int]:
    """Return the header fields by their codes, and where the body begins."""
    end = 16 + int(_U32.unpack_from(message, 12)[0])
    at, found = 16, {}
    while at < end:
        code, kind = message[at], message[at + 2]
        at += 4
        if kind == 117:
            found[code] = _U32.unpack_from(message, at)[0]
            at += 4
        elif kind == 103:
            length = message[at]
            found[code] = message[at + 1 : at + 1 + length].decode()
            at += length + 2
        else:
            length = _U32.unpack_from(message, at)[0]
            found[code] = message[at + 4 : at + 4 + length].decode()
            at += length + 5
        at += -at % 8
    return found, end + -end % 8


def _values(signature: str, body: bytes) -> list[Any]:
    quick = _QUICK.get(signature.encode())
    if quick is not None:
        return quick(body, 0, len(body))
    values: list[Any] = []
    place = at = 0
    while place < len(signature):
        value, place, at = _read(signature, place, body, at, 0)
        values.append(value)
    return values


def _text(body: bytes, at: int) -> tuple[str, int]:
    end = at + 4 + int(_U32.unpack_from(body, at)[0])
    if end >= len(body):
        raise Garbled("a text that is longer than its message")
    return body[at + 4 : end].decode("utf-8", "replace"), end + 1


# The next functions read the values of a body that lies from `start` to `end` among other messages.


def _quick_text(data: bytes, start: int, end: int) -> list[Any]:
    if int(_U32.unpack_from(data, start)[0]) != end - start - 5:
        raise Garbled("a text that is not as long as its message")
    return [data[start + 4 : end - 1].decode("utf-8", "replace")]


def _quick_number(data: bytes, start: int, end: int) -> list[Any]:
    if end - start != 4:
        raise Garbled("a number that does not fill its message")
    return [_U32.unpack_from(data, start)[0]]


def _quick_words(data: bytes, start: int, end: int) -> list[Any]:
    # Nearly all answers of this type are the two words of the states.
    if end - start == 12 and data[start] == 8:
        return [_TWO.unpack_from(data, start + 4)]
    return [_read("au", 0, data[start:end], 0, 0)[0]]


def _quick_box(data: bytes, start: int, end: int) -> list[Any]:
    if end - start != 16:
        raise Garbled("a rectangle that does not fill its message")
    return [_BOX.unpack_from(data, start)]


def _quick_variant(data: bytes, start: int, end: int) -> list[Any]:
    if data[start : start + 4] == b"\x01s\x00\x00":
        return [Held(_quick_text(data, start + 4, end)[0])]
    return [_read("v", 0, data[start:end], 0, 0)[0]]


def _quick_object(data: bytes, start: int, end: int) -> list[Any]:
    return [_object(data[start:end], 0)[0]]


def _quick_objects(data: bytes, start: int, end: int) -> list[Any]:
    if end - start <= 8:
        return [[]]
    # A body begins at a multiple of 8, and so does every structure.
    body, at, found = data[start:end], 8, []
    last = at + int(_U32.unpack_from(body, 0)[0])
    while at < last:
        pair, at = _object(body, at + -at % 8)
        found.append(pair)
    return [found]


def _object(body: bytes, at: int) -> tuple[tuple[str, str], int]:
    bus, at = _text(body, at)
    path, at = _text(body, at + -at % 4)
    return (bus, path), at


_QUICK: dict[bytes, Callable[[bytes, int, int], list[Any]]] = {
    b"s": _quick_text,
    b"u": _quick_number,
    b"v": _quick_variant,
    b"au": _quick_words,
    b"(iiii)": _quick_box,
    b"(so)": _quick_object,
    b"a(so)": _quick_objects,
}


def _read(signature: str, place: int, message: bytes, at: int, depth: int) -> tuple[Any, int, int]:
    """Read the value of the type at `place` in the signature. Return it, where the next type begins, and where the next value
    does.
    """
    kind = signature[place]
    if depth > _DEEPEST:
        raise Garbled(f"a reply nested deeper than {_DEEPEST}")
    if kind in _FIXED:
        at += -at % _SIZES[kind]
        value = struct.unpack_from("<" + _FIXED[kind], message, at)[0]
        return bool(value) if kind == "b" else value, place + 1, at + _SIZES[kind]
    if kind in "so":
        text, at = _text(message, at + -at % 4)
        return text, place + 1, at
    if kind in "gv":
        end = at + 1 + message[at]
        text = message[at + 1 : end].decode()
        if kind == "g":
            return text, place + 1, end + 1
        value, _, at = _read(text, 0, message, end + 1, depth + 1)
        return Held(value), place + 1, at
    if kind in "({":
        return _read_struct(signature, place + 1, message, at + -at % 8, depth)
    if kind == "a":
        return _read_array(signature, place + 1, message, at + -at % 4, depth)
    raise Garbled(f"a reply of type {signature!r}")


def _read_struct(signature: str, place: int, message: bytes, at: int, depth: int) -> tuple[Any, int, int]:
    values = []
    while signature[place] not in ")}":
        value, place, at = _read(signature, place, message, at, depth + 1)
        values.append(value)
    if not values:
        # The loop over an array of empty structures would never end.
        raise Garbled("an empty structure")
    return values, place + 1, at


def _read_array(signature: str, place: int, message: bytes, at: int, depth: int) -> tuple[Any, int, int]:
    length = int(_U32.unpack_from(message, at)[0])
    at += 4
    at += -at % _alignment(signature[place])
    end = at + length
    if end > len(message):
        raise Garbled("an array that is longer than its message")
    values = []
    while at < end:
        value, _, at = _read(signature, place, message, at, depth + 1)
        values.append(value)
    return values, _after(signature, place), end


def _after(signature: str, place: int) -> int:
    """Return where the type that begins at `place` ends."""
    while signature[place] == "a":
        place += 1
    if signature[place] not in "({":
        return place + 1
    depth = 0
    while True:
        depth += (signature[place] in "({") - (signature[place] in ")}")
        place += 1
        if not depth:
            return place


def _alignment(kind: str) -> int:
    if kind in "({":
        return 8
    return 1 if kind in "gv" else _SIZES.get(kind, 4)


def _pad(out: bytearray, size: int) -> None:
    out += bytes(-len(out) % size)


def _write(out: bytearray, kind: str, value: Any) -> None:
    if kind in _FIXED:
        _pad(out, _SIZES[kind])
        out += struct.pack("<" + _FIXED[kind], value)
    elif kind in "so":
        _pad(out, 4)
        _write_text(out, kind, value)
    elif kind == "v" and isinstance(value, Variant) and len(value.signature) == 1:
        _write_text(out, "g", value.signature)
        _write(out, value.signature, value.value)
    else:
        raise Garbled(f"an argument of type {kind!r}")


def _write_text(out: bytearray, kind: str, text: str) -> None:
    data = text.encode()
    out += bytes((len(data),)) if kind == "g" else _U32.pack(len(data))
    out += data + b"\x00"
