"""Tells in which places a picture differs from another one of its size, and what each of them is filled with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

_COARSE, _MOST_COARSE, _LEAST_SIDE = 48, 96, 5
"""Pixels of the longer side that is first searched through, and of the shorter side of what is looked for there."""
_BEST, _TILE = 4, 64
"""Places that are looked at closer, and the side of what is compared there."""
_NEAR = range(-2, 3)
_UNLIKE = 0.6
"""Of the contrast. Two pictures that have nothing in common differ by all of it, and the same one at half a pixel by a third."""
_Place = tuple[int, int]
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


def corner_of(part: Image.Image, whole: Image.Image) -> _Place | None:
    """Return the place that is most like it, None where nowhere is, or it is too small to be searched for. Both in grey."""
    times = 1
    while max(whole.size) > _COARSE * times and min(part.size) >= 2 * times * _LEAST_SIDE:
        times *= 2
    if max(whole.size) > _MOST_COARSE * times:
        return None
    wide, high = (side // times for side in map(int.__sub__, whole.size, part.size))
    places: Iterable[_Place] = product(range(wide + 1), range(high + 1))
    while True:
        best = _best(part, whole, times, places)
        if not best or times == 1:
            return best[0] if best else None
        times //= 2
        places = {(2 * x + right, 2 * y + down) for x, y in best for right in _NEAR for down in _NEAR}


def least_difference(part: Image.Image, whole: Image.Image) -> float | None:
    """Return by how many shades the part differs from the place that is most like it; None where nowhere is, or it is too small.
    Both in shades of grey, and few of them.
    """
    if min(part.size) < _LEAST_SIDE or any(map(int.__gt__, part.size, whole.size)):
        return None
    wide, high = map(int.__sub__, whole.size, part.size)
    found = _places(part, whole, product(range(wide + 1), range(high + 1)))
    return found[0][0] if found else None


def _best(part: Image.Image, whole: Image.Image, times: int, places: Iterable[_Place]) -> list[_Place]:
    """Return the places, of pixels that are `times` larger, at which a telling piece of the part is most like the whole."""
    return [place for _, place in _places(_reduced(part, times), _reduced(whole, times), places)]


def _places(small: Image.Image, large: Image.Image, places: Iterable[_Place]) -> list[tuple[float, _Place]]:
    left, top, width, height = _telling(small)
    tile = small.crop((left, top, left + width, top + height))

    def difference(place: _Place) -> float:
        x, y = place[0] + left, place[1] + top
        unlike = ImageChops.difference(tile, large.crop((x, y, x + width, y + height)))
        return sum(unlike.tobytes()) / (width * height)

    fitting = [
        (x, y) for x, y in places if 0 <= x <= large.width - small.width and 0 <= y <= large.height - small.height
    ]
    most = _UNLIKE * _spread(tile)
    return sorted((unlike, place) for place in fitting if (unlike := difference(place)) <= most)[:_BEST]


def _reduced(picture: Image.Image, times: int) -> Image.Image:
    whole = picture.width // times * times, picture.height // times * times
    return picture.crop((0, 0, *whole)).reduce(times) if times > 1 else picture


def _telling(picture: Image.Image) -> tuple[int, int, int, int]:
    """Return the place and size of the piece with the most contrast: all of a small picture."""
    width, height = (min(side, _TILE) for side in picture.size)
    corners = product(*({0, room // 2, room} for room in (picture.width - width, picture.height - height)))
    left, top = max(corners, key=lambda at: _spread(picture.crop((at[0], at[1], at[0] + width, at[1] + height))))
    return left, top, width, height


def _spread(picture: Image.Image) -> float:
    return float(ImageStat.Stat(picture).stddev[0])
