"""Tells how a picture was made from another one: scaled, cropped, turned, mirrored, or written in another format."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

_MOST_PIXELS = 60_000_000
_MOST_OF_FILE = 8_000_000
_SHADES, _SAME_SHADE, _SAME_SIDE = (64, 64), 0.5, 0.02
"""As `ufo.verify.documents.pdf_process` draws pictures small. What was only written anew differs by a tenth of a step."""
_SMALL = (48, 48)
_GREY = ("1", "L", "LA", "I", "I;16", "F")
_LEAST_CONTRAST, _MOST_DIFFERENCE = 4.0, 0.15
"""Of 255 steps of grey; and of the contrast. What is nearly one colour is like any other picture of that colour."""
_TURNS = {
    "": None,
    "turned by 90 degrees to the right": Image.Transpose.ROTATE_270,
    "turned by 90 degrees to the left": Image.Transpose.ROTATE_90,
    "turned by 180 degrees": Image.Transpose.ROTATE_180,
    "mirrored left to right": Image.Transpose.FLIP_LEFT_RIGHT,
    "mirrored upside down": Image.Transpose.FLIP_TOP_BOTTOM,
}


@dataclass(frozen=True, order=True, slots=True)
class Making:
    """How a picture was made. `difference`: of 255 steps on average, by which a better origin is known."""

    difference: float
    said: str


def how_made(new: Path, old: Path) -> Making | None:
    """Return how the one picture was made from the other one, None where it was not, or where both have too little in them to
    tell. Blocking.
    """
    try:
        with Image.open(new) as made, Image.open(old) as source:
            if max(made.width * made.height, source.width * source.height) > _MOST_PIXELS:
                return None
            # A picture without colours is compared with the other one's shades.
            mode = "L" if made.mode in _GREY else "RGB"
            return _how(made.convert(mode), source.convert(mode))
    except (OSError, ValueError, SyntaxError, TypeError, Image.DecompressionBombError):
        return None


def shades(path: Path, pixels: tuple[int, int]) -> bytes:
    """Return a picture's shades of grey in 64 rows of 64; b"" for one that is broken, too large or nearly one colour, or whose
    proportions are others than those of `pixels`. Blocking.
    """
    try:
        with Image.open(path) as picture:
            width, height = picture.size
            if width * height > _MOST_OF_FILE or abs(width * pixels[1] / (height * pixels[0]) - 1) > _SAME_SIDE:
                return b""
            small = picture.convert("L").resize(_SHADES, Image.Resampling.BOX)
    except (OSError, ValueError, SyntaxError, TypeError, ZeroDivisionError, Image.DecompressionBombError):
        return b""
    return small.tobytes() if ImageStat.Stat(small).stddev[0] >= _LEAST_CONTRAST else b""


def shows_the_same(small: bytes, other: bytes) -> bool:
    """Tell whether two pictures, each in shades as `shades` returns them, are the same one, perhaps written anew."""
    return (
        bool(small)
        and len(small) == len(other)
        and sum(map(abs, map(int.__sub__, small, other))) < _SAME_SHADE * len(small)
    )


def _how(made: Image.Image, source: Image.Image) -> Making | None:
    small = _small(made)
    contrast = max(ImageStat.Stat(small).stddev)
    if contrast < _LEAST_CONTRAST:
        return None
    found = []
    for said, turn in _TURNS.items():
        turned = source if turn is None else source.transpose(turn)
        difference = max(ImageStat.Stat(ImageChops.difference(small, _small(turned))).mean)
        told = ", ".join(filter(None, (said, _scaled(made.size, turned.size)))) or "of the same size"
        found.append(Making(difference, told))
    best = min(found, key=lambda making: making.difference)
    if best.difference < _MOST_DIFFERENCE * contrast:
        return best
    corner = _corner(made, source)
    if corner is None:
        return None
    return Making(
        0, f"cropped to {made.width} x {made.height}, from {corner[0]}, {corner[1]} of its upper left corner on"
    )


def _small(picture: Image.Image) -> Image.Image:
    return picture.resize(_SMALL, Image.Resampling.BOX)


def _scaled(made: tuple[int, int], source: tuple[int, int]) -> str:
    if made == source:
        return ""
    wide, high = made[0] / source[0], made[1] / source[1]
    # A side is whole pixels long, so that a proportion may be kept by rounding.
    if abs(source[0] * high - made[0]) <= 1 or abs(source[1] * wide - made[1]) <= 1:
        return f"scaled to {wide:.0%} in its proportions"
    return f"scaled to {wide:.0%} of its width and {high:.0%} of its height"


def _corner(made: Image.Image, source: Image.Image) -> tuple[int, int] | None:
    """Return where the picture stands in the other one, pixel by pixel; None where it does not."""
    if made.width > source.width or made.height > source.height:
        return None
    bands = len(made.getbands())
    rows = [_row(made, row) for row in range(made.height)]
    others = [_row(source, row) for row in range(source.height)]
    telling = max(range(len(rows)), key=lambda row: len(set(rows[row])))
    for top in range(source.height - made.height + 1):
        at = others[top + telling].find(rows[telling])
        if (
            at >= 0
            and at % bands == 0
            and all(others[top + y][at : at + len(row)] == row for y, row in enumerate(rows))
        ):
            return at // bands, top
    return None


def _row(picture: Image.Image, row: int) -> bytes:
    return picture.crop((0, row, picture.width, row + 1)).tobytes()
