"""Tells whether "accept all tracked changes" was done: none is left, and the text is what it was with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ufo.proof.conditions.file_places import Baseline, document_at
from ufo.proof.request.model import Literal, Role
from ufo.schema.patterns import any_case
from ufo.schema.predicate import DocumentPredicate, Finding

_ACCEPTS = any_case(
    r"\baccept(?:ing)?\s+(?:all|every|each)\s+(?:of\s+)?(?:the\s+|my\s+)?(?:(?:tracked|recorded|suggested|proposed)\s+)?(?:changes?|suggestions?)\b"
)


def changes_were_accepted(
    request: str, literals: Sequence[Literal], baseline: Baseline, proofs: Iterable[Finding]
) -> bool:
    """Tell whether a file has no tracked change any more, and the text that it had with all of them, but for what the request
    replaces. Rejected changes leave another text. Blocking: reads the file.
    """
    if _ACCEPTS.search(request) is None:
        return False
    return any(
        _has_the_text_of_before(Path(one.predicate.path), literals, baseline)
        for one in proofs
        if not one.stale and isinstance(one.predicate, DocumentPredicate) and _is_left_without(one.predicate)
    )


def _is_left_without(predicate: DocumentPredicate) -> bool:
    return predicate.property == "tracked changes" and predicate.value == "0" and not predicate.open


def _has_the_text_of_before(path: Path, literals: Sequence[Literal], baseline: Baseline) -> bool:
    """Compare with what the readers of documents tell of the file before: they leave out what a tracked change deletes."""
    now = document_at(path)
    wanted = baseline.stood(path).text
    for one in literals:
        if one.role is Role.NEW and one.instead_of:
            wanted = wanted.replace(one.instead_of, one.text)
    return now is not None and bool(wanted.strip()) and now.text.split() == wanted.split()
