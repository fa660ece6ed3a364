"""Finds things by a person's words: word stems, weights by how rare a word is, and words that mean nearly the same."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import log
from typing import TypeVar

from ufo.schema.near_words import NEAR_WORDS
from ufo.schema.patterns import regex

_WORD = regex(r"[^\W_]+")
_ENDING = regex(r"(?<=\w{3})(?:ings?|ed|s)$")
_NEAR_SHARE = 0.5
"""What a word counts for that only means nearly the same as the one that was asked for."""
_Thing = TypeVar("_Thing")
Page = Mapping[str, float]
"""What each stem counts that is found with a thing."""


@lru_cache(maxsize=8192)
def stems(text: str) -> tuple[str, ...]:
    """Return the words without their usual English endings, so that "merging" is "merge" and "filters" is "filter"."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return tuple(_stem(word) for word in _WORD.findall(plain))


def page_of(*parts: tuple[str, float]) -> Page:
    """Return a page of texts with what a word in each counts for."""
    counted: Counter[str] = Counter()
    for text, weight in parts:
        counted.update(dict.fromkeys(stems(text), weight))
    return dict(counted)


def scores(wanted: str, pages: Sequence[Page]) -> list[float]:
    """Return how well each page fits the words; 0 where none of them stands on it. A word that few pages have counts more."""
    asked = tuple(dict.fromkeys(stems(wanted)))
    near = {stem: _near(stem) - {stem} for stem in asked}
    known = {*asked, *(other for others in near.values() for other in others)}
    rarity = {stem: log(1 + len(pages) / (1 + sum(stem in page for page in pages))) for stem in known}

    def worth(page: Page, stem: str) -> float:
        alike = max((page.get(one, 0.0) * rarity[one] for one in near[stem]), default=0.0)
        return max(page.get(stem, 0.0) * rarity[stem], _NEAR_SHARE * alike)

    return [sum(worth(page, stem) for stem in asked) for page in pages]


def ranked(wanted: str, things: Sequence[_Thing], page: Callable[[_Thing], Page]) -> list[_Thing]:
    """Return the things that fit the words, the best first."""
    found = scores(wanted, [page(one) for one in things])
    order = sorted(zip(found, things, strict=True), key=lambda pair: -pair[0])
    return [one for score, one in order if score > 0]


def _near(stem: str) -> frozenset[str]:
    return _groups().get(stem, frozenset())


@lru_cache(maxsize=1)
def _groups() -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for group in NEAR_WORDS:
        alike = frozenset(_flat(stems(word) for word in group.split()))
        for one in alike:
            found[one] = found.get(one, frozenset()) | alike
    return found


def _flat(parts: Iterable[tuple[str, ...]]) -> Iterable[str]:
    return (one for part in parts for one in part)


def _stem(word: str) -> str:
    bare = word if word.endswith("ss") else _ENDING.sub("", word)
    if bare != word and len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "ls":
        bare = bare[:-1]
    return bare[:-1] if len(bare) > 4 and bare.endswith("e") else bare
