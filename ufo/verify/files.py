"""Predicates about files and documents, from the disk alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ufo.errors import UnreadableDocument
from ufo.schema.predicate import DocumentPredicate, FilePredicate, Finding, Truth
from ufo.verify.comparing import (
    Judgement,
    contains_lines,
    contains_text,
    judge_cells,
    judge_chart,
    judge_key,
    judge_lacking,
    judge_pages,
    judge_paragraph,
    judge_sheets,
    judge_size,
    judge_without,
)
from ufo.verify.documents.broken import is_blank, is_broken
from ufo.verify.documents.model import Document
from ufo.verify.documents.reading import read_document
from ufo.verify.looking import judge_look

_LAID_OUT = frozenset({".pdf", ".html", ".htm", ".xhtml"})

_CHANNEL = "file"


def check_file(predicate: FilePredicate) -> Finding:
    """Blocking."""
    path = Path(predicate.path)
    try:
        is_file = path.is_file()
        there = is_file or path.exists()
        if there != predicate.exists:
            return _finding(predicate, Truth.UNSATISFIED, f"{path.name} is {'there' if there else 'not there'}")
        if there and predicate.changed_after is not None and path.stat().st_mtime < predicate.changed_after:
            return _finding(predicate, Truth.UNSATISFIED, f"{path.name} has not been written since")
        if not there or predicate.contains is None:
            return _finding(predicate, *_is_there(path, there, is_file))
        text = read_document(path).text
    except UnreadableDocument as error:
        return _finding(predicate, Truth.UNKNOWN, str(error))
    except (OSError, ValueError) as error:
        return _finding(predicate, Truth.UNKNOWN, f"{path.name} could not be read: {error}")
    # Where lines break in what was made for printing or for a browser is for the page to say.
    contains = contains_text if path.suffix.casefold() in _LAID_OUT else contains_lines
    holds = contains(text, predicate.contains)
    words = "contains" if holds else "does not contain"
    return _finding(
        predicate, Truth.SATISFIED if holds else Truth.UNSATISFIED, f"{path.name} {words} {predicate.contains!r}"
    )


def _is_there(path: Path, there: bool, is_file: bool) -> tuple[Truth, str]:
    if not is_file:
        return Truth.SATISFIED, f"{path.name} is {'there' if there else 'not there'}"
    size = f"{path.stat().st_size:,} bytes"
    if is_broken(path):
        return Truth.UNSATISFIED, f"{path.name} is there, but it is no {path.suffix} file: {size}"
    if is_blank(path):
        return Truth.UNKNOWN, f"{path.name} is there, but all of one colour; state what shows that it is right"
    return Truth.SATISFIED, f"{path.name} is there, {size}"


def check_document(predicate: DocumentPredicate) -> Finding:
    """Blocking. Everything that the predicate states must hold; without anything stated it is enough that it can be read."""
    path = Path(predicate.path)
    try:
        if not path.exists():
            return _finding(predicate, Truth.UNSATISFIED, f"{path.name} is not there")
        judged = judge_document(predicate, read_document(path))
        if predicate.look is not None:
            judged.append(judge_look(path, predicate, predicate.look))
    except UnreadableDocument as error:
        return _finding(predicate, Truth.UNKNOWN, str(error))
    except (OSError, ValueError) as error:
        return _finding(predicate, Truth.UNKNOWN, f"{path.name} could not be read: {error}")
    whole = together(judged)
    return _finding(predicate, whole.truth, f"{path.name}: {whole.evidence}")


def together(judged: Sequence[Judgement]) -> Judgement:
    """All of them: what does not hold goes before what is unknown."""
    wrong = [one for one in judged if one.truth is not Truth.SATISFIED]
    truths = {one.truth for one in wrong}
    truth = Truth.UNSATISFIED if Truth.UNSATISFIED in truths else (Truth.UNKNOWN if truths else Truth.SATISFIED)
    return Judgement(truth, "; ".join(one.evidence for one in wrong or judged) or "it can be read")


def judge_document(predicate: DocumentPredicate, document: Document) -> list[Judgement]:
    """One judgement for each thing that the predicate states."""
    judged = []
    if predicate.cells is not None:
        judged.append(judge_cells(document, predicate.sheet, predicate.start, predicate.cells))
    if predicate.chart is not None:
        judged.append(judge_chart(document, predicate.chart, predicate.sheet, predicate.chart_refers_to))
    if predicate.paragraph is not None:
        judged.append(judge_paragraph(document, predicate.paragraph, predicate.page, predicate.nth))
    if predicate.lacks is not None:
        judged.append(judge_lacking(document, predicate.lacks))
    if predicate.without is not None:
        judged.append(judge_without(document, predicate.without))
    if predicate.pages is not None:
        judged.append(judge_pages(document, predicate.pages))
    if predicate.sheets is not None:
        judged.append(judge_sheets(document, predicate.sheets))
    if predicate.key is not None:
        judged.append(judge_key(document, predicate.key, predicate.value))
    if predicate.width is not None or predicate.height is not None:
        judged.append(judge_size(document, predicate.width, predicate.height))
    return judged


def _finding(predicate: FilePredicate | DocumentPredicate, truth: Truth, evidence: str) -> Finding:
    return Finding(predicate=predicate, truth=truth, evidence=evidence, channel=_CHANNEL)
