"""The names of a spreadsheet's cells, such as "B3", and the part of a sheet between two of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node

Place = tuple[int, int]
"""Row and column, from 0."""

_ADDRESS = re.compile(r"(?:.*[ .!])?\$?([A-Z]{1,3})\$?([1-9]\d{0,6})\Z")
_CELLS = 4000


@dataclass(frozen=True, slots=True)
class Span:
    """Rows and columns from first to last, both in sight."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def is_cut(self) -> bool:
        """Whether it holds more cells than are read: a sheet of tiny cells, or one that lies about what is in sight."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1) > _CELLS

    def holds(self, place: Place) -> bool:
        return self.top <= place[0] <= self.bottom and self.left <= place[1] <= self.right

    @property
    def first_row(self) -> list[Place]:
        height = min(self.bottom - self.top + 1, _CELLS)
        return [(self.top, column) for column in range(self.left, self.right + 1)[: max(1, _CELLS // height)]]

    @property
    def first_column(self) -> list[Place]:
        return [(row, self.left) for row in range(self.top, self.bottom + 1)[:_CELLS]]


def span(first: Place, last: Place) -> Span | None:
    """None where they stand the wrong way round."""
    return Span(*first, *last) if first[0] <= last[0] and first[1] <= last[1] else None


def cursors(node: Node) -> list[Place]:
    """The places that entries of the window name: the one with the address of the cell in work is among them."""
    top = node
    while top.parent is not None:
        top = top.parent
    texts = (one.text for one in top.walk() if one.text and len(one.text) <= 12 and one.states & roles.EDITABLE)
    return [place for text in texts if (place := place_of(text))]


def place_of(name: str) -> Place | None:
    """The place of a cell's name such as "B3" or "Sheet1.B3"."""
    match = _ADDRESS.match(name)
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 64
    return int(match[2]) - 1, column - 1


def address(row: int, column: int) -> str:
    return f"{_letters(column)}{row + 1}"


@lru_cache(1024)
def _letters(column: int) -> str:
    letters = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters
