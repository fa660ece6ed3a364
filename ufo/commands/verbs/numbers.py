"""Numbers as controls show them, with a unit after them or not."""

from __future__ import annotations

import re

_SHOWN = re.compile(r"\s*(-?\d+(?:[.,]\d+)?)\s*(\D{0,8})")


def number(text: str) -> float | None:
    """A plain number, with a unit after it or not: "5", "0,5", "12 pt"."""
    match = _SHOWN.fullmatch(text)
    return float(match[1].replace(",", ".")) if match else None


def same_number(wanted: str, shown: str | None) -> bool:
    """Whether they are the same number; a unit that is wanted must be the one that is shown."""
    one, other = _SHOWN.fullmatch(wanted), _SHOWN.fullmatch(shown or "")
    if one is None or other is None or (one[2].strip() and one[2].strip().casefold() != other[2].strip().casefold()):
        return False
    first, second = number(wanted), number(shown or "")
    return first is not None and second is not None and abs(first - second) <= 1e-9 * max(1.0, abs(first))
