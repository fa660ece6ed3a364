"""Writes a video of JPEG pictures without an encoder: an AVI file (Microsoft's "AVI RIFF File Reference")."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_HAS_INDEX, _KEY_FRAME = 0x10, 0x10
_MOST_BYTES = 2**31 - 2**20
"""The size up to which every player reads such a file."""


class VideoTooLarge(ValueError):
    """Raised where a video would not fit into such a file."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Width and height in points, and pictures per second."""

    width: int
    height: int
    rate: int


def write_avi(path: Path, shape: Shape, pictures: Iterable[tuple[Path, int]]) -> None:
    """Write the pictures, each shown for so many frames. Raises VideoTooLarge."""
    index: list[tuple[int, int]] = []
    with path.open("wb") as file:
        file.write(_head(shape, 0, 0))
        start = file.tell() - 4
        for picture, frames in pictures:
            data = picture.read_bytes()
            chunk = b"00dc" + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
            for _ in range(frames):
                index.append((file.tell() - start, len(data)))
                file.write(chunk)
                if file.tell() > _MOST_BYTES:
                    raise VideoTooLarge(f"it would be larger than {_MOST_BYTES >> 20} MB")
        held = file.tell() - start
        entries = b"".join(b"00dc" + struct.pack("<III", _KEY_FRAME, *one) for one in index)
        file.write(b"idx1" + struct.pack("<I", len(entries)) + entries)
        end = file.tell()
        file.seek(0)
        file.write(_head(shape, len(index), held, end - 8))


def _head(shape: Shape, frames: int, held: int, whole: int = 0) -> bytes:
    """Return all that stands before the first picture."""
    size = (shape.width, shape.height)
    about = struct.pack("<14I", 1_000_000 // shape.rate, 0, 0, _HAS_INDEX, frames, 0, 1, 0, *size, 0, 0, 0, 0)
    times = struct.pack("<IHHIIIIIIII", 0, 0, 0, 0, 1, shape.rate, 0, frames, 0, 0, 0)
    stream = _chunk(b"strh", b"vidsMJPG" + times + struct.pack("<4h", 0, 0, *size))
    kind = struct.pack("<IiiHH4sIiiII", 40, *size, 1, 24, b"MJPG", shape.width * shape.height * 3, 0, 0, 0, 0)
    lists = _chunk(
        b"LIST", b"hdrl" + _chunk(b"avih", about) + _chunk(b"LIST", b"strl" + stream + _chunk(b"strf", kind))
    )
    return b"RIFF" + struct.pack("<I", whole) + b"AVI " + lists + b"LIST" + struct.pack("<I", held) + b"movi"


def _chunk(tag: bytes, data: bytes) -> bytes:
    return tag + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
