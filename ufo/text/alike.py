"""Whether two pieces of a screen's text say the same."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from enum import IntEnum
from functools import lru_cache

_TRIM = " \t\u00a0:.…*•"
_MNEMONIC = re.compile(r"[_&](?=\w)")
# Counts and times change by themselves; any other number is part of a name ("Sheet1", "Channel 2").
_VOLATILE = re.compile(
    r"\(\s*\d[\d\s.,]*\)|\[\s*\d[\d\s.,]*\]|\b\d+\s*(?:/|of|von|sur|de|di)\s*\d+\b|\d{1,2}:\d\d(?::\d\d)?|\d+(?:[.,]\d+)?\s*%"
)
SAME = 0.95
"""Likeness from which two texts are the same words in a slightly different spelling."""


@lru_cache(maxsize=16_384)
def plain(text: str) -> str:
    """Return a text for comparing names, without case, letter width, mnemonic marks, surrounding dots and colons, and extra
    white space.
    """
    folded = unicodedata.normalize("NFKC", text[:500]).casefold()
    spaced = " ".join(folded.split())
    bare = _MNEMONIC.sub("", spaced).strip(_TRIM)
    return bare or spaced


def likeness(text: str, other: str) -> float:
    """Return how alike two texts are, from 0 to 1. At least `SAME` where only spelling or a running number differs."""
    if text == other:
        return 1.0
    first, second = plain(text), plain(other)
    if first == second:
        return 0.98
    if not first or not second:
        return 0.0
    if _steady(first) == _steady(second):
        return SAME
    ratio = SequenceMatcher(None, first, second, autojunk=False).ratio() if len(first) + len(second) <= 400 else 0.0
    return min(0.9, ratio) if ratio >= 0.6 else 0.0


def same_words(text: str, other: str) -> bool:
    """Tell whether two texts have a `likeness` of at least `SAME`, without measuring how far apart they are."""
    if text == other:
        return True
    first, second = plain(text), plain(other)
    return first == second or (bool(first and second) and _steady(first) == _steady(second))


def reads_as(seen: str, name: str) -> bool:
    """Tell whether words that were read from a picture are this name: reading a picture loses the marks of letters, "releve" for
    "relevé".
    """
    return bool(seen) and _unmarked(seen) == _unmarked(name)


def _unmarked(text: str) -> str:
    apart = unicodedata.normalize("NFKD", plain(text))
    return "".join(_base(sign) for sign in apart if not unicodedata.combining(sign))


@lru_cache(maxsize=4096)
def _base(letter: str) -> str:
    """Return the letter that one with a stroke or a hook is made of, which has no decomposition: "l" for "ł"."""
    name, marked, _ = unicodedata.name(letter, "").partition(" WITH ")
    try:
        return unicodedata.lookup(name) if marked else letter
    except KeyError:
        return letter


@lru_cache(maxsize=16_384)
def _steady(text: str) -> str:
    """Return the text without counts and times, or unchanged where nothing else is left."""
    without = _VOLATILE.sub("#", text)
    return without if without.strip("# ") else text


class Fit(IntEnum):
    """How words are found in a text, the surest first."""

    WHOLE = 0
    WORDS = 1
    PART = 2


def fit(said: str, wanted: str) -> Fit | None:
    """Tell how `wanted` is found in `said`: `Row 2` is all of "Row 2", whole words of "Row 2 of 9", and a part of "Row 27".
    Pass both in the form in which they are to be compared. None where it is not in it or `wanted` is empty.
    """
    if not wanted or wanted not in said:
        return None
    if said == wanted:
        return Fit.WHOLE
    return Fit.WORDS if re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", said) else Fit.PART


def has_letters(text: str) -> bool:
    return sum(char.isalpha() for char in text) >= 3
