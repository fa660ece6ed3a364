"""Properties of texts and cells, and how their values are written: "on", "#ff0000", "18", "Heading 1", "center", "currency 2"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from ufo.errors import ToolError
from ufo.schema.colours import COLOURS

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
