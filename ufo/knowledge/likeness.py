"""Measures how much two requests ask for the same, by their words."""

from __future__ import annotations

from ufo.knowledge.topic import topic
from ufo.schema.patterns import regex
from ufo.text.stem import stem
from ufo.text.words import sought

FITS = 0.55
"""The least likeness at which an earlier request fits a new one (bench/experience_likeness.py, docs/knowledge.md)."""

_NAMES = regex(r"\{\{[^}]*\}\}")


def likeness(one: str, other: str) -> float:
    """Return how much two texts ask for the same, from 0 to 1: twice the words that both have over the words of both. What varies
    from request to request does not count: quotations, names of files, addresses, numbers.
    """
    mine, others = words_of(one), words_of(other)
    if not mine or not others:
        return 0.0
    return 2 * len(mine & others) / (len(mine) + len(others))


def held(part: str, whole: str) -> float:
    """Return the share of one text's words that another one holds, from 0 to 1."""
    mine, others = words_of(part), words_of(whole)
    return len(mine & others) / len(mine) if mine else 0.0


def words_of(text: str) -> frozenset[str]:
    """Return the words that say what is asked for, without their endings. Scripts without spaces give their pairs of signs."""
    return frozenset(map(stem, sought(topic(_NAMES.sub(" ", text)))))
