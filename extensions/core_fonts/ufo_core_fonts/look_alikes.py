"""Chooses between letters of several scripts that look the same in a font: a word is in one script."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN")
_LINES = "BOX DRAWINGS"


def spelled(row: Sequence[tuple[str, ...]]) -> str:
    """Choose one of the letters at each place. A word takes those of the first script that has a letter at every place. Beside
    a line, the characters that draw lines are taken.
    """
    found = []
    for is_word, places in groupby(row, key=lambda letters: letters[0].isalpha()):
        run = list(places)
        scripts = _SCRIPTS if is_word and len(run) > 1 else ()
        script = next(
            (script for script in scripts if all(any(_in(script, sign) for sign in place) for place in run)), None
        )
        found += [letters[0] if script is None else _of(script, letters) or "" for letters in run]
    for order in (range(1, len(row)), range(len(row) - 2, -1, -1)):
        step = -order.step
        for place in order:
            if _in(_LINES, found[place + step]) or (not row[place][0].isascii() and row[place] == row[place + step]):
                found[place] = _of(_LINES, row[place]) or found[place]
    return "".join(found)


def _of(script: str, letters: Sequence[str]) -> str | None:
    return next((letter for letter in letters if _in(script, letter)), None)


@lru_cache(4096)
def _in(script: str, letter: str) -> bool:
    return unicodedata.name(letter, "").startswith(script)
