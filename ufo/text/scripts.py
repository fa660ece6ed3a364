"""Tells the scripts of characters apart, and those that write no spaces between words."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_UNSPACED = ("CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "BOPOMOFO", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN")
"""How the Unicode names of letters and marks begin whose scripts write no spaces between words."""

MARKS = "".join(
    chr(code)
    for code in (*range(0x300, 0x3100), *range(0xA600, 0xAC00))
    if unicodedata.category(chr(code)).startswith("M")
)
r"""Vowel signs and accents that stand on letters: a part of their words, and no `\w` of a pattern."""


def belong(before: str, after: str) -> bool:
    """Tell whether two characters side by side belong to one word: letters or digits of one script that has spaces."""
    script = script_of(before)
    return bool(script) and script == script_of(after) and not is_unspaced(before)


def is_spaced(character: str) -> bool:
    """Tell whether it is a letter or digit of a script that has spaces."""
    return bool(script_of(character)) and not is_unspaced(character)


@lru_cache(maxsize=4096)
def is_unspaced(character: str) -> bool:
    """Tell whether it is a letter, or a mark on one, of a script that writes no spaces between words."""
    return unicodedata.name(character, "").startswith(_UNSPACED)


@lru_cache(maxsize=4096)
def script_of(character: str) -> str:
    if not character.isalnum() and character != "_":
        return ""
    name = unicodedata.name(character, "").partition(" ")[0]
    return "LATIN" if character.isdecimal() or character == "_" else name
