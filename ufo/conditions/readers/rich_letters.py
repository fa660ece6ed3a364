"""Says how letters within a cell look, where they look otherwise than others of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

_SWITCHES = ("bold", "italic", "underline", "strikethrough", "superscript", "subscript")
_MOST, _LONGEST = 8, 60
_AUTOMATIC = ("", "#000000")


def letters_said(runs: Sequence[tuple[str, Mapping[str, str]]]) -> str:
    """Return "'2' subscript; 'due' bold, #ff0000" of a text's runs, each with its looks; "" where all look alike."""
    looking = [(text, _looks_of(look)) for text, look in runs if text]
    joined = [("".join(text for text, _ in alike), look) for look, alike in groupby(looking, lambda run: run[1])]
    if len(joined) < 2:
        return ""
    told = [f"{text[:_LONGEST]!r} {', '.join(look)}" for text, look in joined if look]
    return "; ".join([*told[:_MOST], *([f"{len(told) - _MOST} more"] if len(told) > _MOST else [])])


def _looks_of(look: Mapping[str, str]) -> tuple[str, ...]:
    colour = look.get("colour", "")
    return (*(name for name in _SWITCHES if look.get(name) == "on"), *([] if colour in _AUTOMATIC else [colour]))
