"""One difference, told: its words and the literals that it holds. A fact is made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ufo.conditions.readers.model import Cell, Sheet
from ufo.conditions.readers.sheets import is_mistyped
from ufo.proof.difference.line_words import decimal, one_line, shown, unique
from ufo.schema.fact import Channel, Fact, FactKind
from ufo.schema.file_names import readable
from ufo.schema.patterns import regex
from ufo.schema.property_values import formula_plain

ROOM = 230
"""Letters of what is told in one line, beside the name of the file and the place."""
_MOST_LITERALS = 400
_MOST_LETTERS = 20_000
_IN_FORMULA = regex(r"(?<![A-Za-z_$0-9.])[0-9]+(?:\.[0-9]+)?(?![A-Za-z_0-9(!:])")


@dataclass(frozen=True)
class Telling:
    """`where`: the place within the file ("Sheet1!D2:D11", "paragraph 3", "" for the whole). The others as in
    `ufo.schema.fact.Fact`.
    """

    where: str
    said: str
    texts: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    mistyped: tuple[str, ...] = ()
    partial: str = ""
    loss: bool = False
    by_product: str = ""

    def holding(self, cells: Iterable[Cell]) -> Telling:
        """Return the same with what the cells hold among its literals."""
        texts, numbers, dates, mistyped = list(self.texts), list(self.numbers), list(self.dates), list(self.mistyped)
        for cell in cells:
            texts.append(cell.shown)
            if cell.formula:
                formula = formula_plain(cell.formula)
                texts.append(formula)
                numbers += [decimal(float(found)) for found in _IN_FORMULA.findall(formula)]
            if cell.value is not None:
                numbers.append(decimal(cell.value))
            if cell.day:
                dates.append(cell.day)
            if is_mistyped(cell):
                mistyped.append(cell.shown)
        return replace(
            self, texts=unique(texts), numbers=unique(numbers), dates=unique(dates), mistyped=unique(mistyped)
        )


def together(where: str, said: str, tellings: Iterable[Telling]) -> Telling:
    """Return one telling with the literals of several."""
    several = list(tellings)
    return Telling(
        where,
        said,
        unique(text for telling in several for text in telling.texts),
        unique(text for telling in several for text in telling.gone),
        unique(number for telling in several for number in telling.numbers),
        unique(day for telling in several for day in telling.dates),
        unique(text for telling in several for text in telling.mistyped),
        loss=any(telling.loss for telling in several),
    )


@dataclass(frozen=True)
class Source:
    """The file that a telling is about. `opening`: how its lines begin, "" for the name of the file."""

    path: Path
    places: Places
    channel: Channel = Channel.FILE
    opening: str = ""

    @property
    def name(self) -> str:
        return self.places.name(self.path)

    def fact(self, telling: Telling, kind: FactKind = FactKind.CHANGE, when: str = "") -> Fact:
        """Return the telling as a fact. `when`: the time of which it tells, such as "now", for what is no difference."""
        place = f"{self.name}, {telling.where}" if telling.where else self.name
        opening = f"{self.opening or self.name}{f', {shown(telling.where)}' if telling.where else ''}{f' {when}' if when else ''}"
        return Fact(
            kind=kind,
            line=one_line(f"{opening}: {telling.said}"),
            place=place,
            texts=bounded((*self.names(), *telling.texts)),
            gone=bounded(telling.gone),
            numbers=bounded(telling.numbers),
            dates=bounded(telling.dates),
            mistyped=bounded(telling.mistyped),
            channel=self.channel,
            by_product=telling.by_product,
            partial=telling.partial,
            loss=telling.loss,
        )

    def names(self) -> tuple[str, ...]:
        """Return every name by which the file may be called."""
        return self.places.names(self.path)


def bounded(values: Iterable[str]) -> tuple[str, ...]:
    """Return the values without repetitions, up to a bound on their number and their letters together."""
    kept: list[str] = []
    letters = 0
    for value in unique(readable(value) for value in values):
        letters += len(value)
        if len(kept) >= _MOST_LITERALS or letters > _MOST_LETTERS:
            break
        kept.append(value)
    return tuple(kept)


@dataclass(frozen=True)
class Places:
    """`folder`: the working folder."""

    folder: Path
    home: Path

    def name(self, path: Path) -> str:
        """Return the shortest clear name as it is shown in a line: "notes.txt", "~/Desktop/notes.txt"."""
        return shown(self._below(path, self.folder, "") or self._below(path, self.home, "~/") or str(path))

    def names(self, path: Path) -> tuple[str, ...]:
        """Return every name by which the file may be called, as they are written."""
        below = self._below(path, self.folder, ""), self._below(path, self.home, "~/")
        return unique(readable(name) for name in (path.name, *below, str(path)))

    def _below(self, path: Path, folder: Path, prefix: str) -> str:
        is_below = path != folder and path.is_relative_to(folder)
        return f"{prefix}{path.relative_to(folder)}" if is_below else ""


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
