"""Tells whether "all lines with FAULT" of one file stand in another one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ufo.proof.conditions.file_places import Baseline, document_at
from ufo.proof.request.model import Kind, Literal, Role
from ufo.schema.patterns import any_case
from ufo.schema.predicate import Finding, path_on_disk

_LINES = any_case(
    r"\b(?:all|every|each)\s+(?:the\s+|of\s+the\s+)?lines?\s+(?:with|containing|that\s+contains?)\s+(?:the\s+word\s+)?"
    r"[\"'\u201c]?(?P<word>[^\s\"'\u201d]+)[\"'\u201d]?\s+(?:from|in|of)\b"
)


def lines_were_carried(
    request: str, literals: Sequence[Literal], baseline: Baseline, proofs: Iterable[Finding]
) -> bool:
    """Tell whether a file that came about holds each of these lines of a file that was there, and no other line of it. Blocking:
    reads both.
    """
    asked = _LINES.search(request)
    if asked is None:
        return False
    named = [baseline.path_of(one.text) for one in literals if one.role is Role.SOURCE and one.kind is Kind.FILE]
    sources = [one for one in dict.fromkeys(named) if baseline.stood(one).document is not None]
    paths = {Path(path) for one in proofs if not one.stale and (path := path_on_disk(one.predicate)) is not None}
    return len(sources) == 1 and any(
        _holds_just(_lines(baseline.stood(sources[0]).text), asked["word"], path) for path in paths - {*sources}
    )


def _holds_just(lines: Sequence[str], word: str, path: Path) -> bool:
    document = document_at(path)
    there = _lines(document.text) if document is not None else []
    wanted = [one for one in lines if word in one]
    carried = [one for one in there if one in lines]
    return bool(wanted) and carried == wanted


def _lines(text: str) -> list[str]:
    return [one.strip() for one in text.splitlines() if one.strip()]
