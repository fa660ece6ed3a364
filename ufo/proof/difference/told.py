"""One difference, told: its words and the literals that it holds. A fact is made of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from ufo.conditions.readers.model import Cell
from ufo.conditions.readers.numbers import day_in, number_in
from ufo.proof.difference.line_words import decimal, one_line, shown, unique
from ufo.proof.difference.places import Places
from ufo.schema.fact import Channel, Fact, FactKind
from ufo.schema.file_names import readable
from ufo.schema.patterns import regex
from ufo.schema.property_values import formula_plain

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


def is_mistyped(cell: Cell) -> bool:
    """Tell whether the cell stores as text what looks like a number or a date."""
    return cell.kind == "text" and (number_in(cell.shown) is not None or day_in(cell.shown) is not None)


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
