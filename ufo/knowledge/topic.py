"""Finds out what a request is about: without the values that only this one has, which no guide knows."""

from __future__ import annotations

import re

_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|`[^`]*`|(?<!\w)'[^']*'(?!\w)")
_ADDRESS = re.compile(r"\b\w+://\S+|\S+@\S+")
_PATH = re.compile(r"(?<!\w)[~.]{0,2}/\S+|\S+/\S+\.\w+|\b[\w-]+\.[a-z][a-z0-9]{1,4}\b(?!\()", re.IGNORECASE)
_VALUE = re.compile(r"=\S+|\b[A-Z]{1,3}\d+(?::[A-Z]{1,3}\d+)?\b|[\d(][\d.,:*/+^()%-]*\d[\d.,:*/+^()%-]*|\b\d+\b")
_WHERE = "in|with|using|by|of|open|start|launch"
"""The words before the name of an application. Elsewhere it may be what the request is about: a form in "form"."""


def topic(request: str, application: str = "") -> str:
    """Return a request without quoted texts, addresses, paths, names of files, cells, formulas and numbers, and without "in
    APPLICATION". A request of nothing else has no topic: "".
    """
    rest = request
    for one in (_QUOTED, _ADDRESS, _PATH, _VALUE):
        rest = one.sub(" ", rest)
    named = [re.escape(one) for one in application.split("-") if one.isalpha()]
    if named:
        names = "|".join(named)
        rest = re.sub(rf"\b(?:{_WHERE})(?: (?:{names}))+\b", " ", rest, flags=re.IGNORECASE)
    return " ".join(rest.split())
