"""Reads the number on a calculator's display, and tells whether it is the answer."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from ufo.schema.arithmetic import SIGNS
from ufo.schema.patterns import regex

_RAISED = regex("[\u2070\u00b9\u00b2\u00b3\u2074-\u207b]+")
_RAISED_DIGITS = str.maketrans(
    "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207a\u207b", "0123456789+-"
)
_TELLING = Fraction(1, 10**6)


def number_in(text: str) -> Decimal | None:
    """Return the number on a display with all its decimal places, or None: "1,234.5", "= 84", "−3"."""
    shown = "".join(text.strip().lstrip("=").translate(SIGNS).split())
    shown = _RAISED.sub(lambda found: f"^{found[0].translate(_RAISED_DIGITS)}", shown)
    shown = re.sub(r"[*]10\^?", "e", shown)
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?", shown, re.IGNORECASE):
        return None
    try:
        return Decimal(shown)
    except InvalidOperation:
        return None


def agrees(shown: Decimal, expected: Fraction) -> bool:
    """Tell whether a number shown is the answer. Displays round or cut the last place; at least six digits must agree."""
    exponent = shown.as_tuple().exponent
    if not isinstance(exponent, int):
        return False
    off = abs(Fraction(shown) - expected)
    last_place = Fraction(10) ** exponent
    exact_enough = off < last_place or off <= abs(expected) * Fraction(1, 10**12)
    return off == 0 or (exact_enough and off <= max(abs(expected) * _TELLING, Fraction(1, 10**9)))
