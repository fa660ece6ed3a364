"""Encodes pixels as picture files, decodes them, and blacks out parts of them. PNG is written here: ISA-L at level 1 is several
times faster than Pillow's writer.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

from isal import isal_zlib
from PIL import Image, UnidentifiedImageError

from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame, Picture

PNG = "image/png"
JPEG = "image/jpeg"

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_RGB_8_BIT = (8, 2, 0, 0, 0)
_UNIT_PIXEL = 0
_BAND_ROWS = 64


def png(frame: Frame) -> Picture:
    """Encode a frame as PNG: lossless, same size. Raises ValueError where it is empty or its pixels do not fit its size."""
    width, height = _size(frame)
    pixels, row = memoryview(frame.pixels), width * 4
    bands = (_rgb((width, below - top), pixels[top * row : below * row]) for top, below in _bands(height))
    return _png((width, height), bands, frame.rect)


def png_of(image: Image.Image, rect: Rect) -> Picture:
    """Encode an image as PNG: lossless, same size. The file also records the position of `rect` on the screen (oFFs)."""
    rgb = image if image.mode == "RGB" else image.convert("RGB")
    bands = (rgb.crop((0, top, rgb.width, below)) for top, below in _bands(rgb.height))
    return _png(rgb.size, bands, rect)


def jpeg_of(image: Image.Image, rect: Rect, quality: int = 80) -> Picture:
    """Encode an image as JPEG: smaller and lossy, same size. `quality` is 1 to 95; `rect` is the screen region that it shows."""
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality)
    return Picture(out.getvalue(), JPEG, rect)


def scaled(image: Image.Image, rect: Rect, max_edge: int, quality: int = 80, *, halved: bool = False) -> Picture:
    """Encode an image as JPEG, scaled down to a longest edge of at most `max_edge` pixels. `rect` is the screen region that it
    shows. `halved` scales in two threads, for when nothing else is at work. Raises ValueError where `max_edge` is below 1.
    """
    if max_edge < 1:
        raise ValueError(f"the longest edge must be at least 1 pixel, not {max_edge}")
    longest = max(image.size)
    if longest > max_edge:
        size = (max(1, image.width * max_edge // longest), max(1, image.height * max_edge // longest))
        image = _resized(image, size) if halved else image.resize(size, Image.Resampling.HAMMING)
    return jpeg_of(image, rect, quality)


def _resized(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Resize the two halves at the same time; Pillow releases the interpreter's lock. Each half sees the pixels around it, so
    that no seam shows where they meet.
    """
    width, height = size
    upper = height // 2
    cut = upper * image.height / height
    result = Image.new(image.mode, size)
    with ThreadPoolExecutor(1) as beside:
        lower = beside.submit(_part, image, (width, height - upper), (0, cut, image.width, image.height))
        if upper:
            result.paste(_part(image, (width, upper), (0, 0, image.width, cut)), (0, 0))
        result.paste(lower.result(), (0, upper))
    return result


def _part(image: Image.Image, size: tuple[int, int], box: tuple[float, float, float, float]) -> Image.Image:
    return image.resize(size, Image.Resampling.HAMMING, box)


def decode(picture: Picture) -> Image.Image:
    """Decode a picture as RGB. Raises ValueError where it cannot be read."""
    try:
        image: Image.Image = Image.open(io.BytesIO(picture.data))
        image.load()
        return image if image.mode == "RGB" else image.convert("RGB")
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ValueError(f"a {picture.mime!r} of {len(picture.data)} bytes is no readable picture: {error}") from error


def image_of(frame: Frame) -> Image.Image:
    """Return the frame as an RGB image. Raises ValueError as `png` does."""
    return _rgb(_size(frame), frame.pixels)


def _rgb(size: tuple[int, int], pixels: bytes | memoryview) -> Image.Image:
    # The stubs name fewer buffers than Pillow takes.
    return Image.frombuffer("RGB", size, pixels, "raw", "BGRX", 0, 1)  # type: ignore[arg-type]


def _size(frame: Frame) -> tuple[int, int]:
    width, height = frame.rect.width, frame.rect.height
    if frame.rect.is_empty or len(frame.pixels) != width * height * 4:
        raise ValueError(f"a frame of {width}x{height} does not match its {len(frame.pixels)} bytes; capture it again")
    return width, height


def _png(size: tuple[int, int], bands: Iterable[Image.Image], rect: Rect) -> Picture:
    chunks = (
        _SIGNATURE,
        _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, *_RGB_8_BIT)),
        _chunk(b"oFFs", struct.pack(">iiB", rect.x, rect.y, _UNIT_PIXEL)),
        _chunk(b"IDAT", _deflated(bands)),
        _chunk(b"IEND", b""),
    )
    return Picture(b"".join(chunks), PNG, rect)


def _bands(height: int) -> Iterator[tuple[int, int]]:
    """Iterate over (top, bottom) of a few rows at a time, whose memory is reused; that for a whole picture is new each time."""
    for top in range(0, height, _BAND_ROWS):
        yield top, min(height, top + _BAND_ROWS)


def _deflated(bands: Iterable[Image.Image]) -> bytes:
    """Compress the rows, each after filter type 0: on screens full of flat colour, filters cost time and gain little."""
    deflate = isal_zlib.compressobj(1)
    pieces: list[bytes] = []
    lead = b"\x00"
    for band in bands:
        pieces.append(deflate.compress(lead))
        # Pillow pads each row with a zero, which is the filter type of the next row.
        rows = band.tobytes("raw", "RGB", band.width * 3 + 1)
        pieces.append(deflate.compress(memoryview(rows)[:-1]))
    return b"".join([*pieces, deflate.flush()])


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", isal_zlib.crc32(body, isal_zlib.crc32(kind)))


def blacked_out(frame: Frame, rects: Iterable[Rect]) -> Frame:
    """Return a copy of the frame with the rectangles (screen coordinates) black, as far as the frame shows them."""
    pixels = bytearray(frame.pixels)
    row_bytes = frame.rect.width * 4
    for rect in rects:
        inside = rect.intersection(frame.rect)
        first = (inside.y - frame.rect.y) * row_bytes + (inside.x - frame.rect.x) * 4
        black = bytes(inside.width * 4)
        for start in range(first, first + inside.height * row_bytes, row_bytes):
            pixels[start : start + len(black)] = black
    return Frame(frame.rect, bytes(pixels))
