"""Writes facts as the numbered lines that a reader gets. Neighbours that differ in one or two short values are one line with
all of these, so that hundreds of like changes stay short and nothing of them is left out; unlike ones keep a line each. What
neighbours of one file or place begin with is said once, above them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from ufo.schema.fact import Fact, FactKind
from ufo.schema.patterns import regex

_LEAST_JOINED, _MOST_JOINED = 3, 25
"""Facts in a line. Further on nobody finds the value in one place that belongs to one in another."""
_MOST_LISTS, _LONGEST_VALUE = 2, 40
_SHORTER = 2 / 3
"""The most of their own lines' length that a joined line may have."""
_LONGEST_GAP = 3
"""Pieces between two values that are read as one: "31 → 17", "Abbot, Simon", "8:13"."""
_PIECES = regex(r"\d+|[^\W\d]+|\s+|.")
_BREAKS = regex(r"[\x00-\x1f\x7f\x85\u2028\u2029]+")
_BETWEEN = regex(r"[^\w\"'(){}\[\]|]+")
_DIVIDERS = frozenset("{|}")
_HEAD = regex(r"([^{]+?)(?:: |, | › )")
"""The file, page or window that a line begins with."""
_LONGEST_BY_PRODUCT = 80
_HEADING = 12
"""About what the number and the signs of a heading take, in letters."""


@dataclass(frozen=True, slots=True)
class FactLine:
    """One line of the list, below its heading where it is the first under it. `facts`: the ids that it tells."""

    facts: tuple[str, ...]
    text: str
    is_by_product: bool


def fact_lines(facts: Sequence[Fact]) -> tuple[FactLine, ...]:
    """Return the facts as lines, in their order: "7 * sales.xlsx, Sheet1!B2: …", "8-10 * photos/{a|b|c}.jpg …", and below
    "11-12 sales.xlsx: {as before}" the lines " 11 …" and " 12 …".
    """
    written: list[FactLine] = []
    for _, entries in groupby(_entries(facts), key=lambda entry: (entry.head, entry.kind, entry.asked)):
        written += _under_a_heading(list(entries))
    return tuple(written)


@dataclass(frozen=True)
class _Entry:
    """Facts that one line tells. `text`: it without their number and their marks."""

    facts: Sequence[Fact]
    text: str

    @cached_property
    def head(self) -> str:
        place = self.facts[0].place
        where = f"read in {place}"
        if self.facts[0].kind is FactKind.READ and place and self.text.startswith((f"{where}: ", f"{where} › ")):
            return where
        found = _HEAD.match(self.text)
        is_place = found is not None and (self.facts[0].kind is FactKind.READ or bool({"/", "."} & set(found[1])))
        return found[1] if found is not None and is_place else ""

    @property
    def kind(self) -> str:
        """What a heading says of all below it, where that differs from the marks of each."""
        fact = self.facts[0]
        return "by-product" if fact.by_product else "read" if fact.kind is FactKind.READ else ""

    @property
    def asked(self) -> str:
        return " *" if self.facts[0].must_be_asked_for else ""

    @cached_property
    def told(self) -> str:
        return _told(self.facts[0], "by-product")

    def line(self, text: str) -> FactLine:
        return FactLine(tuple(fact.id for fact in self.facts), text, bool(self.facts[0].by_product))


def _entries(facts: Sequence[Fact]) -> Iterator[_Entry]:
    at = 0
    while at < len(facts):
        joined = _like_ones(facts[at:])
        taken = facts[at : at + max(1, joined.size)]
        if joined.is_worth_it():
            yield _Entry(taken, joined.text())
        else:
            yield from (_Entry((fact,), _bounded(fact)) for fact in taken)
        at += len(taken)


def _under_a_heading(entries: Sequence[_Entry]) -> Iterator[FactLine]:
    """Yield the lines of neighbours that begin alike. Marks that all have stand in the heading."""
    first = entries[0]
    told = first.told if len({entry.told for entry in entries}) == 1 else ""
    if not first.head or (len(entries) - 1) * (len(first.head) + len(told)) < _HEADING:
        for entry in entries:
            yield entry.line(f"{_numbered(entry.facts)}{entry.asked} {entry.text}{entry.told}")
        return
    heading = f"{_numbered([first.facts[0], entries[-1].facts[-1]])}{first.asked} {first.head}:{told}\n"
    for entry in entries:
        rest = entry.text.removeprefix(entry.head).lstrip(":,› ")
        own = "" if told else entry.told
        yield entry.line(f"{heading if entry is first else ''} {_numbered(entry.facts)} {rest}{own}")


def _like_ones(facts: Sequence[Fact]) -> _Joined:
    """Join as many facts as go into one line, beginning with the first."""
    joined = _Joined((_pieces(facts[0].line),))
    for fact in facts[1:]:
        wider = _Joined((*joined.lines, _pieces(fact.line))) if _marks(fact) == _marks(facts[0]) else None
        if wider is None or not wider.is_like():
            break
        joined = wider
    return joined


