"""Reads a calculation: "12*(3+4)", "7 times 8", "15 % of 80"."""

from __future__ import annotations

import re

from ufo.schema.arithmetic import tidy, value_of
from ufo.schema.patterns import any_case, regex

_NUMBER = r"\d+(?:\.\d+)?"
_GROUPED = regex(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_SIGNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (any_case(pattern), sign)
    for pattern, sign in (
        (rf"({_NUMBER})\s*(?:%|percent)\s*of\s+", r"\1/100*"),
        (r"\s*\b(?:multiplied\s+by|times)\b\s*|[\u00d7\u00b7]|(?<=[\d)])\s*x\s*(?=[\d(])", "*"),
        (r"\s*\b(?:divided\s+by|over)\b\s*|\u00f7", "/"),
        (r"\s*\bplus\b\s*", "+"),
        (r"\s*\bminus\b\s*|[\u2212\u2013]", "-"),
    )
)
_ONLY_SIGNS = regex(r"[\d\s.+\-*/^()]+")
_CALCULATES = regex(r"[\d)]\s*[-+*/^]")


def expression(words: str) -> str:
    """Return the calculation without spaces, or "" where the words are none."""
    text = _GROUPED.sub(lambda found: found.group().replace(",", ""), words.strip().rstrip("=?. "))
    for pattern, sign in _SIGNS:
        text = pattern.sub(sign, text)
    if not (_ONLY_SIGNS.fullmatch(text) and _CALCULATES.search(text)):
        return ""
    return tidy(text) if value_of(text) is not None else ""
