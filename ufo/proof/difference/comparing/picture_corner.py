"""Finds where a picture stands in a larger one that it was cut out of, also where it was written with loss afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from PIL import Image, ImageChops, ImageStat

_COARSE, _MOST_COARSE, _LEAST_SIDE = 48, 96, 5
"""Pixels of the longer side that is first searched through, and of the shorter side of what is looked for there."""
_BEST, _TILE = 4, 64
"""Places that are looked at closer, and the side of what is compared there."""
_NEAR = range(-2, 3)
_UNLIKE = 0.6
"""Of the contrast. Two pictures that have nothing in common differ by all of it, and the same one at half a pixel by a third."""
_Place = tuple[int, int]


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
