"""Finds out what a request is about: without the values that only this one has, which no guide knows."""

from __future__ import annotations

import re

from ufo.schema.quotations import without_quotations

_ADDRESS = re.compile(r"\b\w+://\S+|\S+@\S+")
_PATH = re.compile(r"(?<!\w)[~.]{0,2}/\S+|\S+/\S+\.\w+|\b[\w-]+\.[a-z][a-z0-9]{1,4}\b(?!\()", re.IGNORECASE)
_VALUE = re.compile(r"=\S+|\b[A-Z]{1,3}\d+(?::[A-Z]{1,3}\d+)?\b|[\d(][\d.,:*/+^()%-]*\d[\d.,:*/+^()%-]*|\b\d+\b")


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
