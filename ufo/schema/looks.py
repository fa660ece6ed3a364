"""Properties of texts and cells, and how their values are written: "on", "#ff0000", "18", "Heading 1", "center", "currency 2"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from ufo.errors import ToolError

COLOURS: Mapping[str, str] = MappingProxyType(
    {
        "black": "#000000", "white": "#ffffff", "red": "#ff0000", "dark red": "#8b0000", "green": "#008000",
        "dark green": "#006400", "light green": "#90ee90", "blue": "#0000ff", "dark blue": "#00008b",
        "light blue": "#add8e6", "yellow": "#ffff00", "orange": "#ffa500", "purple": "#800080", "violet": "#ee82ee",
        "pink": "#ffc0cb", "brown": "#a52a2a", "grey": "#808080", "gray": "#808080", "light grey": "#d3d3d3",
        "light gray": "#d3d3d3", "dark grey": "#a9a9a9", "cyan": "#00ffff", "turquoise": "#40e0d0", "magenta": "#ff00ff",
        "navy": "#000080", "gold": "#ffd700",
    }
)  # fmt: skip
_LONGEST_CODE = 200
_HEX = re.compile(r"#[0-9a-f]{6}")
_FORMAT = re.compile(r"(?:currency|percent|number|thousands|date|time|text|general)(?: \d{1,2})?(?: [$€£¥])?")


def look_value(look: str, value: str) -> str:
    """Return the value in its one spelling. Raises ToolError for a value that the property does not take."""
    return _VALUES.get(look, str.strip)(value)


def _switch(value: str) -> str:
    return _one_of(value, ("on", "off"))


def _one_of(value: str, known: tuple[str, ...]) -> str:
    plain = value.strip().casefold().replace("centre", "center")
    if plain not in known:
        raise ToolError(f"{value!r} is none of {', '.join(known)}")
    return plain


def _colour(value: str) -> str:
    plain = value.strip().casefold()
    found = COLOURS.get(plain, plain)
    if not _HEX.fullmatch(found):
        raise ToolError(
            f"{value!r} is no colour that is known; write it like #ff0000, or take one of {', '.join(COLOURS)}"
        )
    return found


def _size(value: str) -> str:
    number = value.strip().removesuffix("pt").strip()
    try:
        size = float(number)
    except ValueError as error:
        raise ToolError(f"{value!r} is no size in points") from error
    if not 1 <= size <= 999:
        raise ToolError(f"{value!r} points is no size for a text; take 1 to 999")
    return f"{size:g}"


def _format(value: str) -> str:
    plain = " ".join(value.casefold().split())
    if plain.startswith("code ") and len(plain) < _LONGEST_CODE:
        # Small and capital letters of a code are different signs: a month and a minute.
        return f"code {' '.join(value.split())[5:]}"
    if not _FORMAT.fullmatch(plain):
        raise ToolError(
            f"{value!r} is no number format; write it like currency 2, percent 0, date, text or code MM/DD/YYYY"
        )
    return plain


_VALUES: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {
        "bold": _switch,
        "italic": _switch,
        "underline": _switch,
        "strikethrough": _switch,
        "colour": _colour,
        "highlight": _colour,
        "size": _size,
        "align": lambda value: _one_of(value, ("left", "right", "center", "justify")),
        "list": lambda value: _one_of(value, ("bullet", "number", "none")),
        "format": _format,
    }
)
