"""Reads key names and chords in words: "Ctrl+Shift+S", "the down arrow 3 times", "Enter"."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ufo.schema.patterns import any_case, regex
from ufo.text.numbers import COUNTS

Chord = tuple[str, ...]

_MOST_PRESSES = 50
_WORDS = {
    "ctrl": "ctrl|control|strg", "alt": "alt|option", "shift": "shift", "super": "super|win|windows|meta|cmd|command",
    "enter": "enter|return", "tab": "tab", "escape": "escape|esc", "space": "space|spacebar|space bar",
    "backspace": "backspace", "delete": "delete|del", "insert": "insert|ins", "home": "home", "end": "end",
    "pageup": "page up|pageup|pgup", "pagedown": "page down|pagedown|pgdn", "up": "up|arrow up|up arrow",
    "down": "down|arrow down|down arrow", "left": "left|arrow left|left arrow",
    "right": "right|arrow right|right arrow", "plus": "plus", "minus": "minus",
}  # fmt: skip
_KEY_OF: Mapping[str, str] = MappingProxyType(
    {word: {"plus": "+", "minus": "-"}.get(key, key) for key, words in _WORDS.items() for word in words.split("|")}
)
_FUNCTION_KEY = any_case(r"f(?:[1-9]|1\d|2[0-4])")
_TIMES = any_case(
    r"(?P<keys>.+?)\s+(?:(?P<word>once|twice)|(?P<count>\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)\s+times)"
)
_AROUND = any_case(r"^(?:the\s+)?(?:keys?\s+|shortcut\s+|key\s+combination\s+)?|\s+(?:keys?|shortcut)$")
_BETWEEN = any_case(r"\s*,\s*(?:and\s+|then\s+)?|\s+(?:and\s+then|and|then|followed\s+by)\s+")
_JOIN = regex(r"(?<=\S)\s*\+\s*(?=\S)")


def chords_named(words: str) -> tuple[Chord, ...] | None:
    """Return chords in order, with repetitions written out; None where some word is no key or they are too many."""
    text, times = " ".join(words.split()), 1
    if found := _TIMES.fullmatch(text):
        count = (found["count"] or {"once": "1", "twice": "2"}[found["word"].casefold()]).casefold()
        text, times = found["keys"], COUNTS.index(count) if count in COUNTS else int(count)
    chords = [_chord(piece) for piece in _BETWEEN.split(text)]
    if not 0 < len(chords) * times <= _MOST_PRESSES or any(chord is None for chord in chords):
        return None
    return tuple(chord for chord in chords if chord is not None) * times


def _chord(words: str) -> Chord | None:
    keys = [_key(part) for part in _JOIN.split(_AROUND.sub("", words) or words)]
    return tuple(key for key in keys if key) if all(keys) and len(keys) <= 6 else None


def _key(word: str) -> str:
    """Return a key's name ("escape" for "Esc"), a single character as itself, or "" where the word is no key."""
    said = word.casefold().strip()
    if said in _KEY_OF:
        return _KEY_OF[said]
    return said if _FUNCTION_KEY.fullmatch(said) or (len(said) == 1 and said.isprintable()) else ""
