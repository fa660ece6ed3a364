"""Writes facts as the numbered lines that a reader gets. Neighbours that differ in a few pieces are one line with all of
these, so that hundreds of like changes stay short and nothing of them is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ufo.schema.fact import Fact, FactKind
from ufo.schema.patterns import regex

_LEAST_JOINED = 3
_PIECES = regex(r"\d+|[^\W\d]+|\s+|.")
_BREAKS = regex(r"[\x00-\x1f\x7f\x85\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class FactLine:
    """One line of the list. `facts`: the ids of those that it tells, in order."""

    facts: tuple[str, ...]
    text: str
    is_by_product: bool


def fact_lines(facts: Sequence[Fact]) -> tuple[FactLine, ...]:
    """Return the facts as lines, in their order: "7 * sales.xlsx, Sheet1!B2: …", "8-10 * photos/{a|b|c}.jpg …"."""
    written: list[FactLine] = []
    at = 0
    while at < len(facts):
        end, pieces, varying = at + 1, _pieces(facts[at].line), frozenset[int]()
        while end < len(facts) and _marks(facts[end]) == _marks(facts[at]):
            other = _pieces(facts[end].line)
            wider = varying | {place for place, piece in enumerate(pieces) if [piece] != other[place : place + 1]}
            if len(other) != len(pieces) or len(wider) * 2 > len(pieces):
                break
            varying, end = wider, end + 1
        if end - at >= _LEAST_JOINED:
            written.append(_line(facts[at:end], _joined([fact.line for fact in facts[at:end]], varying)))
        else:
            written += [_line((fact,), fact.line) for fact in facts[at:end]]
        at = end
    return tuple(written)


def _joined(lines: Sequence[str], varying: frozenset[int]) -> str:
    columns = zip(*map(_pieces, lines), strict=True)
    return "".join(f"{{{_listed(column)}}}" if at in varying else column[0] for at, column in enumerate(columns))


def _listed(column: Sequence[str]) -> str:
    """List the pieces. Numbers that count up by one are told by the first and the last."""
    first = column[0]
    if first.isdecimal() and [f"{int(first) + at:0{len(first)}}" for at in range(len(column))] == list(column):
        return f"{first} to {column[-1]}"
    return "|".join(column)


def _line(facts: Sequence[Fact], line: str) -> FactLine:
    ids = tuple(fact.id for fact in facts)
    number = ids[0] if len(ids) == 1 else f"{ids[0]}-{ids[-1]}"
    asked = " *" if facts[0].must_be_asked_for else ""
    return FactLine(ids, f"{number}{asked} {_BREAKS.sub(' ', line)}{_told(facts[0])}", bool(facts[0].by_product))


def _pieces(line: str) -> list[str]:
    return _PIECES.findall(_BREAKS.sub(" ", line))


def _marks(fact: Fact) -> tuple[object, ...]:
    return (
        fact.kind,
        fact.outward,
        fact.by_product,
        fact.by_run,
        fact.partial,
        fact.satisfied,
        fact.news,
        fact.independent,
    )


def told_fact(fact: Fact) -> str:
    """Return a fact as a reader gets it, without its number."""
    return f"{_BREAKS.sub(' ', fact.line)}{_told(fact)}"


def _told(fact: Fact) -> str:
    """Return what a line does not say itself, in braces of our own."""
    marks = (
        (fact.kind is FactKind.READ, "read"),
        (fact.kind is FactKind.STATE and not fact.satisfied, "does NOT hold"),
        (fact.kind is FactKind.STATE and fact.satisfied and not fact.news, "as before"),
        (bool(fact.outward), f"outward: {fact.outward}"),
        (bool(fact.partial), f"only {fact.partial}"),
        (bool(fact.by_product), f"by-product: {fact.by_product}"),
        (not fact.by_run, "by somebody else"),
        (not fact.independent, "told only by the tool that acted"),
    )
    told = [words for holds, words in marks if holds]
    return f" {{{'; '.join(told)}}}" if told else ""
