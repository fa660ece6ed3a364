"""How conditions write the rules of conditional formats that grade values: colour scales, data bars and icons.

"colour scale min #ff0000, percentile 50 #ffff00, max #00a933"; "data bars #638ec6, automatic, number 100, negative #ff0000,
axis middle"; "icons 3 arrows, percent 33, percent 67". The kind comes first. A condition may leave out any of the rest.
"""

from __future__ import annotations

import re
from collections import Counter

from ufo.schema.colours import COLOURS

SCALE, BARS, ICONS = "colour scale", "data bars", "icons"
_SPELLINGS = {
    "color scale": SCALE,
    "colour scale": SCALE,
    "data bars": BARS,
    "data bar": BARS,
    "icon set": ICONS,
    "icons": ICONS,
}
_HEAD = re.compile(rf"\s*({'|'.join(sorted(_SPELLINGS, key=len, reverse=True))})(?:$|[ ,:]+)", re.IGNORECASE)


def graded(value: str) -> tuple[str, tuple[str, ...]] | None:
    """Divide such a rule into its kind and its parts, colours as #rrggbb and numbers plain; None for any other rule."""
    found = _HEAD.match(value)
    if found is None:
        return None
    rest = value[found.end() :]
    parts = tuple(part for text in _divided(rest) if (part := _plain(text)))
    return _SPELLINGS[found[1].casefold()], parts


def graded_spelled(value: str) -> str:
    """Return the rule as it is compared; "" for any other rule."""
    found = graded(value)
    return "" if found is None else f"{found[0]} {', '.join(found[1])}".strip()


def graded_alike(wanted: str, found: str) -> bool:
    """Tell whether a rule that was found is of the kind that is wanted and has all its parts, points in their order."""
    entry, other = graded(wanted), graded(found)
    if entry is None or other is None or entry[0] != other[0] or Counter(entry[1]) - Counter(other[1]):
        return False
    left = iter(other[1])
    return all(part in left for part in entry[1])


def _divided(text: str) -> list[str]:
    """Divide at commas that stand in no brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def _plain(part: str) -> str:
    words = part.split()
    if not words:
        return ""
    words[-1] = COLOURS.get(words[-1].casefold(), words[-1])
    kept = [_number(word) for word in words]
    return " ".join(text if text.startswith("=") else text.casefold() for text in kept)


def _number(word: str) -> str:
    try:
        return f"{float(word):g}"
    except ValueError:
        return word
