"""Between pixels and picture files. PNG is written here: one pass of ISA-L at level 1 beats Pillow's writer several times."""

from __future__ import annotations

import io
import struct

from isal import isal_zlib
from PIL import Image, UnidentifiedImageError

from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame, Picture

PNG = "image/png"
JPEG = "image/jpeg"

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_RGB_8_BIT = (8, 2, 0, 0, 0)
_UNIT_PIXEL = 0


def png(frame: Frame) -> Picture:
    """Lossless, same size. Raises ValueError where the frame is empty or its pixels are not width * height * 4 bytes."""
    return png_of(_image(frame), frame.rect)


def png_of(image: Image.Image, rect: Rect) -> Picture:
    """Lossless. The place of `rect` on the screen is kept in the file too (oFFs), so that the file tells it by itself."""
    width, height = image.size
    rgb = image if image.mode == "RGB" else image.convert("RGB")
    chunks = (
        _SIGNATURE,
        _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, *_RGB_8_BIT)),
        _chunk(b"oFFs", struct.pack(">iiB", rect.x, rect.y, _UNIT_PIXEL)),
        _chunk(b"IDAT", isal_zlib.compress(_scanlines(rgb), 1)),
        _chunk(b"IEND", b""),
    )
    return Picture(b"".join(chunks), PNG, rect)


def jpeg(source: Frame | Picture, quality: int = 80) -> Picture:
    """Smaller and lossy, same size. `quality` 1 to 95."""
    image = _image(source) if isinstance(source, Frame) else decode(source)
    return jpeg_of(image, source.rect, quality)


def jpeg_of(image: Image.Image, rect: Rect, quality: int = 80) -> Picture:
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality)
    return Picture(out.getvalue(), JPEG, rect)


def scaled(picture: Picture, max_edge: int, quality: int = 80) -> Picture:
    """A JPEG whose longest edge is at most `max_edge` pixels; `rect` stays the screen region that it shows."""
    if max_edge < 1:
        raise ValueError(f"the longest edge must be at least 1 pixel, not {max_edge}")
    image = decode(picture)
    longest = max(image.size)
    if longest > max_edge:
        size = (max(1, image.width * max_edge // longest), max(1, image.height * max_edge // longest))
        image = image.resize(size, Image.Resampling.HAMMING)
    return jpeg_of(image, picture.rect, quality)


def decode(picture: Picture) -> Image.Image:
    """As RGB. Raises ValueError for what is no picture."""
    try:
        image = Image.open(io.BytesIO(picture.data))
        return image.convert("RGB")
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ValueError(f"a {picture.mime!r} of {len(picture.data)} bytes is no readable picture: {error}") from error


def _image(frame: Frame) -> Image.Image:
    width, height = frame.rect.width, frame.rect.height
    if frame.rect.is_empty or len(frame.pixels) != width * height * 4:
        raise ValueError(f"a frame of {width}x{height} does not go with {len(frame.pixels)} bytes; capture it again")
    return Image.frombuffer("RGB", (width, height), frame.pixels, "raw", "BGRX", 0, 1)


def _scanlines(image: Image.Image) -> bytes:
    """Rows, each led by filter type 0: on screens full of flat colour, filters cost time and gain little."""
    # Pillow closes each row with the zero that leads the next one.
    return b"\x00" + image.tobytes("raw", "RGB", image.width * 3 + 1)[:-1]


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", isal_zlib.crc32(body, isal_zlib.crc32(kind)))
