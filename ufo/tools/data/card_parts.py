"""The values of vCards that have parts, names and addresses (RFC 6350, 6.2.2 and 6.3.1), divided as other cards of their file
are: which word of a name is the family's, and which part of an address the town, is the file's custom and in no rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from icalendar import vText

_PARTS = re.compile(r"(?<!\\);")
_ESCAPED = re.compile(r"\\([\\;,nN])")
_OF_NAME, _STREET, _OF_ADDRESS = 5, 2, 7


def of_parts(text: str) -> list[str]:
    return [
        _ESCAPED.sub(lambda found: "\n" if found[1] in "nN" else found[1], part).strip() for part in _PARTS.split(text)
    ]


def address(text: str, examples: Iterable[str]) -> str:
    """Return an address as a card has it. `text`: its parts with commas between them, as they are told, or all seven with
    semicolons. `examples`: addresses as cards have them; the first with so many parts says which is which. Without one all is
    the street.
    """
    if text.count(";") >= _OF_ADDRESS - 1:
        return _joined(of_parts(text))
    said = [part.strip() for part in text.split(",")]
    for example in examples:
        parts = of_parts(example)
        filled = [at for at, part in enumerate(parts) if part]
        if len(filled) == len(said):
            told = dict(zip(filled, said, strict=True))
            return _joined([told.get(at, "") for at in range(len(parts))])
    return _joined([text if at == _STREET else "" for at in range(_OF_ADDRESS)])


def name(text: str, examples: Iterable[tuple[str, str]]) -> str:
    """Return a name in parts, the family's first. `examples`: names as they are shown, and in parts; the first of as many words
    says which part each word belongs to. Without one all is the family's.
    """
    words = text.split()
    for shown, written in examples:
        places = _places(shown.split(), of_parts(written))
        if places and len(places) == len(words):
            made = [
                " ".join(word for at, word in zip(places, words, strict=True) if at == part) for part in range(_OF_NAME)
            ]
            return _joined(made)
    return _joined([text, *[""] * (_OF_NAME - 1)])


def _places(words: Sequence[str], parts: Sequence[str]) -> list[int]:
    """Return for each word the number of the part that has it; nothing where a word is in none."""
    left = [part.casefold().split() for part in parts[:_OF_NAME]]
    found = []
    for word in words:
        at = next((at for at, part in enumerate(left) if word.casefold() in part), None)
        if at is None:
            return []
        left[at].remove(word.casefold())
        found.append(at)
    return found


def _joined(parts: Iterable[str]) -> str:
    return ";".join(vText(part).to_ical().decode() for part in parts)
