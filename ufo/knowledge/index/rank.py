"""Judges how well sections answer a question: which of its words they hold, how often, and whether in their headings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ufo.knowledge.index.find import Term
from ufo.knowledge.index.words import stem, words

_MOST_CHARS = 6_000
"""So much of a section is looked at."""
_SATURATION, _LENGTH_SHARE = 1.2, 0.6
"""The constants k1 and b of BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009)."""
_IN_OWN_HEADING, _IN_UPPER_HEADING = 1.5, 0.5
_UNKNOWN_WEIGHT = 0.5
"""What a word of the question that stands nowhere counts, as a share of the heaviest one that does."""


@dataclass(frozen=True, slots=True)
class Judged:
    """`order`: higher is better among the sections of one search. `fit`: the share of the question that is answered, 0 to 1."""

    order: float
    fit: float


def judge(terms: Sequence[Term], path: Sequence[str], text: str, usual_words: float) -> Judged:
    """Judge one section. `usual_words`: the mean length of the sections it is compared with."""
    counts = Counter(map(stem, words(text[:_MOST_CHARS])))
    own = frozenset(map(stem, words(path[-1]))) if path else frozenset()
    upper = frozenset(map(stem, words(" ".join(path[:-1]))))
    length = _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * counts.total() / max(usual_words, 1.0))
    order = held = 0.0
    for term in terms:
        times = sum(counts[form] for form in term.forms)
        in_own, in_upper = not own.isdisjoint(term.forms), not upper.isdisjoint(term.forms)
        order += term.weight * (times * (_SATURATION + 1) / (times + length))
        order += term.weight * (_IN_OWN_HEADING * in_own + _IN_UPPER_HEADING * in_upper)
        held += term.weight if times or in_own or in_upper else 0.0
    return Judged(order, held / whole if (whole := _whole(terms)) else 0.0)


def _whole(terms: Sequence[Term]) -> float:
    heaviest = max((term.weight for term in terms), default=0.0)
    return sum(term.weight or heaviest * _UNKNOWN_WEIGHT for term in terms)
