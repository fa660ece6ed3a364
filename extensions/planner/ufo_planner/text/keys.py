"""Reads key names and chords in words ("Ctrl+Shift+S", "the down arrow 3 times"), and writes keys and texts in the notation of
`keyboard_input`: "{VK_CONTROL}s", "{TAB 2}", and braces around special signs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ufo.schema.patterns import any_case, regex
from ufo_planner.text.vocabulary import COUNTS

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
    chords = [_chord_named(piece) for piece in _BETWEEN.split(text)]
    if not 0 < len(chords) * times <= _MOST_PRESSES or any(chord is None for chord in chords):
        return None
    return tuple(chord for chord in chords if chord is not None) * times


def _chord_named(words: str) -> Chord | None:
    keys = [_key_named(part) for part in _JOIN.split(_AROUND.sub("", words) or words)]
    return tuple(key for key in keys if key) if all(keys) and len(keys) <= 6 else None


def _key_named(word: str) -> str:
    """Return a key's name ("escape" for "Esc"), a single character as itself, or "" where the word is no key."""
    said = word.casefold().strip()
    if said in _KEY_OF:
        return _KEY_OF[said]
    return said if _FUNCTION_KEY.fullmatch(said) or (len(said) == 1 and said.isprintable()) else ""


_MODIFIERS = {"ctrl": "VK_CONTROL", "shift": "VK_SHIFT", "alt": "VK_MENU", "super": "VK_LWIN"}
_KEYS = {
    "enter": "ENTER", "tab": "TAB", "escape": "ESC", "space": "SPACE", "backspace": "BACKSPACE", "delete": "DELETE",
    "insert": "INSERT", "home": "HOME", "end": "END", "pageup": "PGUP", "pagedown": "PGDN", "up": "UP", "down": "DOWN",
    "left": "LEFT", "right": "RIGHT",
}  # fmt: skip
_SPECIAL = {"\n": "{ENTER}", "\t": "{TAB}", **{sign: f"{{{sign}}}" for sign in "{}()+^%~"}}


def chord_keys(chord: Sequence[str]) -> str:
    """Return one chord in the notation: ("ctrl", "shift", "s") is "{VK_CONTROL}{VK_SHIFT}s"."""
    return "".join(_key(key) for key in chord)


def runs(chords: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the chords in order, with repeated keys joined: three times Tab is "{TAB 3}"."""
    found: list[tuple[tuple[str, ...], int]] = []
    for chord in map(tuple, chords):
        if found and found[-1][0] == chord:
            found[-1] = (chord, found[-1][1] + 1)
        else:
            found.append((chord, 1))
    return tuple(keys for chord, times in found for keys in _times(chord, times))


def literal(text: str) -> str:
    """Return the keys that type a text as it is."""
    return "".join(_SPECIAL.get(sign, sign) for sign in text.replace("\r\n", "\n"))


def _times(chord: tuple[str, ...], times: int) -> tuple[str, ...]:
    keys = chord_keys(chord)
    if times == 1:
        return (keys,)
    if len(chord) == 1 and keys.startswith("{"):
        return (f"{keys[:-1]} {times}}}",)
    return (keys * times,) if len(chord) == 1 else (keys,) * times


def _key(key: str) -> str:
    said = key.strip().casefold() or key
    if said in _MODIFIERS:
        return f"{{{_MODIFIERS[said]}}}"
    if said in _KEYS:
        return f"{{{_KEYS[said]}}}"
    if said[0] == "f" and said[1:].isdecimal() and 1 <= int(said[1:]) <= 24:
        return f"{{{said.upper()}}}"
    return literal(said)
