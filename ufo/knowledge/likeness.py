"""What a request is about, and how much two ask for the same, by their words."""

from __future__ import annotations

import re

from ufo.schema.patterns import regex
from ufo.schema.quotations import without_quotations
from ufo.text.stem import stem
from ufo.text.words import sought

_ADDRESS = re.compile(r"\b\w+://\S+|\S+@\S+")
_PATH = re.compile(r"(?<!\w)[~.]{0,2}/\S+|\S+/\S+\.\w+|\b[\w-]+\.[a-z][a-z0-9]{1,4}\b(?!\()", re.IGNORECASE)
_VALUE = re.compile(r"=\S+|\b[A-Z]{1,3}\d+(?::[A-Z]{1,3}\d+)?\b|[\d(][\d.,:*/+^()%-]*\d[\d.,:*/+^()%-]*|\b\d+\b")
FITS = 0.55
"""The least likeness at which an earlier request fits a new one (bench/experience_likeness.py, docs/knowledge.md)."""
_NAMES = regex(r"\{\{[^}]*\}\}")


def topic(request: str, application: str = "") -> str:
    """Return a request without quoted texts, addresses, paths, names of files, cells, formulas and numbers, and without the
    application's name as a name is written: in small letters it may be what the request is about, a form in "form". A request
    of nothing else has no topic: "".
    """
    rest = without_quotations(request)
    for pattern in (_ADDRESS, _PATH, _VALUE):
        rest = pattern.sub(" ", rest)
    names = set(application.split("-"))
    return " ".join(word for word in rest.split() if word == word.casefold() or word.casefold() not in names)


def likeness(text: str, other: str) -> float:
    """Return how much two texts ask for the same, from 0 to 1: twice the words that both have over the words of both. What varies
    from request to request does not count: quotations, names of files, addresses, numbers.
    """
    mine, others = words_of(text), words_of(other)
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
