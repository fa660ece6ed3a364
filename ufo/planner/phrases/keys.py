"""Parses key names and chords in words: "Ctrl+Shift+S", "the down arrow 3 times", "enter"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from ufo.planner.text.spoken_arithmetic import number_of
from ufo.planner.text.vocabulary import alternatives
from ufo.schema.patterns import any_case, regex

Chord = tuple[str, ...]

_MOST_PRESSES = 200
_MODIFIER_WORDS = {
    "ctrl": "ctrl|control|ctl|strg", "alt": "alt|option|opt", "shift": "shift",
    "super": "super|win|windows|meta|cmd|command",
}  # fmt: skip
_KEY_WORDS = {
    "enter": "enter|return|return key|enter key", "tab": "tab|tabulator", "escape": "escape|esc",
    "space": "space|spacebar|space bar", "backspace": "backspace|back space", "delete": "delete|del",
    "insert": "insert|ins", "home": "home", "end": "end", "pageup": "page up|pageup|pgup|page-up",
    "pagedown": "page down|pagedown|pgdn|pgdown|page-down", "up": "up|arrow up|up arrow|cursor up",
    "down": "down|arrow down|down arrow|cursor down", "left": "left|arrow left|left arrow|cursor left",
    "right": "right|arrow right|right arrow|cursor right", "capslock": "caps lock|capslock",
    "menu": "menu key|context menu key", "printscreen": "print screen|printscreen|prtsc", "pause": "pause key",
}  # fmt: skip
_SIGN_WORDS = {
    "+": "plus", "-": "minus", ",": "comma", ".": "period|dot|full stop", ";": "semicolon", ":": "colon", "!": "exclamation mark",
    "?": "question mark", "/": "slash", "\\": "backslash", "*": "asterisk", "=": "equals", "'": "apostrophe",
    ">": "greater than", "<": "less than", "&": "ampersand", "#": "hash", "%": "percent", "_": "underscore",
    '"': "quotation mark", "(": "open parenthesis", ")": "close parenthesis", "^": "caret", "~": "tilde", "@": "at sign", 
    "`": "backtick",
}  # fmt: skip
_NAMED: Mapping[str, str] = MappingProxyType(
    {
        word: key
        for table in (_MODIFIER_WORDS, _KEY_WORDS, _SIGN_WORDS)
        for key, words in table.items()
        for word in words.split("|")
    }
)
_SAID: Mapping[str, str] = MappingProxyType(
    {key: words.split("|")[0] for key, words in (_KEY_WORDS | _SIGN_WORDS).items() if key not in _NAMED}
)
"""Words for keys whose name alone is not read as a key: a sign, and "pause", which may as well be a button."""
_FUNCTION_KEY = any_case(r"f(?:[1-9]|1\d|2[0-4])")
_JOIN = regex(r"(?<=\S)\s*\+\s*(?=\S)")
_DASHED = regex(rf"^(?:{alternatives(tuple(w for ws in _MODIFIER_WORDS.values() for w in ws.split('|')))}-)+\S+$", re.I)
_TIMES = any_case(
    r"^(?P<keys>.+?)\s*(?:,\s*)?(?:(?P<word>once|twice|thrice)|(?P<count>\d{1,3}|[a-z]+)\s*(?:times|x)|[x\u00d7]\s*(?P<by>\d{1,3}))$"
)
_BETWEEN = any_case(r"\s*,\s*(?:and\s+)?(?:then\s+)?|\s+(?:and\s+then|and|then|followed\s+by)\s+|\s+(?=\S)")
_WORDS_AROUND = regex(
    r"^(?:the\s+)?(?:keys?\s+|shortcut\s+|key\s+combination\s+|hotkey\s+|combination\s+)?|\s+(?:keys?|button|shortcut)$",
    re.I,
)
_WORD_TIMES: Mapping[str, int] = MappingProxyType({"once": 1, "twice": 2, "thrice": 3})


def key_named(word: str) -> str | None:
    """Return a key's canonical name ("escape" for "Esc"), a single character as itself, or None where it is no key."""
    lowered = " ".join(word.casefold().split())
    if lowered not in _NAMED and len(lowered) > 2:
        lowered = lowered.replace("-", " ")
    if lowered in _NAMED:
        return _NAMED[lowered]
    if _FUNCTION_KEY.fullmatch(lowered):
        return lowered
    return lowered if len(lowered) == 1 and lowered.isprintable() and not lowered.isspace() else None


def chord_named(words: str) -> Chord | None:
    """Return "Ctrl+Shift+S" as ("ctrl", "shift", "s"), or None where some part is no key."""
    text = _stripped(words)
    if not text:
        return None
    whole = key_named(text)
    if whole is not None:
        return (whole,)
    if _DASHED.match(text):
        text = text.replace("-", "+", text.count("-") - text.endswith("-"))
    parts = _JOIN.split(text)
    if text.endswith("++"):
        parts = [*_JOIN.split(text[:-2]), "+"]
    keys = [key_named(part) for part in parts]
    if any(key is None for key in keys) or len(parts) > 6:
        return None
    return tuple(key for key in keys if key is not None)


def chords_named(words: str) -> tuple[Chord, ...] | None:
    """Return chords in order, with repetitions written out; None where some word is no key or they are too many."""
    text = _stripped(words.strip())
    times = 1
    if found := _TIMES.match(text):
        count = _WORD_TIMES.get((found["word"] or "").casefold()) or _counted(found["count"] or found["by"] or "")
        if count:
            text, times = _stripped(found["keys"]), count
    chord = chord_named(text)
    if chord is not None:
        return (chord,) * times
    pieces = [piece for piece in _merged(_BETWEEN.split(text)) if piece]
    chords = [chord_named(piece) for piece in pieces]
    if not chords or any(one is None for one in chords) or len(chords) * times > _MOST_PRESSES:
        return None
    return tuple(one for one in chords if one is not None) * times


def _merged(pieces: list[str]) -> list[str]:
    """Join pieces that belong together: "down" and "arrow" are one key, "shift" and "tab" one chord."""
    merged: list[str] = []
    for piece in pieces:
        if merged and key_named(f"{merged[-1]} {piece}") is not None:
            merged[-1] = f"{merged[-1]} {piece}"
        elif merged and _is_modifier(merged[-1]) and not _is_modifier(piece):
            merged[-1] = f"{merged[-1]}+{piece}"
        elif piece.casefold() not in ("key", "the"):
            merged.append(piece)
    return merged


def _is_modifier(piece: str) -> bool:
    return all(key_named(part) in _MODIFIER_WORDS for part in _JOIN.split(piece))


def _stripped(words: str) -> str:
    """Return the words without "the … key" around them. A lone "+" or a word like "key" stays."""
    text = " ".join(words.split())
    previous = None
    while text != previous:
        previous, text = text, _WORDS_AROUND.sub("", text, count=1) or text
    return text


def _counted(word: str) -> int:
    number = number_of(word)
    return int(number) if number is not None and number.isdecimal() and 0 < int(number) <= _MOST_PRESSES else 0


def say_chords(chords: tuple[Chord, ...]) -> str:
    """Return chords as words, with signs by their names: "ctrl+s enter enter"."""
    return " ".join("+".join(_SAID.get(key, key).replace(" ", "-") for key in chord) for chord in chords)
