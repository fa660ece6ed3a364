"""Brings texts into one form, so that what looks the same to a person compares the same in any script.

From the mildest to the strongest: `one_line` and `literal` keep the case, `caseless` folds it, `unaccented` drops accents,
`folded` makes all quotation marks, dashes and digits alike, and `letters` leaves nothing but letters and digits.
"""

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


def one_line(text: str) -> str:
    """Return the text with single spaces in place of line ends and of all other white space."""
    return " ".join(text.split())


def shortened(text: str, most: int) -> str:
    """Return the text in one line of at most `most` characters, the last of which is "…" where it goes on."""
    line = one_line(text)
    return line if len(line) <= most else f"{line[: most - 1]}…"


def caseless(text: str) -> str:
    """Return the text in one line and without case."""
    return one_line(text).casefold()


def seen(text: str) -> str:
    """Return the text without characters that cannot be seen."""
    return text if text.isascii() else "".join(sign for sign in text if unicodedata.category(sign) != "Cf")


def revealed(text: str) -> str:
    """Return the text without case, letter width and characters that cannot be seen: nothing hides a word in it."""
    return seen(unicodedata.normalize("NFKC", text)).casefold()


def literal(text: str) -> str:
    """Return the text in one line and one form of Unicode, with one kind of apostrophe, without invisible characters."""
    return one_line(seen(unicodedata.normalize("NFC", text).replace("\u2019", "'")))


def letters(text: str) -> str:
    """Return the letters and digits alone, without case: "Drop-Down List" is "dropdownlist"."""
    return "".join(sign for sign in revealed(text) if sign.isalnum())


def unaccented(text: str) -> str:
    """Return the text without case, and without accents on letters of scripts that have them."""
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(sign for sign in apart if not "\u0300" <= sign <= "\u036f")
    return unicodedata.normalize("NFC", bare)


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Return the text in one form: NFKC, without case, marks that cannot be seen or more than one space in a row; each kind of
    quotation mark and dash as one, and every script's digits as 0 to 9.
    """
    plain = unicodedata.normalize("NFKC", text.translate(_SIGNS)).casefold().translate(_SIGNS)
    return one_line(ascii_digits(unicodedata.normalize("NFKC", seen(plain))))


def folded_signs(piece: str) -> str:
    """Return one letter with its marks as it counts in a quotation: its signs in one form, "" for what cannot be seen."""
    return " " if piece.isspace() else seen(unicodedata.normalize("NFC", piece.translate(_SIGNS)))


def ascii_digits(text: str) -> str:
    """Return the text with each decimal digit of any script as 0 to 9; its length stays the same."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(sign)) if unicodedata.category(sign) == "Nd" else sign for sign in text)


def is_letter(sign: str) -> bool:
    """Tell whether a sign is one of those that a reading must cover: a letter, a digit or a mark on one."""
    return unicodedata.category(sign)[0] in "LNM"
