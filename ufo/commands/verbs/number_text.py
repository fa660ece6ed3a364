"""Reads numbers as controls show them: with a currency sign before, a unit after, and thousands separators."""

from __future__ import annotations

import re
from types import MappingProxyType

_WANTED = re.compile(r"\s*(-?\d+(?:[.,](\d+))?)\s*(\D{0,8})")
_BASED = re.compile(r"\s*(0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+)\s*")
_SHOWN = re.compile(r"\s*([^\d\s.,'+\-\u2212]{0,4})\s*([-\u2212+]?)(\d[\d.,'\u2019\xa0\u202f ]*)(\D{0,12})")
_SET_APART = re.compile(r"['\u2019\xa0\u202f ]")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:[.,]\d{3})+")
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
    """Return a plain number, with or without a unit after it ("5", "0,5", "12 pt"), or one of another base ("0x1F"); None for
    others.
    """
    based = _BASED.fullmatch(text)
    if based is not None:
        return float(int(based[1], 0))
    match = _WANTED.fullmatch(text)
    return float(match[1].replace(",", ".")) if match else None


def same_number(wanted: str, shown: str | None, before: str | None = None) -> bool:
    """Tell whether both are the same number. A wanted unit must be the unit shown, or a length must be equal as far as the
    shown digits tell. `before`: what the field showed before it was set, which tells what its point and comma mean; where
    nothing does, "1,234" equals neither of the two numbers that it may mean.
    """
    first, unit = number(wanted), _unit(wanted)
    found = readings(shown or "", before)
    if first is None or len(found) != 1:
        return first is not None and wanted.strip() == (shown or "").strip()
    second, decimals, shown_unit = found[0]
    if not unit or unit == shown_unit:
        return abs(first - second) <= 1e-9 * max(1.0, abs(first))
    if unit not in _MM or shown_unit not in _MM:
        return False
    least = _MM[shown_unit] * 10.0**-decimals
    return abs(first * _MM[unit] - second * _MM[shown_unit]) <= 0.51 * least


def may_be(wanted: str, shown: str | None) -> bool:
    """Tell whether the wanted number is one of several that the shown text may mean."""
    first, found = number(wanted), readings(shown or "")
    return len(found) > 1 and any(first == one[0] for one in found)


def readings(shown: str, before: str | None = None) -> tuple[tuple[float, int, str], ...]:
    """Return the numbers that the text may mean, each with its count of decimals and its unit. Empty where it is not a number."""
    based = number(shown) if _BASED.fullmatch(shown) else None
    if based is not None:
        return ((based, 0, ""),)
    match = _SHOWN.fullmatch(shown)
    if match is None:
        return ()
    sign = -1.0 if match[2] in ("-", "\u2212") else 1.0
    unit = match[4].strip().casefold()
    found = [(whole, part) for whole, part in _split(match[3].strip()) if whole]
    if len(found) == 2:
        found = [found[0]] if unit in _MM else _decided_by(found, shown, before)
    return tuple((sign * float(f"{whole}.{part or 0}"), len(part), unit) for whole, part in found)


def _split(digits: str) -> list[tuple[str, str]]:
    """Return the digits before and after the decimal sign. Where the one sign may also separate thousands, return both
    readings, that one last.
    """
    digits = _SET_APART.sub("", digits).rstrip(".,")
    signs = [one for one in digits if one in ".,"]
    if not signs:
        return [(digits, "")]
    whole, part = re.split(r"[.,](?=[^.,]*$)", digits)
    if len(set(signs)) == 2:
        return [(re.sub("[.,]", "", whole), part)] if signs.count(signs[-1]) == 1 else []
    joined = re.sub("[.,]", "", digits)
    if len(signs) > 1:
        return [(joined, "")] if _THOUSANDS.fullmatch(digits) else []
    return [(whole, part), (joined, "")] if _THOUSANDS.fullmatch(digits) else [(whole, part)]


def _decided_by(found: list[tuple[str, str]], shown: str, before: str | None) -> list[tuple[str, str]]:
    """Decide between two readings by what the field showed before: its decimal sign, or a whole number without one."""
    match = None if before is None or before == shown else _SHOWN.fullmatch(before)
    if match is None:
        return found
    sign = next(one for one in shown if one in ".,")
    earlier = _split(match[3].strip())
    if len(earlier) != 1:
        return found
    has_decimals = bool(earlier[0][1])
    last = next((one for one in reversed(match[3]) if one in ".,"), "")
    if has_decimals:
        # Where the earlier decimal sign differs, this sign separates thousands; where it is the same, it does not.
        return [found[0]] if last == sign else [found[1]]
    return [found[1]]


def _unit(text: str) -> str:
    match = _WANTED.fullmatch(text)
    return "" if match is None or _BASED.fullmatch(text) else match[3].strip().casefold()
