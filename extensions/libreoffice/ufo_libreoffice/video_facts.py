"""Reads kind, size and duration of a video from the file itself: AVI (Microsoft's description) and MP4 (ISO/IEC 14496-12)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_MOST_HEAD = 64 * 1024 * 1024
_HOLDERS = (b"moov", b"trak", b"mdia", b"minf", b"stbl")


@dataclass(frozen=True, slots=True)
class VideoFacts:
    """`kind`: avi or mp4, with the name of the codec ("mp4 avc1"). Width and height in points."""

    kind: str
    width: int
    height: int
    seconds: float


def video_facts(path: Path) -> VideoFacts | None:
    """Return what the file says of its video; None where it is no whole AVI or MP4 with one. Raises OSError."""
    with path.open("rb") as file:
        head = file.read(12)
    try:
        if head[:4] == b"RIFF" and head[8:12] == b"AVI ":
            return _avi(path)
        return _mp4(path) if head[4:8] == b"ftyp" else None
    except (struct.error, IndexError, ZeroDivisionError):
        return None


def _avi(path: Path) -> VideoFacts | None:
    with path.open("rb") as file:
        head = file.read(_MOST_HEAD if path.stat().st_size < _MOST_HEAD else 4096)
    about, stream = head.find(b"avih"), head.find(b"strhvids"[:4])
    if about < 0 or stream < 0 or path.stat().st_size < struct.unpack_from("<I", head, 4)[0]:
        return None
    width, height = struct.unpack_from("<II", head, about + 8 + 32)
    scale, rate, _, frames = struct.unpack_from("<IIII", head, stream + 8 + 20)
    codec = head[stream + 12 : stream + 16].decode("ascii", "replace")
    return VideoFacts(f"avi {codec}", width, height, frames * scale / rate)


def _mp4(path: Path) -> VideoFacts | None:
    data = b""
    with path.open("rb") as file:
        for kind, start, size in _top_boxes(file, path.stat().st_size):
            if kind == b"moov" and size <= _MOST_HEAD:
                file.seek(start)
                data = file.read(size)
    if not data:
        return None
    boxes = list(_boxes(data, 0, len(data)))
    seconds = next(_seconds(data, start) for kind, start in boxes if kind == b"mvhd")
    sizes = [_track_size(data, start) for kind, start in boxes if kind == b"tkhd"]
    codecs = [data[start + 12 : start + 16].decode("ascii", "replace") for kind, start in boxes if kind == b"stsd"]
    at = next((place for place, size in enumerate(sizes) if all(size)), -1)
    return VideoFacts(f"mp4 {codecs[at]}", *sizes[at], seconds) if at >= 0 else None


def _top_boxes(file: object, whole: int) -> Iterator[tuple[bytes, int, int]]:
    place = 0
    while place + 8 <= whole:
        file.seek(place)  # type: ignore[attr-defined]
        size, kind = struct.unpack(">I4s", file.read(8))  # type: ignore[attr-defined]
        head = 8
        if size == 1:
            size, head = struct.unpack(">Q", file.read(8))[0], 16  # type: ignore[attr-defined]
        if size < head or place + size > whole:
            return
        yield kind, place + head, size - head
        place += size


def _boxes(data: bytes, start: int, end: int) -> Iterator[tuple[bytes, int]]:
    """Iterate over the boxes between two places, with those inside, by their kind and where their contents begin."""
    while start + 8 <= end:
        size, kind = struct.unpack_from(">I4s", data, start)
        if size < 8:
            return
        yield kind, start + 8
        if kind in _HOLDERS:
            yield from _boxes(data, start + 8, min(start + size, end))
        start += size


def _seconds(data: bytes, start: int) -> float:
    if data[start] == 1:
        scale, duration = struct.unpack_from(">IQ", data, start + 20)
    else:
        scale, duration = struct.unpack_from(">II", data, start + 12)
    return float(duration / scale)


def _track_size(data: bytes, start: int) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", data, start + (88 if data[start] == 1 else 76))
    return width >> 16, height >> 16
