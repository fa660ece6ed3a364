"""Finds the cells of a picture with something to read or to press: words, icons and pictures, not plain lines."""

from __future__ import annotations

from PIL import Image, ImageChops

from ufo.schema.picture import Frame

CELL = 32
"""The side of a cell, in pixels."""
_STEP = 24
_FOR_EDGES = [0] * _STEP + [255] * (256 - _STEP)
_LEAST = 0.05


def drawn_cells(frame: Frame) -> list[int]:
    """Return a number for each row of cells, with one bit for each cell in which something is drawn; the lowest bit is the
    first cell.

    Letters have contrast across and down, a line in only one direction.
    """
    if min(frame.rect.width, frame.rect.height) < CELL:
        return []
    # Green is the same byte in BGRX and RGBX. It carries most of the brightness, and reading it alone saves a conversion.
    size = frame.rect.width, frame.rect.height
    small = Image.frombuffer("RGBX", size, frame.pixels, "raw", "RGBX", 0, 1).getchannel(1).reduce(2)
    across = ImageChops.difference(small, ImageChops.offset(small, 1, 0)).point(_FOR_EDGES).reduce(CELL // 2)
    down = ImageChops.difference(small, ImageChops.offset(small, 0, 1)).point(_FOR_EDGES).reduce(CELL // 2)
    both = ImageChops.darker(across, down)
    shares = both.tobytes()
    rows = (shares[start : start + both.width] for start in range(0, len(shares), both.width))
    return [sum(1 << place for place, share in enumerate(row) if share >= _LEAST * 255) for row in rows]
