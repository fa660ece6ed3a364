"""Tells in which places a picture differs from another one of its size, and what each of them is filled with."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from pathlib import Path

from PIL import Image, ImageChops

_MOST_PIXELS = 30_000_000
_SAME_PIXEL = 8
"""Of 255 steps of a colour. A program that writes a picture anew rounds its colours."""
_LEAST_STEP, _MOST_STEPS, _LONGEST = 4, 800, 12_000
"""Pixels that belong together, and how many such steps a side has at most: a large picture is looked at in larger ones. In steps
of more than 15 pixels, which a longer side has, the mean of a single one that differs would be rounded away.
"""
_MOST_PLACES, _MOST_OF_IT = 12, 0.5
_LEAST_WITHIN = 5
"""A side from which on the edge, which is mixed with what is around it, is looked at apart."""
_GREY, _LOSSY = ("1", "L", "LA"), ("JPEG", "WEBP")
_DEEP = ("I", "I;16", "F")
_Box = tuple[int, int, int, int]
_OPAQUE = 255


@dataclass(frozen=True, slots=True)
class PlacesApart:
    """`count`: the pixels that differ. `said`: the places in words. `colours`: those that fill a place."""

    count: int
    said: str
    colours: tuple[str, ...]


def places_apart(new: Path, old: Path) -> PlacesApart | None:
    """Return where the pictures differ; None where they are of different sizes, the same, or different nearly everywhere.
    Blocking.
    """
    made, source = _opened(new), _opened(old)
    if made is None or source is None or made.size != source.size or _was_rounded(new, old):
        return None
    unlike = _unlike(made, source)
    differing = unlike.point([0] * (_SAME_PIXEL + 1) + [255] * (255 - _SAME_PIXEL))
    count = differing.histogram()[255]
    boxes = _boxes(differing) if 0 < count <= _MOST_OF_IT * prod(made.size) else []
    if not 0 < len(boxes) <= _MOST_PLACES:
        return None
    fillings = [_filling(made.crop(box)) for box in boxes]
    each = "; ".join(
        f"{left},{top} {right - left} x {bottom - top} {filling or 'of several colours'}"
        for (left, top, right, bottom), filling in zip(boxes, fillings, strict=True)
    )
    most = max(step for step, many in enumerate(unlike.histogram()[: _SAME_PIXEL + 1]) if many or not step)
    rest = f"every other pixel differs by at most {most} of 255" if most else "every other pixel is the same"
    colours = tuple(dict.fromkeys(filling.split()[1].rstrip(",") for filling in fillings if filling))
    return PlacesApart(count, f"{len(boxes)} place{'s' * (len(boxes) > 1)}: {each}; {rest}", colours)


def _opened(path: Path) -> Image.Image | None:
    try:
        with Image.open(path) as picture:
            if prod(picture.size) > _MOST_PIXELS or max(picture.size) > _LONGEST or picture.mode in _DEEP:
                return None
            return picture.convert("RGBA")
    except (OSError, ValueError, SyntaxError, TypeError, Image.DecompressionBombError):
        return None


def _was_rounded(new: Path, old: Path) -> bool:
    """Tell whether the picture lost its colours, or was written with loss, on its way: then it is unlike everywhere in little."""
    with Image.open(new) as made, Image.open(old) as source:
        return made.format != source.format and made.format in _LOSSY or (made.mode in _GREY) != (source.mode in _GREY)


def _unlike(made: Image.Image, source: Image.Image) -> Image.Image:
    """Return by how many steps each pixel differs, in that of its colours, or its opacity, that differs most."""
    first, *others = ImageChops.difference(made, source).split()
    for other in others:
        first = ImageChops.lighter(first, other)
    return first


def _boxes(differing: Image.Image) -> list[_Box]:
    """Return the rectangles around what lies together, from top to bottom; those that overlap are one."""
    step = max(_LEAST_STEP, -(-max(differing.size) // _MOST_STEPS))
    small = differing.reduce(step)
    left = {divmod(at, small.width) for at, value in enumerate(small.tobytes()) if value}
    found: list[_Box] = []
    while left:
        rows, columns = zip(*_together(left), strict=True)
        cut = (min(columns) * step, min(rows) * step, (max(columns) + 1) * step, (max(rows) + 1) * step)
        box = differing.crop(cut).getbbox()
        if box is not None:
            found = _with(found, (cut[0] + box[0], cut[1] + box[1], cut[0] + box[2], cut[1] + box[3]))
    return sorted(found, key=lambda box: (box[1], box[0]))


def _together(left: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Take one square out and all that touch it, directly or through others."""
    found = [left.pop()]
    for row, column in found:
        for near in ((row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)):
            if near in left:
                left.remove(near)
                found.append(near)
    return found


def _with(boxes: list[_Box], box: _Box) -> list[_Box]:
    apart: list[_Box] = []
    for other in boxes:
        if box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]:
            sides = tuple(zip(box, other, strict=True))
            box = (min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3]))
        else:
            apart.append(other)
    return [*apart, box] if len(apart) == len(boxes) else _with(apart, box)


def _filling(part: Image.Image) -> str:
    """Return the one colour of a place and how opaque it is, "" where it has several."""
    width, height = part.size
    within = part.crop((1, 1, width - 1, height - 1)) if min(width, height) >= _LEAST_WITHIN else part
    for piece, edge in ((part, ""), (within, " but for its edge of 1 pixel")):
        colours = piece.getcolors(1)
        if colours:
            pixel = colours[0][1]
            red, green, blue, alpha = pixel if isinstance(pixel, tuple) else (0, 0, 0, 0)
            opacity = "opaque" if alpha == _OPAQUE else f"{1 - alpha / _OPAQUE:.0%} transparent"
            return f"all #{red:02x}{green:02x}{blue:02x}, {opacity}{edge}"
    return ""
