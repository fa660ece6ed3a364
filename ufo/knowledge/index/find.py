"""Finds the sections that may answer a question, without reading what every section holds.

A word that stands in many sections costs as many rows as there are, and tells little. So each word is read up to a limit: what
reaches it is common there, and only weighs; the candidates come from the others.
"""

from __future__ import annotations

import math
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ufo.knowledge.index.schema import SHELF_BITS
from ufo.text.near import in_guides
from ufo.text.stem import stem
from ufo.text.words import is_doing

_MOST_ROWS = 1_000
"""So many sections with a word are read of a range at most."""
_MOST_WORDS = 24
_MOST_FORMS = 12
_LEAST_PART = 4
_COMMON_TAKEN = 400
_OF_DOING, _OF_LATER, _FIRST = 0.4, 0.5, 3
_RARE, _RARE_PART = 10, 0.1
"""A word in fewer sections than so many, or than that part of all, weighs no more: how few have it is chance."""
_IN_HEADING = 1.0
"""How much more a word counts that stands in a heading, when candidates are chosen."""


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers of sections, both ends included, and how many sections there are. `shelves`: only those of these count. `weight`:
    what the order of a section in it counts.
    """

    first: int
    last: int
    sections: int
    shelves: frozenset[int]
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the question. `forms`: the stems of the words that it stands for, usually its own. `weight`: what finding it
    tells, 0 for a word that stands nowhere. `is_doing`: nearly every question has such a word. `is_later`: it stands behind the
    first words, which tell what the question is about.
    """

    word: str
    forms: frozenset[str]
    weight: float
    is_doing: bool = False
    is_later: bool = False


@dataclass(slots=True)
class _Read:
    rows: list[int]
    in_heading: list[int]
    forms: list[str]
    is_common: bool


def candidates(
    connection: sqlite3.Connection, sought: Sequence[str], ranges: Sequence[Range], most: int
) -> tuple[list[int], list[Term]]:
    """Return the numbers of at most `most` sections, the most promising first, and what each word weighs."""
    sections = sum(entry.sections for entry in ranges)
    read = {word: _read(connection, word, ranges) for word in sought[:_MOST_WORDS]}
    terms = [
        Term(
            word,
            _stems(entry.forms),
            _weight(len(entry.rows), sections) * _share(word, place),
            is_doing(word),
            is_later=place >= _FIRST,
        )
        for place, (word, entry) in enumerate(read.items())
    ]
    weights = {term.word: term.weight for term in terms}
    scores: defaultdict[int, float] = defaultdict(float)
    telling = {word: entry for word, entry in read.items() if not entry.is_common}
    if not any(read.rows for read in telling.values()):
        for row in _with_all(connection, [word for word in read if read[word].rows], ranges):
            scores[row] = 1.0
    for word, item in telling.items():
        for row in item.rows:
            scores[row] += weights[word]
        for row in item.in_heading:
            scores[row] += weights[word] * _IN_HEADING
    return sorted(scores, key=lambda row: (-scores[row], row))[:most], terms


def _read(connection: sqlite3.Connection, word: str, ranges: Sequence[Range]) -> _Read:
    forms = list(in_guides(word))
    rows = _matching(connection, _quoted(forms), ranges)
    if not rows and len(word) >= _LEAST_PART:
        forms = _words_with(connection, word)
        rows = _matching(connection, _quoted(forms), ranges) if forms else []
    # Of a common word nobody knows how many rows are passed over before one has it in a heading.
    is_common = len(rows) >= _MOST_ROWS
    in_heading = _matching(connection, f"path : ({_quoted(forms)})", ranges) if rows and not is_common else []
    return _Read(rows, in_heading, forms or [word], is_common)


def _matching(connection: sqlite3.Connection, query: str, ranges: Sequence[Range]) -> list[int]:
    found: list[int] = []
    for where in ranges:
        rows = connection.execute(
            "select rowid from texts where texts match ? and rowid between ? and ? limit ?",
            (query, where.first, where.last, _MOST_ROWS - len(found)),
        )
        found += (row for (row,) in rows if row >> SHELF_BITS in where.shelves)
    return found


def _with_all(connection: sqlite3.Connection, sought: list[str], ranges: Sequence[Range]) -> list[int]:
    """Return sections that hold all these common words, or, where none does, some that hold the first one."""
    for query in (" AND ".join(_quoted([word]) for word in sought), _quoted(sought[:1])):
        found = _matching(connection, query, ranges)[:_COMMON_TAKEN] if query else []
        if found:
            return found
    return []


def _words_with(connection: sqlite3.Connection, part: str) -> list[str]:
    """Return words of the index that a word is a part of, the shortest first."""
    found = connection.execute(
        "select word from parts where parts match ? order by length(word), word limit ?", (_quoted([part]), _MOST_FORMS)
    )
    return [word for (word,) in found]


def _quoted(forms: Sequence[str]) -> str:
    return " OR ".join(f'"{form}"' for form in forms)


def _stems(forms: Sequence[str]) -> frozenset[str]:
    return frozenset(map(stem, forms))


def _share(word: str, place: int) -> float:
    """Return what a word counts by itself: a request says first what it is about, and then with which values."""
    return (_OF_DOING if is_doing(word) else 1.0) * (1.0 if place < _FIRST else _OF_LATER)


def _weight(rows: int, sections: int) -> float:
    """Return the inverse document frequency, 0 for a word that stands nowhere."""
    if not rows:
        return 0.0
    counted = max(rows, min(_RARE, sections * _RARE_PART))
    return math.log(1 + (sections - counted + 0.5) / (counted + 0.5))
