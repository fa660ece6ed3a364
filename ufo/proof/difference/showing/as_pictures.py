"""Shows files that are pictures as such, small enough for a model."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image, ImageOps

from ufo.schema.geometry import Rect
from ufo.schema.picture import Picture

_LONGEST_EDGE = 768
_MOST_PIXELS = 100_000_000


def as_picture(path: Path) -> Picture | None:
    """Return the picture of a file upright, at most 768 pixels long or high, where it is transparent on white; None where it
    is no picture that can be read. Blocking.
    """
    try:
        with Image.open(path) as image:
            if image.width * image.height > _MOST_PIXELS:
                return None
            image.draft("RGB", (_LONGEST_EDGE, _LONGEST_EDGE))
            small = ImageOps.exif_transpose(image).convert("RGBA")
        small.thumbnail((_LONGEST_EDGE, _LONGEST_EDGE), Image.Resampling.LANCZOS)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    white = Image.new("RGBA", small.size, "white")
    out = io.BytesIO()
    Image.alpha_composite(white, small).convert("RGB").save(out, "PNG")
    return Picture(out.getvalue(), "image/png", Rect(0, 0, *small.size))
