"""Blacks out parts of a picture, so that nothing of what they show can be told, not even its length."""

from __future__ import annotations

from collections.abc import Iterable

from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame


def blacked_out(frame: Frame, rects: Iterable[Rect]) -> Frame:
    """Return a copy of the frame with the rectangles black. `rects` are in screen coordinates; parts outside of the frame are
    ignored.
    """
    pixels = bytearray(frame.pixels)
    row_bytes = frame.rect.width * 4
    for rect in rects:
        inside = rect.intersection(frame.rect)
        first = (inside.y - frame.rect.y) * row_bytes + (inside.x - frame.rect.x) * 4
        black = bytes(inside.width * 4)
        for start in range(first, first + inside.height * row_bytes, row_bytes):
            pixels[start : start + len(black)] = black
    return Frame(frame.rect, bytes(pixels))
