"""Cuts pages into passages and finds those that fit the words of a query best."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log

from ufo.knowledge.index.values import Section
from ufo.text.stem import stems

_LONGEST, _SHORTEST = 800, 40
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_PATH_WEIGHT = 2.0
_COMMON = frozenset(
    stems(
        "a an and are as at be by can do for from how i in into is it its my of on or that the this to what with you your"
    )
)
_SATURATION, _LENGTH = 1.2, 0.5


@dataclass(frozen=True, slots=True)
class Cut:
    """A passage of a page. `page`: the place of its page among all."""

    page: int
    path: tuple[str, ...]
    text: str


def cuts_of(page: int, parts: Iterable[Section]) -> Iterator[Cut]:
    """Yield the passages of a page, cut between lines and sentences; none is longer than 800 characters."""
    for part in parts:
        yield from (Cut(page, part.path, text) for text in _cut(part.text))


def _cut(text: str) -> Iterator[str]:
    kept = ""
    for line in _short_enough(text.split("\n")):
        if kept and len(kept) + 1 + len(line) > _LONGEST:
            yield kept
            kept = ""
        kept = f"{kept}\n{line}" if kept else line
    if kept:
        yield kept


def _short_enough(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        pieces = [line] if len(line) <= _LONGEST else _SENTENCE.split(line)
        for piece in pieces:
            yield from (piece[at : at + _LONGEST] for at in range(0, len(piece), _LONGEST))


def best_passages(cuts: Sequence[Cut], words: str, count: int) -> list[Cut]:
    """Return the passages that fit best, the best first, at most one of each page before a second one of any. Passages
    without one of the words are left out.
    """
    asked = [stem for stem in dict.fromkeys(stems(words)) if stem not in _COMMON]
    counted = [_counted(cut) for cut in cuts]
    rarity = {text: log(1 + len(cuts) / (1 + sum(text in found for found in counted))) for text in asked}
    usual = sum(len(cut.text) for cut in cuts) / max(1, len(cuts))
    scored = [
        (sum(rarity[text] * _weight(found[text], len(cut.text) / usual) for text in asked if text in found), cut)
        for cut, found in zip(cuts, counted, strict=True)
        if len(cut.text) >= _SHORTEST
    ]
    ranked = [cut for score, cut in sorted(scored, key=lambda pair: (-pair[0], pair[1].page)) if score > 0]
    seen: Counter[int] = Counter()
    turns: list[tuple[int, int]] = []
    for place, cut in enumerate(ranked):
        turns.append((seen[cut.page], place))
        seen[cut.page] += 1
    return [ranked[place] for _, place in sorted(turns)[:count]]


def _counted(cut: Cut) -> dict[str, float]:
    counted: Counter[str] = Counter(stems(cut.text))
    weighed = {item: float(count) for item, count in counted.items()}
    for stem in set(stems(" ".join(cut.path))):
        weighed[stem] = weighed.get(stem, 0.0) + _PATH_WEIGHT
    return weighed


def _weight(times: float, length: float) -> float:
    """Return what a word counts that is found so often in a passage of this length (BM25)."""
    return times * (_SATURATION + 1) / (times + _SATURATION * (1 - _LENGTH + _LENGTH * length))
