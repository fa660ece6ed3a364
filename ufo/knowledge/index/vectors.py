"""Searches by vectors, without any library: their signs first, as bits of one number, and then the numbers themselves.

The signs of a vector tell roughly where it points. How many differ is counted at once for a hundred thousand sections; only the
best of them are compared exactly.
"""

from __future__ import annotations

import heapq
import math
import sqlite3
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ufo.knowledge.index.find import Range
from ufo.knowledge.index.schema import SHELF_BITS

_EXACTLY_COMPARED = 100
_LEAST_SPREAD = 1e-9
_NEAREST_SHARE, _FEW = 50, 20
_NEAR, _SURE = 2.0, 8.0
"""A section fits where it is this many standard deviations nearer to the question than sections are in general: 0 up to the
first number, 1 from the second on.
"""
_RANK_CONSTANT = 60
"""The constant k of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009)."""


class Embedder(Protocol):
    """A model that tells how texts lie beside each other."""

    @property
    def name(self) -> str: ...

    async def embed(self, texts: Sequence[str], *, asked: bool) -> list[list[float]]:
        """Return a vector for each text, all of one length. `asked`: they are questions, not documents."""
        ...


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a vector, and the model that made it."""

    model: str
    vector: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Codes:
    rows: list[int]
    codes: list[int]
    length: int


class VectorSearch:
    """Keeps the signs of all vectors of a model in memory, and reads them anew where the index changed."""

    def __init__(self) -> None:
        self._known: tuple[str, int, int] | None = None
        self._codes = _Codes([], [], 0)

    def nearest(self, connection: sqlite3.Connection, asked: Asked, ranges: Sequence[Range]) -> list[tuple[int, float]]:
        """Return sections of the ranges by how near they lie to the question, the nearest first, each with how well it fits,
        0 to 1.
        """
        codes = self._read(connection, asked.model)
        if codes.length != len(asked.vector):
            return []
        shelves = frozenset(shelf for item in ranges for shelf in item.shelves)
        rows, apart = _apart(codes, code_of(asked.vector), shelves)
        if not rows:
            return []
        best = heapq.nsmallest(_EXACTLY_COMPARED, zip(apart, rows, strict=True))
        mean, spread = _usual(apart, [bits for bits, _ in best], codes.length)
        near = {row: min(1.0, max(0.0, ((mean - bits) / spread - _NEAR) / (_SURE - _NEAR))) for bits, row in best}
        exact = [(_cosine(asked.vector, vector), row) for row, vector in _vectors(connection, asked.model, near)]
        return [(row, near[row]) for _, row in sorted(exact, reverse=True)]

    def _read(self, connection: sqlite3.Connection, model: str) -> _Codes:
        (version,) = connection.execute("pragma data_version").fetchone()
        state = (model, version, connection.total_changes)
        if state != self._known:
            found = connection.execute("select section, signs from vectors where model = ?", (model,)).fetchall()
            rows = [row for row, _ in found]
            codes = [int.from_bytes(signs) for _, signs in found]
            first = connection.execute("select vector from vectors where model = ? limit 1", (model,)).fetchone()
            length = len(unpacked(first[0])) if first is not None else 0
            self._codes, self._known = _Codes(rows, codes, length), state
        return self._codes


def _apart(codes: _Codes, wanted: int, shelves: frozenset[int]) -> tuple[list[int], list[int]]:
    """Return the sections of these shelves, and how many signs of each differ from the wanted ones."""
    found = [(row, code) for row, code in zip(codes.rows, codes.codes, strict=True) if row >> SHELF_BITS in shelves]
    return [row for row, _ in found], [(wanted ^ code).bit_count() for _, code in found]


def _usual(apart: Sequence[int], nearest: Sequence[int], length: int) -> tuple[float, float]:
    """Return mean and standard deviation of how many signs differ, without the nearest ones, which may be what is sought. Of few
    sections that says little; then those of vectors that point anywhere are taken.
    """
    left_out = nearest[: max(1, min(len(nearest), len(apart) // _NEAREST_SHARE))]
    count = len(apart) - len(left_out)
    if count < _FEW:
        return length / 2, math.sqrt(length) / 2
    mean = (sum(apart) - sum(left_out)) / count
    squares = (sum(number * number for number in apart) - sum(number * number for number in left_out)) / count
    return mean, math.sqrt(max(squares - mean * mean, _LEAST_SPREAD))


def fused(by_words: Sequence[int], by_vectors: Sequence[int]) -> list[int]:
    """Return both lists as one, by reciprocal ranks."""
    scores: dict[int, float] = {}
    for ranked in (by_words, by_vectors):
        for rank, row in enumerate(ranked, start=1):
            scores[row] = scores.get(row, 0.0) + 1 / (_RANK_CONSTANT + rank)
    return sorted(scores, key=lambda row: -scores[row])


def code_of(vector: Iterable[float]) -> int:
    """Return the signs of a vector as the bits of one number."""
    return int("".join("1" if number > 0 else "0" for number in vector) or "0", 2)


def signs_of(vector: Sequence[float]) -> bytes:
    """Return the signs of a vector as they are kept."""
    return code_of(vector).to_bytes((len(vector) + 7) // 8)


def packed(vector: Sequence[float]) -> bytes:
    """Return a vector of length 1 in that direction, as 32-bit floats."""
    length = math.sqrt(sum(number * number for number in vector)) or 1.0
    return array("f", [number / length for number in vector]).tobytes()


def unpacked(blob: bytes) -> array[float]:
    found = array("f")
    found.frombytes(blob)
    return found


def _vectors(connection: sqlite3.Connection, model: str, rows: Iterable[int]) -> Iterable[tuple[int, array[float]]]:
    for row in rows:
        found = connection.execute(
            "select vector from vectors where section = ? and model = ?", (row, model)
        ).fetchone()
        if found is not None:
            yield row, unpacked(found[0])


def _cosine(item: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(item, other, strict=True))
