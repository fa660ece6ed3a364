"""Finds the letter in a cell's pixels by comparing them with a font's glyphs, also with a part of the cell masked out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ufo_core_fonts.grid import GlyphSheet

Bits = npt.NDArray[np.bool_]

# Unicode categories without a glyph of their own: controls, combining marks, private and unassigned code points, spaces.
_NO_LETTERS = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Mn", "Me", "Zs", "Zl", "Zp"})
_WEIGHT = 3
_ASCII_END = 0x7F
_RARE = 0x500
_SIGNS, _LINES = 0x2070, range(0x2500, 0x25A0)


@dataclass(frozen=True, slots=True)
class Sign:
    """The letters that fit a cell, the plainest first. `is_sure`: they look the same in every pixel."""

    letters: tuple[str, ...]
    is_sure: bool = True


class Alphabet:
    """The glyphs of a font and its bold variants. Where there is no bold font, terminals draw letters twice, a pixel to the
    right.
    """

    def __init__(self, sheets: Sequence[GlyphSheet], width: int, height: int) -> None:
        """The first sheet is the font, the others are its bold variants."""
        self.font = f"{' '.join(sheets[0].font.split('-')[1:3])} {width}x{height}"
        drawn = [_letters_of(sheet, width, height) for sheet in sheets]
        plain, bits = drawn[0]
        if len(sheets) == 1:
            drawn.append((plain, _twice(bits, width, height)))
        self._letters = [" ", *(letter for letters, _ in drawn for letter in letters)]
        self._styles = [0, *(style for style, (letters, _) in enumerate(drawn) for _ in letters)]
        self._bits: Bits = np.concatenate([np.zeros((1, height * width), dtype=bool), *(bits for _, bits in drawn)])
        self._signs: dict[bytes, dict[bytes, Sign]] = {}
        whole = np.packbits(self._bits, axis=1)
        self._whole = [row.tobytes() for row in whole]

    def sign(self, bits: Bits, counted: Bits | None = None) -> Sign | None:
        """Return the sign that the pixels show, or None. `bits` and `counted` have one entry per pixel of a cell; only those
        `counted` are compared.
        """
        mask = np.ones(bits.shape, dtype=bool) if counted is None else counted
        key = mask.tobytes()
        if key not in self._signs:
            self._signs[key] = self._by_look(mask)
        return self._signs[key].get(np.packbits(bits & mask).tobytes())

    def _by_look(self, counted: Bits) -> dict[bytes, Sign]:
        places: dict[bytes, list[int]] = {}
        for place, row in enumerate(np.packbits(self._bits & counted, axis=1)):
            places.setdefault(row.tobytes(), []).append(place)
        return {look: self._sign_of(fitting) for look, fitting in places.items()}

    def _sign_of(self, fitting: Sequence[int]) -> Sign:
        """Choose between letters that look alike: the plainest one is meant, and rare letters do not count where usual ones
        fit. The sign is not sure where two letters of ASCII fit.
        """
        style = {}
        for place in reversed(fitting):
            style[self._letters[place]] = self._styles[place]
        letters = sorted(style, key=lambda letter: (not letter.isascii(), style[letter], _rank(letter), ord(letter)))
        usual = [place for place in fitting if ord(self._letters[place]) < _RARE] or fitting
        look_alike = len({self._whole[place] for place in usual}) == 1
        return Sign(tuple(letters), look_alike and sum(letter.isascii() for letter in letters) <= 1)


def alphabets_of(sheets: Iterable[GlyphSheet], width: int, height: int) -> list[Alphabet]:
    """Return one alphabet per font that is not the bold variant of another."""
    by_name = {sheet.font: sheet for sheet in sheets}
    found = []
    bold_ones = set()
    for name, sheet in by_name.items():
        bold = [other for other in by_name if other != name and _is_bold_of(other, name)]
        bold_ones.update(bold)
        found.append((name, Alphabet([sheet, *(by_name[item] for item in bold)], width, height)))
    return [alphabet for name, alphabet in found if name not in bold_ones]


def _is_bold_of(other: str, name: str) -> bool:
    """Tell by the X server's font names (XLFD) whether one font is the bold variant of another. The third field is the weight;
    sizes in points and screen resolutions may differ.
    """
    item, two = other.split("-"), name.split("-")
    if len(item) != len(two) or len(item) <= _WEIGHT or item[_WEIGHT] != "bold" or two[_WEIGHT] == "bold":
        return False
    return item[1:3] == two[1:3] and item[4] == two[4]


def _letters_of(sheet: GlyphSheet, width: int, height: int) -> tuple[list[str], Bits]:
    pixels = np.frombuffer(sheet.pixels, dtype=np.uint8).reshape(-1, height, sheet.columns, width) > 0
    bits = pixels.transpose(0, 2, 1, 3).reshape(-1, height * width)[: len(sheet.codes)]
    # A font without a glyph for missing characters draws a question mark or a blank instead.
    drawn = bits.any(axis=1) & (~(bits == bits[-1]).all(axis=1) | (np.array(sheet.codes) < _ASCII_END))
    kept = [
        int(place)
        for place in np.flatnonzero(drawn)
        if unicodedata.category(chr(sheet.codes[place])) not in _NO_LETTERS
    ]
    return [chr(sheet.codes[place]) for place in kept], bits[kept]


def _twice(bits: Bits, width: int, height: int) -> Bits:
    cells = bits.reshape(-1, height, width).copy()
    cells[:, :, 1:] |= bits.reshape(-1, height, width)[:, :, :-1]
    return cells.reshape(-1, height * width)


def _rank(letter: str) -> int:
    """Rank letters and punctuation before lines and blocks, and those before rarer signs."""
    if unicodedata.category(letter) == "Lm" or "COMPAT" in unicodedata.name(letter, "COMPAT"):
        return 3
    return 0 if ord(letter) < _SIGNS else 1 if ord(letter) in _LINES else 2
