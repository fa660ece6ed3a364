"""Whether two pieces of a screen's text say the same."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from functools import lru_cache

_TRIM = " \t\u00a0:.…*•"
_MNEMONIC = re.compile(r"[_&](?=\w)")
# Counts and times go on by themselves; any other number is part of what a thing is called ("Sheet1", "Channel 2").
_VOLATILE = re.compile(
    r"\(\s*\d[\d\s.,]*\)|\[\s*\d[\d\s.,]*\]|\b\d+\s*(?:/|of|von|sur|de|di)\s*\d+\b|\d{1,2}:\d\d(?::\d\d)?|\d+(?:[.,]\d+)?\s*%"
)
SAME = 0.95
"""Similarity from which two texts are the same words, spelled a little otherwise."""


@lru_cache(maxsize=16_384)
def plain(text: str) -> str:
    """Case, width, mnemonics, the dots and colons around and white space do not tell names apart."""
    folded = unicodedata.normalize("NFKC", text[:500]).casefold()
    spaced = " ".join(folded.split())
    bare = _MNEMONIC.sub("", spaced).strip(_TRIM)
    return bare or spaced


def likeness(one: str, other: str) -> float:
    """0 to 1. At least `SAME` where only spelling or a running number differs."""
    if one == other:
        return 1.0
    first, second = plain(one), plain(other)
    if first == second:
        return 0.98
    if not first or not second:
        return 0.0
    steady = _VOLATILE.sub("#", first)
    if steady == _VOLATILE.sub("#", second) and steady.strip("# "):
        return SAME
    ratio = SequenceMatcher(None, first, second, autojunk=False).ratio() if len(first) + len(second) <= 400 else 0.0
    return min(0.9, ratio) if ratio >= 0.6 else 0.0


def has_letters(text: str) -> bool:
    return sum(char.isalpha() for char in text) >= 3
