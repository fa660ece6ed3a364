"""Reads pictures and their properties from their headers. Only one that may be transparent, or all of one colour, is decoded."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from ufo.conditions.readers.model import Document
from ufo.conditions.readers.query import Asked, Reading, of_file, switch
from ufo.errors import UnreadableDocument
from ufo.schema.picture import png_rect

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff")
_HEAD_BYTES = 1 << 20
_BROKEN = (OSError, ValueError, SyntaxError, TypeError, Image.DecompressionBombError)

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
_MOST_PIXELS = 40_000_000
"""Of a picture that is looked at for being all of one colour."""


def read_picture(path: Path) -> Document:
    """Read a picture's size, with "WIDTHxHEIGHT" in pixels as the one paragraph. The picture is not decoded."""
    try:
        width, height = _png_size(path) if path.suffix.lower() == ".png" else _size(path)
    except _BROKEN as error:
        raise UnreadableDocument(f"{path.name} is broken: {error}") from error
    return Document(path, paragraphs=(f"{width}x{height}",), size=(width, height))


def _png_size(path: Path) -> tuple[int, int]:
    with path.open("rb") as file:
        rect = png_rect(file.read(_HEAD_BYTES))
    return rect.width, rect.height


def _size(path: Path) -> tuple[int, int]:
    with Image.open(path) as picture:
        return picture.size


def is_blank(path: Path) -> bool:
    """Tell whether a PNG picture is all of one colour. Return False where it cannot be read or is too large. Blocking."""
    if path.suffix.lower() != ".png":
        return False
    try:
        with Image.open(path) as picture:
            if picture.width * picture.height > _MOST_PIXELS:
                return False
            bands = picture.convert("RGBA").split()
            return all(low == high for low, high in (band.getextrema() for band in bands))
    except _BROKEN:
        return False


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
    except _BROKEN as error:
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


def _scaled(quality: int) -> tuple[int, ...]:
    """Return the quantisation table of that quality, sorted, because files order it in different ways."""
    scale = 5000 // quality if quality < 50 else 200 - 2 * quality
    return tuple(sorted(min(255, max(1, (value * scale + 50) // 100)) for value in _LUMINANCE))


@of_file
def quality(head: PictureHead) -> int:
    if not head.tables:
        raise UnreadableDocument(f"{head.name} has no quantisation tables")
    own = tuple(sorted(head.tables[0]))
    found = next((quality for quality in range(100, 0, -1) if _scaled(quality) == own), None)
    if found is None:
        raise UnreadableDocument(f"{head.name} has quantisation tables of its own, so its quality is unknown")
    return found


def dpi(head: PictureHead, asked: Asked) -> list[Reading]:
    if head.dpi is None:
        raise UnreadableDocument(f"{head.name} does not say its resolution in dots per inch")
    # A PNG counts dots per metre: 300 dots per inch are 299.9994 there.
    return [Reading(f"{round(value, 1):g}") for value in head.dpi]


@of_file
def mode(head: PictureHead) -> str:
    return _MODES.get(head.mode, head.mode)


@of_file
def transparent(head: PictureHead) -> str:
    return switch(head.transparent)
