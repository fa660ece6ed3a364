"""Finds things by a person's words: word stems, weights by how rare a word is, and words that mean nearly the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import log
from typing import TypeVar

from ufo.text.near import near
from ufo.text.stem import stems

_NEAR_SHARE = 0.5
"""What a word counts for that only means nearly the same as the one that was asked for."""
_Thing = TypeVar("_Thing")
Page = Mapping[str, float]
"""What each stem counts that is found with a thing."""


def page_of(*parts: tuple[str, float]) -> Page:
    """Return a page of texts with what a word in each counts for."""
    counted: Counter[str] = Counter()
    for text, weight in parts:
        counted.update(dict.fromkeys(stems(text), weight))
    return dict(counted)


def scores(wanted: str, pages: Sequence[Page]) -> list[float]:
    """Return how well each page fits the words; 0 where none of them stands on it. A word that few pages have counts more."""
    asked = tuple(dict.fromkeys(stems(wanted)))
    near_words = {stem: near(stem) - {stem} for stem in asked}
    known = {*asked, *(other for others in near_words.values() for other in others)}
    rarity = {stem: log(1 + len(pages) / (1 + sum(stem in page for page in pages))) for stem in known}

    def worth(page: Page, stem: str) -> float:
        alike = max((page.get(word, 0.0) * rarity[word] for word in near_words[stem]), default=0.0)
        return max(page.get(stem, 0.0) * rarity[stem], _NEAR_SHARE * alike)

    return [sum(worth(page, stem) for stem in asked) for page in pages]


def ranked(wanted: str, things: Sequence[_Thing], page: Callable[[_Thing], Page]) -> list[_Thing]:
    """Return the things that fit the words, the best first."""
    found = scores(wanted, [page(thing) for thing in things])
    order = sorted(zip(found, things, strict=True), key=lambda pair: -pair[0])
    return [thing for score, thing in order if score > 0]
