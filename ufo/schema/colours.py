"""Names of colours: the sixteen basic ones of CSS with three that people use as often."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

BASIC: Mapping[str, str] = MappingProxyType(
    {
        "black": "#000000", "silver": "#c0c0c0", "grey": "#808080", "white": "#ffffff", "maroon": "#800000",
        "red": "#ff0000", "purple": "#800080", "magenta": "#ff00ff", "green": "#008000", "lime": "#00ff00",
        "olive": "#808000", "yellow": "#ffff00", "navy": "#000080", "blue": "#0000ff", "teal": "#008080",
        "cyan": "#00ffff", "orange": "#ffa500", "pink": "#ffc0cb", "brown": "#a52a2a",
    }
)  # fmt: skip
_ALIASES: Mapping[str, str] = MappingProxyType({"gray": "grey", "aqua": "cyan", "fuchsia": "magenta"})


def known(word: str) -> str:
    """Return the one spelling of a colour's name, "" for a word that is none."""
    plain = word.casefold()
    plain = _ALIASES.get(plain, plain)
    return plain if plain in BASIC else ""
