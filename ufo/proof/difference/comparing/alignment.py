"""Aligns two sequences of lines, so that an inserted or removed line is one difference and not a changed rest."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TypeVar

T = TypeVar("T")
_MOST_COMPARED = 4_000_000
_MOST_PAIRED = 40_000

Alike = Callable[[int, int], float]
"""How alike a line from before and one from after are, by their places; 0 for not at all."""


@dataclass(frozen=True)
class Alignment:
    """`pairs`: the places of the same line before and after, both in order. `removed`: places before that are in no pair;
    `inserted`: places after that are in none.
    """

    pairs: tuple[tuple[int, int], ...]
    removed: tuple[int, ...] = ()
    inserted: tuple[int, ...] = ()


def align(before: Sequence[T], after: Sequence[T], alike: Alike) -> Alignment:
    """Return which line became which. Equal lines that stand in the same order are pairs; of the others those that are alike.

    Sequences that are too long to be compared are paired from their beginning and their end.
    """
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    pairs = [(place, place) for place in range(head)]
    ends = len(before) - tail, len(after) - tail
    if (ends[0] - head) * (ends[1] - head) > _MOST_COMPARED:
        pairs += [(place, place) for place in range(head, min(ends))]
    else:
        matcher = SequenceMatcher(None, before[head : ends[0]], after[head : ends[1]], autojunk=False)
        for kind, first, last, start, end in matcher.get_opcodes():
            block = range(head + first, head + last), range(head + start, head + end)
            if kind in ("equal", "replace"):
                pairs += _paired(*block, alike)
    pairs += [(ends[0] + place, ends[1] + place) for place in range(tail)]
    return _alignment(pairs, len(before), len(after))


def identical(before: int, after: int) -> Alignment:
    """Return the alignment in which every line stays at its place."""
    return _alignment([(place, place) for place in range(min(before, after))], before, after)


def _alignment(pairs: list[tuple[int, int]], before: int, after: int) -> Alignment:
    olds, news = {old for old, _ in pairs}, {new for _, new in pairs}
    return Alignment(
        tuple(pairs),
        tuple(place for place in range(before) if place not in olds),
        tuple(place for place in range(after) if place not in news),
    )


def _common(before: Sequence[T], after: Sequence[T]) -> int:
    count = 0
    for old, new in zip(before, after, strict=False):
        if old != new:
            break
        count += 1
    return count


def _paired(before: range, after: range, alike: Alike) -> list[tuple[int, int]]:
    """Pair the lines of a block that was replaced: as many and as like ones as possible, in order."""
    if len(before) == len(after) or len(before) * len(after) > _MOST_PAIRED:
        return list(zip(before, after, strict=False))
    best: dict[tuple[int, int], _Pairs] = {}
    for old in reversed(before):
        for new in reversed(after):
            without = (best.get((old + 1, new), _NONE), best.get((old, new + 1), _NONE))
            same, rest = alike(old, new), best.get((old + 1, new + 1), _NONE)
            both = _Pairs(rest.likeness + same, (old, new), rest) if same > 0 else _NONE
            best[old, new] = max(both, *without, key=lambda pairs: pairs.likeness)
    return list(best.get((before.start, after.start), _NONE))


@dataclass(frozen=True, slots=True)
class _Pairs:
    """The likest pairs of two rests of lines: the first one and those after it."""

    likeness: float = 0.0
    first: tuple[int, int] | None = None
    rest: _Pairs | None = None

    def __iter__(self) -> Iterator[tuple[int, int]]:
        pairs: _Pairs | None = self
        while pairs is not None and pairs.first is not None:
            yield pairs.first
            pairs = pairs.rest


_NONE = _Pairs()


def moves(olds: Sequence[T], news: Sequence[T]) -> list[tuple[int, int]]:
    """Return where each item that is still there stood and stands; of equal ones the first went to the first place."""
    places: dict[T, deque[int]] = {}
    for place, item in enumerate(news):
        places.setdefault(item, deque()).append(place)
    return [(old, places[item].popleft()) for old, item in enumerate(olds) if places.get(item)]
