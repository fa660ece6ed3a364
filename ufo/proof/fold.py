"""Folds texts, so that what looks the same to a person compares the same in any script."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_SINGLE = "'‘’‚‛′＇`´ʼ"
_DOUBLE = '"“”„‟″＂«»〝〞〟「」『』'
_DASHES = "-‐‑‒–—―−﹣－"
_SIGNS = {
    **{ord(sign): "'" for sign in _SINGLE},
    **{ord(sign): '"' for sign in _DOUBLE},
    **{ord(sign): "-" for sign in _DASHES},
}


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Return the text in one form: NFKC, without case, marks that cannot be seen or more than one space in a row; each kind of
    quotation mark and dash as one, and every script's digits as 0 to 9.
    """
    plain = unicodedata.normalize("NFKC", text.translate(_SIGNS)).casefold().translate(_SIGNS)
    seen = "".join(sign for sign in plain if unicodedata.category(sign) != "Cf")
    return " ".join(ascii_digits(unicodedata.normalize("NFKC", seen)).split())


def folded_signs(piece: str) -> str:
    """Return one letter with its marks as it counts in a quotation: its signs in one form, "" for what cannot be seen."""
    if piece.isspace():
        return " "
    plain = unicodedata.normalize("NFC", piece.translate(_SIGNS))
    return "".join(sign for sign in plain if unicodedata.category(sign) != "Cf")


def ascii_digits(text: str) -> str:
    """Return the text with each decimal digit of any script as 0 to 9; its length stays the same."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(sign)) if unicodedata.category(sign) == "Nd" else sign for sign in text)


def is_letter(sign: str) -> bool:
    """Tell whether a sign is one of those that a reading must cover: a letter, a digit or a mark on one."""
    return unicodedata.category(sign)[0] in "LNM"
