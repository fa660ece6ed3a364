"""Writes a video of JPEG pictures without a library: an AVI file, as Microsoft's description of RIFF files has it."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

_WIDTH, _HEIGHT = 320, 240


def _chunk(tag: bytes, data: bytes) -> bytes:
    return tag + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def write_avi(path: Path, pictures: Sequence[bytes], per_second: int) -> None:
    """Write pictures of 320 by 240 points."""
    size = (_WIDTH, _HEIGHT)
    whole = struct.pack("<14I", 1_000_000 // per_second, 0, 0, 0x10, len(pictures), 0, 1, 0, *size, 0, 0, 0, 0)
    stream = b"vidsMJPG" + struct.pack("<IHHIIIIIIIIhhhh", *(0,) * 4, 1, per_second, 0, len(pictures), *(0,) * 5, *size)
    kind = struct.pack("<IiiHH4sIiiII", 40, *size, 1, 24, b"MJPG", _WIDTH * _HEIGHT * 3, *(0,) * 4)
    about = _chunk(b"LIST", b"strl" + _chunk(b"strh", stream) + _chunk(b"strf", kind))
    held, index = b"movi", b""
    for picture in pictures:
        index += b"00dc" + struct.pack("<III", 0x10, len(held), len(picture))
        held += _chunk(b"00dc", picture)
    head = _chunk(b"LIST", b"hdrl" + _chunk(b"avih", whole) + about)
    path.write_bytes(_chunk(b"RIFF", b"AVI " + head + _chunk(b"LIST", held) + _chunk(b"idx1", index)))
