"""A verb with a slip in it: "replase" is replace. Tried only where nothing was understood."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches

from ufo.planner.text.quotations import Clause

_KNOWN = (
    "open", "start", "launch", "close", "switch", "click", "double-click", "press", "choose", "select", "untick",
    "check", "uncheck", "enable", "disable", "type", "enter", "write", "fill", "replace", "change", "clear",
    "append", "insert", "paste", "copy", "read", "tell", "show", "compute", "calculate", "extract", "make", "create",
    "export", "rename", "move", "sort", "format", "underline", "italicise", "highlight", "scale", "rotate", "crop",
    "convert", "what", "delete", "remove", "save",
)  # fmt: skip
_FIRST = re.compile(r"^(?P<word>[A-Za-z-]{4,14})(?=\s)")
_LEAST = 0.8
_SLIPS = (
    (re.compile(r"\b(?:teh|hte|tehe|thje)\b", re.IGNORECASE), "the"),
    (re.compile(r"\b(?:adn|nad)\b", re.IGNORECASE), "and"),
    (re.compile(r"^whats\b", re.IGNORECASE), "what's"),
    (re.compile(r"\s+everywhere(?=$|\s+(?:in|of)\s)", re.IGNORECASE), ""),
)
"""Small words with a slip in them, and one that says no more than what holds anyway."""


def respelled(clause: Clause) -> Clause | None:
    """The clause without slips in small words, or with its first word as the verb that it comes closest to; None where it has
    none, or nothing is close."""
    words = clause.words
    for slip, meant in _SLIPS:
        words = slip.sub(meant, words)
    if words != clause.words:
        return replace(clause, words=words)
    found = _FIRST.match(clause.words)
    word = found["word"].casefold() if found else ""
    near = get_close_matches(word, _KNOWN, n=1, cutoff=_LEAST) if word and word not in _KNOWN else []
    return replace(clause, words=f"{near[0]}{clause.words[len(word) :]}") if near else None
