"""Numerals that are no digits, by what Unicode says that each is worth: 三, 二十五, 二〇二五, Ⅲ, ½, ③."""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from itertools import groupby

_MOST_DECIMALS = 6
_LARGEST = 9_999


def numerals(text: str) -> frozenset[str]:
    """Return the numbers that the text says so, as plain decimals; those of ideographs up to 9,999."""
    if text.isascii():
        return frozenset()
    found: set[str] = set()
    for is_ideograph, signs in groupby(text, _is_ideograph):
        if is_ideograph:
            number = _composed([int(unicodedata.numeric(sign)) for sign in signs])
            found |= {str(number)} if number <= _LARGEST else set()
        else:
            found |= {_plain(unicodedata.numeric(sign)) for sign in signs if unicodedata.category(sign) in ("Nl", "No")}
    return frozenset(found)


def _is_ideograph(sign: str) -> bool:
    return unicodedata.name(sign, "").startswith(("CJK UNIFIED IDEOGRAPH", "IDEOGRAPHIC NUMBER")) and (
        unicodedata.numeric(sign, -1.0) >= 0
    )


def _composed(values: list[int]) -> int:
    """Return what signs are worth together: 二十五 is 2 × 10 + 5, and 二〇二五 digit by digit."""
    whole = digits = 0
    for value in values:
        if value < 10:
            digits = digits * 10 + value
        else:
            whole += (digits or 1) * value
            digits = 0
    return whole + digits


def _plain(value: float) -> str:
    exact = Fraction(value).limit_denominator(1000)
    return plain_decimal(f"{float(exact):.{_MOST_DECIMALS}f}") if exact.denominator > 1 else str(int(value))


def plain_decimal(digits: str) -> str:
    """Return "15" for "015.00", "0.5" for ".50"."""
    whole, _, part = digits.partition(".")
    whole, part = whole.lstrip("0") or "0", part.rstrip("0")
    return f"{whole}.{part}" if part else whole
