"""Tells a model the conditions that it can state: each kind with its fields, and the properties of files.

The fields and properties of documents are told for the kinds of files that the turn is about. Where it is about none, they
are told in brief, so that a model knows that they can be stated; a wrong property comes back with those that there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ufo.conditions.condition import Topic
from ufo.conditions.properties import SORTED_BY_LENGTH
from ufo.conditions.table import forms
from ufo.conditions.world import BROWSERS

_HEAD = (
    'A condition is one of (x?: may be left out; "exists": false for what must be gone, and lacks for what must be gone from a '
    "document)"
)
_ENDING = re.compile(r"\.[a-z0-9]{2,5}(?:\.[a-z0-9]{2,3})?\b", re.IGNORECASE)
_OF_THE_WEB = re.compile(rf"https?:|www\.|\.html?\b|\b(?:{'|'.join(sorted(BROWSERS))})", re.IGNORECASE)
"""Addresses, pages that are files, and the names of browsers."""


def conditions_in_brief() -> str:
    """Return the kinds of conditions with their fields, for a prompt that has no room for properties."""
    return _told(Topic(with_properties=False))


def describe_conditions(about: Iterable[str], writes: Iterable[str] = (), *, plans: bool = False) -> str:
    """Return the conditions as text. `about`: the texts of the turn that may name files, and its application. `writes`: texts
    that name the formats which its tools write. `plans`: whoever plans a request that names no file needs all properties,
    since files will be found or made.
    """
    texts = tuple(about)
    endings = _endings((*texts, *writes))
    return _told(
        Topic(
            endings=None if plans and not endings else endings,
            of_web=plans or any(_OF_THE_WEB.search(text) for text in texts),
            in_full=plans or bool(endings),
        )
    )


def _told(topic: Topic) -> str:
    return "\n".join([_HEAD, *(f"- {form}" for form in forms(topic))])


def _endings(texts: Iterable[str]) -> frozenset[str]:
    found = {match.casefold() for text in texts for match in _ENDING.findall(text)}
    return frozenset(
        ending for ending in SORTED_BY_LENGTH if any(item.endswith(ending) or item.startswith(ending) for item in found)
    )
