"""Composes pictures: two side by side, or one with frames around the controls that were acted on."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from ufo.vision.labels.annotate import Colour
from ufo.vision.labels.placement import Box

_GAP = 8
_GROUND: Colour = (128, 128, 128)
_HALO: Colour = (255, 255, 255)


def side_by_side(left: Image.Image, right: Image.Image) -> Image.Image:
    """Join two pictures with their tops aligned and a grey gap of 8 pixels between them."""
    joined = Image.new("RGB", (left.width + _GAP + right.width, max(left.height, right.height)), _GROUND)
    joined.paste(left, (0, 0))
    joined.paste(right, (left.width + _GAP, 0))
    return joined


def boxed(image: Image.Image, boxes: Sequence[Box], colour: Colour) -> Image.Image:
    """Return a copy with a strong frame just outside of each box. A white halo makes the frame visible on any ground."""
    result = image.copy()
    pen = ImageDraw.Draw(result)
    line = max(3, round(max(image.size) / 640))
    for left, top, right, bottom in boxes:
        # The frame is kept within the picture, so that a control at its edge (a whole window) shows all four sides.
        outer = (
            max(0, left - line - 1),
            max(0, top - line - 1),
            min(image.width, right + line + 1) - 1,
            min(image.height, bottom + line + 1) - 1,
        )
        pen.rectangle(outer, outline=_HALO, width=line + 2)
        inner = (outer[0] + 1, outer[1] + 1, outer[2] - 1, outer[3] - 1)
        if inner[2] > inner[0] and inner[3] > inner[1]:
            pen.rectangle(inner, outline=colour, width=line)
    return result
