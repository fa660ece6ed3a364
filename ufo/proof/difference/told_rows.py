"""Tells rows, lines and entries, as many in one line as fit: one is never cut in two while it fits itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ufo.conditions.readers.model import Cell, Sheet
from ufo.proof.difference.line_words import shown
from ufo.proof.difference.told import Telling, together

ROOM = 230
"""Letters of what is told in one line, beside the name of the file and the place."""


@dataclass(frozen=True)
class Piece:
    """A row, a line or an entry. `number`: which one, from 0. `telling`: its words and literals; its place is that of the line.
    `news`: whether it was not so before the run.
    """

    number: int
    telling: Telling
    news: bool = False


@dataclass(frozen=True)
class Line:
    """Pieces that are told together, with their place."""

    telling: Telling
    news: bool = False


def lines(pieces: Iterable[Piece], named: Callable[[Sequence[Piece]], str]) -> Iterator[Line]:
    """Iterate over lines of as many pieces as fit; what is news never stands beside what is not. `named`: the place of pieces."""
    held: list[Piece] = []
    length = 0
    for piece in pieces:
        size = len(piece.telling.said)
        if held and (length + size > ROOM or piece.news is not held[0].news):
            yield _line(held, named(held))
            held, length = [], 0
        held.append(piece)
        length += size + 2
    if held:
        yield _line(held, named(held))


def _line(pieces: Sequence[Piece], where: str) -> Line:
    tellings = [piece.telling for piece in pieces]
    return Line(together(where, "; ".join(telling.said for telling in tellings), tellings), pieces[0].news)


def row_piece(sheet: Sheet, number: int, columns: Iterable[int], said: Callable[[Cell], str] | None = None) -> Piece:
    """Return a row of a sheet. `said`: how a cell is told, by default as it shows."""
    cells = [sheet.cell(number, column) for column in columns]
    words = " | ".join(said(cell) if said is not None else shown(cell.shown) for cell in cells)
    return Piece(number, Telling("", f"{number + 1}: {words}").holding(cells))


def rows_name(sheet: str, pieces: Sequence[Piece]) -> str:
    """Return "Sheet1!2:9" for rows of a sheet."""
    return f"{sheet}!{pieces[0].number + 1}:{pieces[-1].number + 1}"
