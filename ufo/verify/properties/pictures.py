"""Reads properties of pictures from their headers. Only one that may be transparent is decoded."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from ufo.errors import UnreadableDocument
from ufo.verify.properties.query import Asked, Reader, Reading, switch, tell

_MODES = {
    "1": "black and white", "L": "greyscale", "LA": "greyscale", "I": "greyscale", "I;16": "greyscale", "F": "greyscale",
    "P": "indexed", "PA": "indexed", "RGB": "rgb", "RGBA": "rgba", "RGBX": "rgb", "CMYK": "cmyk",
}  # fmt: skip
_MOST_LOOKED_AT = 30_000_000
"""Pixels of a picture whose transparency is looked at."""
_LUMINANCE = (
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80,
    62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98,
    112, 100, 103, 99,
)  # fmt: skip
"""The table K.1 of ITU-T T.81, which encoders scale by the quality (Independent JPEG Group)."""


_ORIENTATION = 0x0112
AS_STORED = 1


@dataclass(frozen=True, slots=True)
class PictureHead:
    """What the header of a picture says. `transparent`: pixels of it may be. `all_opaque`: they may be, and none is.
    `orientation`: how it is to be turned or mirrored where it is shown, 1 to 8 (Exif 2.32,
    tag 274); 1 is as it is stored.
    """

    name: str
    kind: str
    mode: str
    width: int
    height: int
    dpi: tuple[float, float] | None
    transparent: bool
    all_opaque: bool
    orientation: int
    tables: tuple[tuple[int, ...], ...]


def open_picture(path: Path) -> PictureHead:
    """Read the header of a picture. Raises UnreadableDocument."""
    try:
        with Image.open(path) as picture:
            dpi = picture.info.get("dpi")
            has_dpi = isinstance(dpi, tuple) and len(dpi) == 2
            tables = getattr(picture, "quantization", None) or {}
            return PictureHead(
                path.name,
                (picture.format or "").lower(),
                picture.mode,
                picture.width,
                picture.height,
                (float(dpi[0]), float(dpi[1])) if has_dpi and dpi else None,
                *_transparency(picture),
                _orientation(picture),
                tuple(tuple(tables[key]) for key in sorted(tables)),
            )
    except (OSError, ValueError, SyntaxError, TypeError, Image.DecompressionBombError) as error:
        raise UnreadableDocument(f"{path.name} is broken: it is no picture that can be read ({error})") from error


def _transparency(picture: Image.Image) -> tuple[bool, bool]:
    """Return whether pixels may be transparent, and whether all of these are opaque after all: programs write the channel for
    nothing.
    """
    may_be = picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info
    if not may_be or picture.width * picture.height > _MOST_LOOKED_AT:
        return may_be, False
    try:
        all_opaque = picture.convert("RGBA").getchannel("A").getextrema() == (255, 255)
    except (OSError, ValueError, SyntaxError):
        return may_be, False
    return not all_opaque, all_opaque


def _orientation(picture: Image.Image) -> int:
    # Without this a PNG is decoded to look for data behind its picture.
    if "exif" not in picture.info and picture.format != "TIFF":
        return AS_STORED
    try:
        found = picture.getexif().get(_ORIENTATION)
    except (OSError, ValueError, SyntaxError, TypeError, struct.error):
        return AS_STORED
    return found if isinstance(found, int) and 1 <= found <= 8 else AS_STORED


def scaled(quality: int) -> tuple[int, ...]:
    """Return the quantisation table of that quality, sorted, because files order it in different ways."""
    scale = 5000 // quality if quality < 50 else 200 - 2 * quality
    return tuple(sorted(min(255, max(1, (one * scale + 50) // 100)) for one in _LUMINANCE))


def _quality(head: PictureHead, asked: Asked) -> list[Reading]:
    if not head.tables:
        raise UnreadableDocument(f"{head.name} has no quantisation tables")
    own = tuple(sorted(head.tables[0]))
    found = next((quality for quality in range(100, 0, -1) if scaled(quality) == own), None)
    if found is None:
        raise UnreadableDocument(f"{head.name} has quantisation tables of its own, so its quality is unknown")
    return tell(found)


def _dpi(head: PictureHead, asked: Asked) -> list[Reading]:
    if head.dpi is None:
        raise UnreadableDocument(f"{head.name} does not say its resolution in dots per inch")
    # A PNG counts dots per metre: 300 dots per inch are 299.9994 there.
    return [Reading(f"{round(value, 1):g}") for value in head.dpi]


def _of(read: Callable[[PictureHead], object]) -> Reader:
    return lambda head, asked: tell(read(head))


PICTURE: dict[str, Reader] = {
    "width": _of(lambda head: head.width),
    "height": _of(lambda head: head.height),
    "mode": _of(lambda head: _MODES.get(head.mode, head.mode)),
    "picture format": _of(lambda head: head.kind),
    "transparent": _of(lambda head: switch(head.transparent)),
    "quality": _quality,
    "dpi": _dpi,
}
