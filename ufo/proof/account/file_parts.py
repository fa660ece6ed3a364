"""Tells whether a part of a file that a request names holds a value: "set the title of report.txt to Summer"."""

from __future__ import annotations

from pathlib import Path

from ufo.proof.conditions.conditions import Derivation
from ufo.proof.conditions.file_places import document_at
from ufo.proof.request.match import holds_text, label_of, same_label, same_text, stated_texts
from ufo.proof.request.model import Literal
from ufo.schema.patterns import any_case
from ufo.schema.predicate import DocumentPredicate, Finding
from ufo.verify.documents.model import Document

_PART = any_case(r"(?:the\s+)?(?P<part>.+?) (?:of|in) (?P<file>\S+\.[a-z]\w{1,4})")
_TITLES = any_case(r"(?:main )?(?:title|heading|headline)")
_LOOKS_OF_TITLES = frozenset({"style", "heading level"})


def part_meant(literal: Literal) -> tuple[str, str] | None:
    """Return the part and the file that the place of a literal names, as "title" and "report.txt"."""
    match = _PART.fullmatch(literal.place)
    return (match["part"], match["file"]) if match is not None else None


def stands_in_part(literal: Literal, derivation: Derivation, news: list[Finding]) -> bool:
    """Tell whether the value stands in that part now, and did not before: as what the file says of itself, in one line with the
    name of the part, as its first line where that is its title, or as a condition on such a setting states it. Blocking.
    """
    meant = part_meant(literal)
    if meant is None:
        return False
    part, file = meant
    if any(_states(part, literal.text, one) for one in news):
        return True
    old = derivation.baseline.path_of(file)
    paths = [old, derivation.baseline.path_of(file, derivation.written), *map(Path, derivation.written)]
    before = _has(part, literal.text, derivation.baseline.stood(old).document)
    return not before and any(
        _has(part, literal.text, document_at(one)) for one in dict.fromkeys(paths) if one.exists()
    )


def _states(part: str, text: str, finding: Finding) -> bool:
    predicate = finding.predicate
    if not any(holds_text(text, one) for one in stated_texts(predicate)):
        return False
    if same_label(part, label_of(predicate)) or same_label(part, getattr(predicate, "key", None) or ""):
        return True
    return (
        isinstance(predicate, DocumentPredicate)
        and _TITLES.fullmatch(part) is not None
        and predicate.property in _LOOKS_OF_TITLES
        and same_text(text, predicate.paragraph or "")
    )


def _has(part: str, text: str, document: Document | None) -> bool:
    if document is None:
        return False
    if any(same_label(part, name) and same_text(text, value) for name, value in document.info.items()):
        return True
    lines = [one.strip() for one in document.text.splitlines() if one.strip()]
    if any(holds_text(part, one) and holds_text(text, one) for one in lines):
        return True
    return bool(lines) and _TITLES.fullmatch(part) is not None and same_text(text, lines[0].lstrip("# "))
