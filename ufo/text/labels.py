"""Compares the texts on controls, without the dots, colons and marks of keys that nobody says.

Which marks count is different for a reason: what a person says of a control has none of them (`label`), a condition is stated
in the control's own words (`trimmed`), and nothing of a text may be left out where a risk is looked for (`whole_label`).
"""

from __future__ import annotations

import re
from functools import lru_cache

from ufo.text.fold import caseless, one_line, revealed

_ENDS = re.compile(r"[\s.…:*]+\Z")


@lru_cache(maxsize=8192)
def label(text: str | None) -> str:
    """Return the words in lower case with single spaces, without mnemonic marks, shortcut after a tab, and final ellipsis or
    colon.
    """
    shown = revealed((text or "").partition("\t")[0])
    return _ENDS.sub("", one_line(shown.replace("_", "").replace("~", "").replace("&", "")))


def trimmed(text: str) -> str:
    """Return the text in lower case with single spaces and without the dots, the colon or the asterisk at its end."""
    return caseless(text).rstrip(":*… .")


def whole_label(text: str) -> str:
    """Return the text in lower case, with one kind of apostrophe, without mnemonic marks, ellipses and invisible characters."""
    return one_line(revealed(text).translate({ord("’"): "'", ord("_"): None, ord("&"): None}).replace("...", ""))
