"""Pictures as values: raw pixels as captured (`Frame`) and an encoded file (`Picture`)."""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from ufo.schema.geometry import Rect

_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Frame:
    """Pixels of a screen region: BGRX, 4 bytes a pixel, rows from the top, no padding. `rect` is in screen pixels."""

    rect: Rect
    pixels: bytes

    def cropped(self, rect: Rect) -> Frame:
        """Return the part of the frame that lies in `rect`, an empty frame where there is none."""
        inside = self.rect.intersection(rect)
        if inside == self.rect:
            return self
        row_bytes = self.rect.width * 4
        first = (inside.y - self.rect.y) * row_bytes + (inside.x - self.rect.x) * 4
        starts = range(first, first + inside.height * row_bytes, row_bytes)
        return Frame(inside, b"".join(self.pixels[start : start + inside.width * 4] for start in starts))


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture. `rect` is the screen region that it shows, in pixels; the picture has that size unless scaled."""

    data: bytes
    mime: str
    rect: Rect

    @property
    def data_url(self) -> str:
        return f"data:{self.mime};base64,{base64.b64encode(self.data).decode('ascii')}"

    @classmethod
    def from_data_url(cls, url: str, rect: Rect | None = None) -> Picture:
        """Read a picture from a base64 `data:` URL. Without `rect`, the PNG's own size and its place on the screen (oFFs chunk)
        are used.

        Raises ValueError for any other URL, and without `rect` for a picture that is not a PNG.
        """
        head, comma, body = url.partition(",")
        if not comma or not head.startswith("data:") or not head.endswith(";base64"):
            raise ValueError(f"not a base64 data URL: {url[:40]!r}")
        data = base64.b64decode(body, validate=True)
        return cls(data, head[len("data:") : -len(";base64")], rect or png_rect(data))


def png_rect(data: bytes) -> Rect:
    """Return the size (IHDR) and the place on the screen (oFFs, PNG extensions 1.2.0, unit pixel; 0, 0 where absent) of a PNG.
    Raises ValueError for a picture that is not a PNG.
    """
    x = y = width = height = 0
    for kind, body in _png_head(data):
        if kind == b"IHDR":
            width, height = struct.unpack(">II", body[:8])
        elif kind == b"oFFs":
            x, y = struct.unpack(">ii", body[:8])
    if not width or not height:
        raise ValueError("not a PNG picture")
    return Rect(x, y, width, height)


def _png_head(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks before the pixels, as type and body."""
    if not data.startswith(_PNG_SIGNATURE):
        return
    place = len(_PNG_SIGNATURE)
    while place + 12 <= len(data):
        (length,) = struct.unpack(">I", data[place : place + 4])
        kind = data[place + 4 : place + 8]
        if kind == b"IDAT":
            return
        yield kind, data[place + 8 : place + 8 + length]
        place += 12 + length
