"""Tells whether conditions reach "all pages" of a text or "every slide", by what a file says of each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from ufo.proof.conditions.file_places import document_at
from ufo.schema.patterns import any_case
from ufo.schema.predicate import DocumentPredicate, Finding

_ALL = any_case(r"(?:(?:all|every|each|both)\s+)?(?:of\s+)?(?:the\s+)?(?P<what>pages?|slides?)")
_OF_EACH_PAGE = frozenset(
    ["page orientation", "page size", "left margin", "right margin", "top margin", "bottom margin"]
)
"""What is read of every kind of page that is in use, all of which must have it. A header may be missing on the first page."""


def reaches_all_pages(words: str, proofs: Iterable[Finding]) -> bool:
    """Tell whether the conditions that hold are about all pages or slides that the words mean. Blocking: reads the files."""
    if _ALL.fullmatch(words.strip()) is None:
        return False
    stated = [one.predicate for one in proofs if not one.stale]
    about = [one for one in stated if isinstance(one, DocumentPredicate) and one.property and not one.open]
    if any(one.property in _OF_EACH_PAGE and one.page is None for one in about):
        return True
    slides: dict[tuple[str, str, str], set[int]] = defaultdict(set)
    for one in about:
        if one.page is not None:
            slides[one.path, one.property or "", one.value or ""].add(one.page)
    return any(numbers >= _numbers_in(path) for (path, _, _), numbers in slides.items())


def _numbers_in(path: str) -> frozenset[int]:
    """Return the numbers of all slides; {0}, which no slide has, where that is not known."""
    document = document_at(Path(path))
    count = len(document.pages) if document is not None else 0
    return frozenset(range(1, count + 1)) or frozenset([0])