@dataclass(frozen=True, slots=True)
class _Joined:
    """Lines in pieces, of which those that differ are told by all of theirs."""

    lines: tuple[list[str], ...]

    @property
    def size(self) -> int:
        return len(self.lines)

    def is_like(self) -> bool:
        """Tell whether the lines differ in few short values, each of one kind: words, numbers, never a word for a number."""
        first = self.lines[0]
        if self.size > _MOST_JOINED or any(len(line) != len(first) for line in self.lines):
            return False
        if not all(_is_of_one_kind(column) for column in zip(*self.lines, strict=True) if len(set(column)) > 1):
            return False
        listed = {tuple(values) for values in self._values() if not _counts_up(values)}
        if any(len(value) > _LONGEST_VALUE or _DIVIDERS.intersection(value) for values in listed for value in values):
            return False
        return len(listed) <= _MOST_LISTS

    def is_worth_it(self) -> bool:
        alone = sum(len("".join(line)) for line in self.lines)
        return self.size >= _LEAST_JOINED and len(self.text()) <= alone * _SHORTER

    def text(self) -> str:
        written, end = "", 0
        for (start, stop), values in zip(self._places(), self._values(), strict=True):
            written += "".join(self.lines[0][end:start]) + f"{{{_listed(values)}}}"
            end = stop
        return written + "".join(self.lines[0][end:])

    def _values(self) -> list[list[str]]:
        return [["".join(line[start:stop]) for line in self.lines] for start, stop in self._places()]

    def _places(self) -> list[tuple[int, int]]:
        """Return where the lines differ, as the first piece and the one behind the last. What only a comma, a dash or the like
        divides is one value, unless each counts up by itself.
        """
        first = self.lines[0]
        columns = list(zip(*self.lines, strict=True))
        found: list[tuple[int, int]] = []
        for at, column in enumerate(columns):
            if len(set(column)) == 1:
                continue
            start, stop = found[-1] if found else (0, 0)
            gap = "".join(first[stop:at])
            is_near = bool(found) and at - stop <= _LONGEST_GAP and (at == stop or bool(_BETWEEN.fullmatch(gap)))
            if is_near and not _counts_up(column):
                found[-1] = (start, at + 1)
            else:
                found.append((at, at + 1))
        return found


def _is_of_one_kind(column: Sequence[str]) -> bool:
    return all(map(str.isdecimal, column)) or all(piece.isidentifier() for piece in column)


def _counts_up(values: Sequence[str]) -> bool:
    first = values[0]
    return first.isdecimal() and [f"{int(first) + at:0{len(first)}}" for at in range(len(values))] == list(values)


def _listed(values: Sequence[str]) -> str:
    """List the values. Numbers that count up by one are told by the first and the last."""
    return f"{values[0]} to {values[-1]}" if _counts_up(values) else "|".join(values)


def _numbered(facts: Sequence[Fact]) -> str:
    first, last = facts[0].id, facts[-1].id
    return first if first == last else f"{first}-{last}"


def _bounded(fact: Fact) -> str:
    """Return the words of a fact in one line; of a by-product, which nobody has to ask for, the first ones."""
    line = _BREAKS.sub(" ", fact.line)
    is_long = fact.by_product and len(line) > _LONGEST_BY_PRODUCT
    return f"{line[: _LONGEST_BY_PRODUCT - 1]}…" if is_long else line


def _pieces(line: str) -> list[str]:
    return _PIECES.findall(_BREAKS.sub(" ", line))


def _marks(fact: Fact) -> tuple[object, ...]:
    return (
        fact.kind,
        fact.outward,
        bool(fact.by_product),
        fact.by_run,
        fact.partial,
        fact.satisfied,
        fact.news,
        fact.independent,
    )


def told_fact(fact: Fact) -> str:
    """Return all that is told of a fact, without its number."""
    return f"{_BREAKS.sub(' ', fact.line)}{_told(fact, f'by-product: {fact.by_product}')}"


def _told(fact: Fact, by_product: str) -> str:
    """Return what a line does not say itself, in braces of our own."""
    marks = (
        (fact.kind is FactKind.READ, "read"),
        (fact.kind is FactKind.STATE and not fact.satisfied, "does NOT hold"),
        (fact.kind is FactKind.STATE and fact.satisfied and not fact.news, "as before"),
        (bool(fact.outward), f"outward: {fact.outward}"),
        (bool(fact.partial), f"only {fact.partial}"),
        (bool(fact.by_product), by_product),
        (not fact.by_run, "by somebody else"),
        (not fact.independent, "told only by the tool that acted"),
    )
    told = [words for holds, words in marks if holds]
    return f" {{{'; '.join(told)}}}" if told else ""
