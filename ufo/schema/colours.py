"""Names of colours: the sixteen basic ones of CSS with three that people use as often, other spellings, and shades."""

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
COLOURS: Mapping[str, str] = MappingProxyType(
    {
        **BASIC,
        "gray": "#808080", "aqua": "#00ffff", "fuchsia": "#ff00ff", "gold": "#ffd700", "violet": "#ee82ee",
        "turquoise": "#40e0d0", "dark red": "#8b0000", "dark green": "#006400", "light green": "#90ee90",
        "dark blue": "#00008b", "light blue": "#add8e6", "dark grey": "#a9a9a9", "light grey": "#d3d3d3",
        "light gray": "#d3d3d3",
    }
)  # fmt: skip
"""Each name in small letters, with its value."""
