"""How much there is to see in a region of a picture."""

from __future__ import annotations

from PIL import Image, ImageFilter

from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

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
