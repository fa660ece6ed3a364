"""Numbers as controls show them, with a unit after them or not."""

from __future__ import annotations

import re
from types import MappingProxyType

_SHOWN = re.compile(r"\s*(-?\d+(?:[.,](\d+))?)\s*(\D{0,8})")
_INCH_MM = 25.4
_MM = MappingProxyType(
    {
        "mm": 1.0,
        "cm": 10.0,
        "m": 1000.0,
        "in": _INCH_MM,
        "″": _INCH_MM,
        '"': _INCH_MM,
        "pt": _INCH_MM / 72,
        "pc": _INCH_MM / 6,
    }
)


def number(text: str) -> float | None:
    """A plain number, with a unit after it or not: "5", "0,5", "12 pt"."""
    match = _SHOWN.fullmatch(text)
    return float(match[1].replace(",", ".")) if match else None


def same_number(wanted: str, shown: str | None) -> bool:
    """Whether they are the same number. A unit that is wanted must be the one that is shown, or a length must be as long, as
    far as the digits shown tell."""
    one, other = _SHOWN.fullmatch(wanted), _SHOWN.fullmatch(shown or "")
    first, second = number(wanted), number(shown or "")
    if one is None or other is None or first is None or second is None:
        return False
    unit, shown_unit = one[3].strip().casefold(), other[3].strip().casefold()
    if not unit or unit == shown_unit:
        return abs(first - second) <= 1e-9 * max(1.0, abs(first))
    if unit not in _MM or shown_unit not in _MM:
        return False
    least = _MM[shown_unit] * 10.0 ** -len(other[2] or "")
    return abs(first * _MM[unit] - second * _MM[shown_unit]) <= 0.51 * least
