"""The names of a spreadsheet's cells, such as "B3", and the part of a sheet between two cells."""

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
    """The rows and columns that are in sight, first and last included."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def is_cut(self) -> bool:
        """Whether the span has more cells than are read, as in a sheet of tiny cells or one that misreports what is in sight."""
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
    """Return the span between the cells at two corners of what is in sight, an upper and a lower one; None where they are in the
    wrong order. In a sheet that runs from right to left the first column is at the right.
    """
    left, right = sorted((first[1], last[1]))
    return Span(first[0], left, last[0], right) if first[0] <= last[0] else None


def cursors(node: Node) -> list[Place]:
    """Return the places that the window's input fields name. The field with the address of the current cell is among them."""
    top = node
    while top.parent is not None:
        top = top.parent
    texts = (
        inner.text for inner in top.walk() if inner.text and len(inner.text) <= 12 and inner.states & roles.EDITABLE
    )
    return [place for text in texts if (place := place_of(text))]


def place_of(name: str) -> Place | None:
    """Return the place that a cell's name such as "B3" or "Sheet1.B3" stands for; None for any other text."""
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
