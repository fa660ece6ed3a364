"""Where pixels differ: between two frames, and within one."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image, ImageChops, ImageFilter

from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_BAND = 32
_EDGE = 40


def image_of(frame: Frame) -> Image.Image:
    """As RGB. Raises ValueError where the pixels do not go with the size."""
    return Image.frombuffer("RGB", (frame.rect.width, frame.rect.height), frame.pixels, "raw", "BGRX", 0, 1)


def busy_share(frame: Frame, region: Rect) -> float:
    """How much of a region is edges, 0.0 to 1.0: about 0 for plain ground, 0.1 and more for text."""
    part = frame.cropped(region)
    if part.rect.is_empty:
        return 0.0
    edges = image_of(part).convert("L").filter(ImageFilter.FIND_EDGES)
    histogram = edges.histogram()
    return sum(histogram[_EDGE:]) / part.rect.area


def changed_regions(before: Frame, after: Frame) -> Iterator[Rect]:
    """Screen rectangles that hold all pixels that differ; both frames show the same region of the screen."""
    row = before.rect.width * 4
    height = before.rect.height
    started: int | None = None
    for top in range(0, height + _BAND, _BAND):
        piece = slice(top * row, min(height, top + _BAND) * row)
        differs = top < height and before.pixels[piece] != after.pixels[piece]
        if differs and started is None:
            started = top
        if not differs and started is not None:
            band = Rect(before.rect.x, before.rect.y + started, before.rect.width, min(top, height) - started)
            started = None
            box = ImageChops.difference(image_of(before.cropped(band)), image_of(after.cropped(band))).getbbox()
            if box is not None:
                yield Rect.from_ltrb(*box).moved(band.x, band.y)
