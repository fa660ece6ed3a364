"""Predicates about files and documents, from the disk alone."""

from __future__ import annotations

from pathlib import Path

from ufo.errors import UnreadableDocument
from ufo.schema.predicate import DocumentPredicate, FilePredicate, Finding, Truth
from ufo.verify.comparing import Judgement, judge_cells, judge_chart, judge_paragraph
from ufo.verify.documents.model import Document
from ufo.verify.documents.reading import read_document

_CHANNEL = "file"


def check_file(predicate: FilePredicate) -> Finding:
    """Blocking."""
    path = Path(predicate.path)
    try:
        is_file = path.is_file()
        there = is_file or path.exists()
        if there != predicate.exists:
            return _finding(predicate, Truth.UNSATISFIED, f"{path.name} is {'there' if there else 'not there'}")
        if not there or predicate.contains is None:
            size = f", {path.stat().st_size:,} bytes" if is_file else ""
            return _finding(predicate, Truth.SATISFIED, f"{path.name} is {'there' if there else 'not there'}{size}")
        text = read_document(path).text
    except UnreadableDocument as error:
        return _finding(predicate, Truth.UNKNOWN, str(error))
    except (OSError, ValueError) as error:
        return _finding(predicate, Truth.UNKNOWN, f"{path.name} could not be read: {error}")
    holds = " ".join(predicate.contains.split()) in " ".join(text.split())
    words = "contains" if holds else "does not contain"
    return _finding(
        predicate, Truth.SATISFIED if holds else Truth.UNSATISFIED, f"{path.name} {words} {predicate.contains!r}"
    )


def check_document(predicate: DocumentPredicate) -> Finding:
    """Blocking. Everything that the predicate states must hold; without anything stated it is enough that it can be read."""
    path = Path(predicate.path)
    try:
        if not path.exists():
            return _finding(predicate, Truth.UNSATISFIED, f"{path.name} is not there")
        judged = _judge(predicate, read_document(path))
    except UnreadableDocument as error:
        return _finding(predicate, Truth.UNKNOWN, str(error))
    except (OSError, ValueError) as error:
        return _finding(predicate, Truth.UNKNOWN, f"{path.name} could not be read: {error}")
    wrong = [one for one in judged if one.truth is not Truth.SATISFIED]
    truths = {one.truth for one in wrong}
    truth = Truth.UNSATISFIED if Truth.UNSATISFIED in truths else (Truth.UNKNOWN if truths else Truth.SATISFIED)
    said = "; ".join(one.evidence for one in wrong or judged) or "it can be read"
    return _finding(predicate, truth, f"{path.name}: {said}")


def _judge(predicate: DocumentPredicate, document: Document) -> list[Judgement]:
    judged = []
    if predicate.cells is not None:
        judged.append(judge_cells(document, predicate.sheet, predicate.start, predicate.cells))
    if predicate.chart is not None:
        judged.append(judge_chart(document, predicate.chart, predicate.sheet, predicate.chart_refers_to))
    if predicate.paragraph is not None:
        judged.append(judge_paragraph(document, predicate.paragraph))
    return judged


def _finding(predicate: FilePredicate | DocumentPredicate, truth: Truth, evidence: str) -> Finding:
    return Finding(predicate=predicate, truth=truth, evidence=evidence, channel=_CHANNEL)
