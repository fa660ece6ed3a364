"""Reads the resources that a GTK program carries: GResource bundles, in a file of their own or in sections of an ELF file.

Formats: GVariant Database as GLib writes it (gvdb), and the ELF specification. A file of another form has no resources.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

_MOST_FILE, _MOST_RESOURCE = 256 << 20, 4 << 20
_GVDB = b"GVariant"
_SECTION = b".gresource"
_KIND = b"\0(uuay)"
_COMPRESSED = 1
_ITEM = struct.Struct("<IIIHcxII")


def resources(path: Path, ending: str) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each resource whose name has that ending."""
    try:
        if path.stat().st_size > _MOST_FILE:
            return
        data = path.read_bytes()
    except OSError:
        return
    bundles = [data] if data.startswith(_GVDB) else _sections(data)
    for bundle in bundles:
        try:
            yield from _in_bundle(bundle, ending)
        except (struct.error, IndexError, ValueError, zlib.error):
            continue


def _sections(data: bytes) -> list[bytes]:
    try:
        return list(_elf_sections(data))
    except (struct.error, IndexError, ValueError):
        return []


def _elf_sections(data: bytes) -> Iterator[bytes]:
    """Yield the content of each section that holds resources, of a 64-bit little-endian file."""
    if data[:6] != b"\x7fELF\x02\x01":
        return
    (table,) = struct.unpack_from("<Q", data, 40)
    size, count, names_at = struct.unpack_from("<HHH", data, 58)
    headers = [struct.unpack_from("<IIQQQQ", data, table + place * size) for place in range(count)]
    names = headers[names_at][4]
    for name, _, _, _, offset, length in headers:
        begins = names + name
        if data[begins : begins + len(_SECTION)] == _SECTION:
            yield data[offset : offset + length]


def _in_bundle(bundle: bytes, ending: str) -> Iterator[tuple[str, bytes]]:
    if not bundle.startswith(_GVDB):
        return
    start, end = struct.unpack_from("<II", bundle, 16)
    bloom, buckets = struct.unpack_from("<II", bundle, start)
    first = start + 8 + 4 * (bloom & 0x07FFFFFF) + 4 * buckets
    items = [_ITEM.unpack_from(bundle, at) for at in range(first, end - _ITEM.size + 1, _ITEM.size)]
    for place, (_, _, _, _, kind, begins, stops) in enumerate(items):
        if kind == b"v" and (name := _name(bundle, items, place)).endswith(ending):
            content = _content(bundle[begins:stops])
            if content is not None:
                yield name, content


def _name(bundle: bytes, items: list[tuple[int, int, int, int, bytes, int, int]], place: int) -> str:
    parts: list[bytes] = []
    for _ in range(64):
        _, parent, begins, length, *_ = items[place]
        parts.append(bundle[begins : begins + length])
        if parent >= len(items):
            break
        place = parent
    return b"".join(reversed(parts)).decode("utf-8", "replace")


def _content(value: bytes) -> bytes | None:
    size, flags = struct.unpack_from("<II", value)
    if not value.endswith(_KIND) or size > _MOST_RESOURCE:
        return None
    data = value[8 : -len(_KIND)]
    if not flags & _COMPRESSED:
        return data[:size]
    return zlib.decompressobj().decompress(data, _MOST_RESOURCE)
