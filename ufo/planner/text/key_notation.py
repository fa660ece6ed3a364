"""Writes keys and texts in the notation of `keyboard_input`: "{VK_CONTROL}s", "{TAB 2}", and braces around special signs."""

from __future__ import annotations

from collections.abc import Sequence

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
