"""Whether two pieces of a screen's text say the same."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from enum import IntEnum
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
    if _steady(first) == _steady(second):
        return SAME
    ratio = SequenceMatcher(None, first, second, autojunk=False).ratio() if len(first) + len(second) <= 400 else 0.0
    return min(0.9, ratio) if ratio >= 0.6 else 0.0


def same_words(one: str, other: str) -> bool:
    """As by `likeness`, without measuring how far apart they are."""
    if one == other:
        return True
    first, second = plain(one), plain(other)
    return first == second or (bool(first and second) and _steady(first) == _steady(second))


@lru_cache(maxsize=16_384)
def _steady(text: str) -> str:
    """Without counts and times; the text as it is where nothing else is left."""
    without = _VOLATILE.sub("#", text)
    return without if without.strip("# ") else text


class Fit(IntEnum):
    """How words are found in what is said, the surest first."""

    WHOLE = 0
    WORDS = 1
    PART = 2


def fit(said: str, wanted: str) -> Fit | None:
    """`Row 2` is all of "Row 2", whole words of "Row 2 of 9", and a part of "Row 27". Both as they are to be compared; None
    where it is not in it or nothing is wanted."""
    if not wanted or wanted not in said:
        return None
    if said == wanted:
        return Fit.WHOLE
    return Fit.WORDS if re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", said) else Fit.PART


def has_letters(text: str) -> bool:
    return sum(char.isalpha() for char in text) >= 3
