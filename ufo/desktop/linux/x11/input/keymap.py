"""Maps keysyms to keys of the server's keyboard map."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from types import MappingProxyType

from ufo.desktop.linux.screen.keysyms import keysym_of

# These keycodes are the same on every keyboard under Linux; the layout only decides what is printed on the keys.
_USUAL_KEYS = MappingProxyType(
    {letter: 24 + place for place, letter in enumerate("qwertyuiop")}
    | {letter: 38 + place for place, letter in enumerate("asdfghjkl")}
    | {letter: 52 + place for place, letter in enumerate("zxcvbnm")}
)


@dataclass(frozen=True, slots=True)
class Stroke:
    """One key press: the keycode, and whether Shift is held."""

    keycode: int
    shift: bool = False


@dataclass(frozen=True, slots=True)
class Keymap:
    """The server's keyboard map. `rows` has the keysyms of each keycode from `first` on, two for each group: plain and with
    Shift.
    """

    first: int
    rows: tuple[tuple[int, ...], ...]
    group: int = 0

    def spare(self) -> tuple[int, ...]:
        """Return the keycodes that have no keysym."""
        return tuple(self.first + place for place, row in enumerate(self.rows) if not any(row))

    def strokes(self, without: Container[int] = ()) -> dict[int, Stroke]:
        """Return how to strike each keysym in the current layout. The first key that has it wins; the keycodes `without` are
        not used.
        """
        found: dict[int, Stroke] = {}
        for place, row in enumerate(self.rows):
            if self.first + place in without:
                continue
            pair = row[2 * self.group : 2 * self.group + 2]
            if not any(pair):
                pair = row[:2]
            for level, keysym in enumerate(pair):
                if keysym:
                    found.setdefault(keysym, Stroke(self.first + place, level == 1))
        return found

    def anywhere(self, keysym: int, without: Container[int] = ()) -> Stroke | None:
        """Return the key that carries a keysym in either layout, since a shortcut works by its key even while another layout is
        in force.
        """
        for place, row in enumerate(self.rows):
            if keysym in row[:4] and self.first + place not in without:
                return Stroke(self.first + place, row.index(keysym) % 2 == 1)
        return None

    def with_latin(self, letter: str) -> tuple[int, tuple[int, ...]] | None:
        """Return a letter's usual key and a row for it with the letter as the second layout, or None where there is no room for
        it.
        """
        keycode = _USUAL_KEYS.get(letter.lower())
        if keycode is None or not self.first <= keycode < self.first + len(self.rows):
            return None
        row = self.rows[keycode - self.first]
        if not any(row[:2]) or (any(row[2:4]) and row[2:4] != row[:2]):
            return None
        return keycode, (*row[:2], keysym_of(letter.lower()), keysym_of(letter.upper()))
