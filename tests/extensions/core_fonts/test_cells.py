"""Letters drawn in a small font of our own: what is sure, what is in doubt, and what is not read at all."""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt

from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo_core_fonts.cells import UNREAD, CellReader
from ufo_core_fonts.grid import CellGrid, GlyphSheet

# Letters of 4x6, a row of bits each; capital I and small l look the same in this font.
_FONT = {
    "I": "0110 0010 0010 0010 0111 0000",
    "l": "0110 0010 0010 0010 0111 0000",
    "a": "0000 0110 0010 0110 0111 0000",
    "o": "0000 0110 0101 0101 0110 0000",
    "t": "0100 1110 0100 0100 0010 0000",
    "x": "0000 1010 0100 1010 0000 0000",
    "_": "0000 0000 0000 0000 0000 1111",
    "\u0430": "0000 0110 0010 0110 0111 0000",
    "\u0436": "1010 1010 0100 1010 1010 0000",
    "\uffff": "1111 1001 1001 1001 1111 0000",
}
_CELL = (4, 6)
_INK, _PAPER, _LINE = 0x102030, 0xF0F0E0, 0xCC2200


def _bits(letter: str) -> npt.NDArray[np.bool_]:
    rows = _FONT.get(letter, " ".join(["0000"] * 6)).split()
    return np.array([[bit == "1" for bit in row] for row in rows])


def _sheet() -> GlyphSheet:
    pixels = np.concatenate([_bits(letter) for letter in _FONT], axis=1).astype(np.uint8) * 255
    return GlyphSheet("-own-small-medium-r-normal--6-", len(_FONT), tuple(map(ord, _FONT)), pixels.tobytes())


def _window(*lines: str, left: int = 0) -> tuple[npt.NDArray[np.uint32], CellGrid]:
    """With two pixels around its cells; it stands `left` pixels from the left of the screen."""
    columns = max(map(len, lines))
    pixels = np.full((len(lines) * _CELL[1] + 4, columns * _CELL[0] + 4), _PAPER, dtype=np.uint32)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            cell = pixels[2 + row * 6 : 8 + row * 6, 2 + column * 4 : 6 + column * 4]
            cell[_bits(letter)] = _INK
    return pixels, CellGrid(_CELL, (4, 4), Rect(left, 0, pixels.shape[1], pixels.shape[0]), (_sheet(),))


def _frame(pixels: npt.NDArray[np.uint32], grid: CellGrid) -> Frame:
    return Frame(grid.area, pixels.tobytes())


def test_letters_that_look_the_same_are_in_doubt_and_others_are_not() -> None:
    read = CellReader().read(*_read("taxo", "Ia to"))
    assert read is not None and read.lines == ("taxo", "Ia to")
    assert read.doubtful == {(1, 0)}


def test_a_word_is_in_one_script() -> None:
    read = CellReader().read(*_read("\u0430\u0436\u0430 tat"))
    assert read is not None and read.lines == ("\u0430\u0436\u0430 tat",) and not read.doubtful


def test_a_line_under_letters_the_outline_of_a_cursor_and_what_is_no_letter_are_told_apart() -> None:
    pixels, grid = _window("tatatatatata", "xoxoxoxoxoxo", "tototo      ")
    pixels[2 + 5, 2 : 2 + 4 * 3] = _INK
    cursor = pixels[14:20, 26:30]
    cursor[0], cursor[-1], cursor[:, 0], cursor[:, -1] = _LINE, _LINE, _LINE, _LINE
    pixels[10:12, 2:5] = _LINE
    read = CellReader().read(_frame(pixels, grid), grid)
    assert read is not None and read.lines == ("tatatatatata", UNREAD + "oxoxoxoxoxo", "tototo")
    assert (1, 0) in read.doubtful and not any(line == 0 for line, _ in read.doubtful)
    assert read.unread == (Rect(2, 8, 4, 6),)


def test_a_picture_is_no_text() -> None:
    pixels, grid = _window(*["tatatata"] * 6)
    noise = Random(7)
    pixels[:] = np.array([noise.choice((_INK, _PAPER)) for _ in range(pixels.size)]).reshape(pixels.shape)
    assert CellReader().read(_frame(pixels, grid), grid) is None


def _read(*lines: str) -> tuple[Frame, CellGrid]:
    pixels, grid = _window(*lines)
    return _frame(pixels, grid), grid
