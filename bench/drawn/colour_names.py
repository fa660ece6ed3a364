"""What a person would call a colour: by the basic one that looks nearest."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from ufo.schema.colours import BASIC

_HUES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"red": (345, 15), "orange": (22, 42), "yellow": (50, 66), "green": (80, 160), "cyan": (174, 192), "blue": (205, 255),
     "purple": (265, 292), "magenta": (296, 320), "pink": (325, 345)}
)  # fmt: skip
"""The hues, in degrees, that nobody would call otherwise. Between them opinions differ."""
_LIGHT, _DARK = 0.6, 0.35
_GREY = 0.12
"""The saturation under which a hue is not told for sure."""


@lru_cache(maxsize=4096)
def named(value: str) -> str:
    """Return the name of the basic colour that looks nearest to one like #ff00ff, or "light green" for a pale one whose nearest
    is of another hue; "" for what is no colour.
    """
    own, parts, hue = _lab(value), _parts(value), shade(value)
    if own is None or parts is None:
        return ""
    nearest = min(BASIC, key=lambda name: math.dist(own, _of(name)))
    if not hue or hue == shade(BASIC[nearest]):
        return nearest
    lightness = (max(parts) + min(parts)) / 2
    depth = "light " if lightness > _LIGHT else "dark " if lightness < _DARK else ""
    return f"{depth}{hue}"


def shade(value: str) -> str:
    """Return the name of a colour's hue; "" where it is grey, or between two."""
    parts = _parts(value)
    if parts is None:
        return ""
    hue, _, saturation = colorsys.rgb_to_hls(*parts)
    degrees = hue * 360
    inside = (
        name
        for name, (least, most) in _HUES.items()
        if (least <= degrees <= most if least <= most else degrees >= least or degrees <= most)
    )
    return next(inside, "") if saturation >= _GREY else ""


def _parts(value: str) -> tuple[float, float, float] | None:
    if len(value) != 7 or value[0] != "#":
        return None
    try:
        number = int(value[1:], 16)
    except ValueError:
        return None
    return (number >> 16) / 255, (number >> 8 & 255) / 255, (number & 255) / 255


@lru_cache(maxsize=64)
def _of(name: str) -> tuple[float, float, float]:
    return _lab(BASIC[name]) or (0.0, 0.0, 0.0)


def _lab(value: str) -> tuple[float, float, float] | None:
    """Return the colour in Oklab, where distances are as people see them."""
    parts = _parts(value)
    if parts is None:
        return None
    red, green, blue = (number / 12.92 if number <= 0.04045 else ((number + 0.055) / 1.055) ** 2.4 for number in parts)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )
