"""Reads the texts on controls as a request says them."""

from __future__ import annotations

import re

from ufo.text.fold import one_line, revealed

_SHORTCUT = re.compile(
    r"\s*\((?:[a-z0-9+ ]*\+)?(?:ctrl|alt|shift|super|cmd|f\d+)[^)]*\)$|\s*\[[^\]]+\]$|\t.*$"
    r"|(?<=\S)\s+(?:(?:ctrl|alt|shift|super|meta)\+)+\S+$|(?<=\S)\s+f\d{1,2}$"
)
_MNEMONIC = re.compile(r"(?<!\w)_(?=\w)")
_EDGES = " :*."
"""Characters around a label that are not part of it."""


def without_shortcut(text: str | None) -> str:
    """Return the text without case, mnemonic underscores, shortcuts, ellipses and colons: "_Save As…" is "save as"."""
    lowered = revealed(text or "").strip()
    bare = one_line(_MNEMONIC.sub("", _SHORTCUT.sub("", lowered)))
    return bare.strip(_EDGES) or bare or lowered
