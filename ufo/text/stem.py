"""Returns what the forms of an English word have in common."""

from __future__ import annotations

from functools import lru_cache

from ufo.text.words import words

_VOWELS = frozenset("aeiouy")


@lru_cache(maxsize=8192)
def stems(text: str) -> tuple[str, ...]:
    """Return the words without their usual English endings, so that "merging" is "merge" and "filters" is "filter"."""
    return tuple(map(stem, words(text)))


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Return what the forms of an English word have in common, roughly: freeze, freezes, freezing. Other words stay nearly as
    they are.
    """
    if len(word) < 4 or not word.isascii():
        return word
    bare = _without_plural(word)
    for ending in ("ing", "ed"):
        rest = bare.removesuffix(ending)
        if rest != bare and len(rest) >= 3 and not _VOWELS.isdisjoint(rest):
            bare = rest[:-1] if rest[-1] == rest[-2] and rest[-1] not in "lsz" else rest
            break
    bare = bare.removesuffix("e") if len(bare) > 3 else bare
    return f"{bare[:-1]}i" if bare.endswith("y") else bare


def _without_plural(word: str) -> str:
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
