"""Checks predicates about files and documents. Reads only the disk."""

from __future__ import annotations

import stat
from collections.abc import Callable, Sequence
from pathlib import Path

from ufo.errors import UnreadableDocument
from ufo.schema.file_names import on_disk, readable
from ufo.schema.predicate import DocumentPredicate, FilePredicate, Finding, Truth
from ufo.schema.properties import CSV, DOCX, ODG, ODP, ODS, ODT, PDF, PPTX, XLSX, ending_of
from ufo.verify.document_match import (
    UNREAD,
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
from ufo.verify.documents.pdf import read_pages
from ufo.verify.documents.read_document import read_document
from ufo.verify.documents.text.plain import read_text
from ufo.verify.properties.judge import judge_property
from ufo.verify.typed_text import holds_typed

_LAID_OUT = frozenset({".pdf", ".html", ".htm", ".xhtml"})

_CHANNEL = "file"
_MENDED = frozenset({*ODT, *DOCX, *ODP, *ODG, *PPTX, *ODS, *XLSX, ".rtf", ".html", ".htm"})
"""File types whose applications autocorrect typed text."""


def check_file(predicate: FilePredicate, begun: float = 0.0) -> Finding:
    """Check a predicate about a file. Whether it is of the kind that its name says is asked only of a file that was written
    since `begun`, seconds since 1970: one that was moved as it was is right whatever is in it. Blocking.
    """
    path = on_disk(Path(predicate.path))
    try:
        there = path.exists()
        if there != predicate.exists:
            return _finding(predicate, Truth.UNSATISFIED, f"{path.name} is {'there' if there else 'not there'}")
        if there and predicate.changed_after is not None and path.stat().st_mtime < predicate.changed_after:
            return _finding(predicate, Truth.UNSATISFIED, f"{path.name} has not been written since")
        other = _otherwise(path, predicate) if there else ""
        if other:
            return _finding(predicate, Truth.UNSATISFIED, other)
        if there and predicate.contains is None and (predicate.mode or predicate.target):
            return _finding(predicate, Truth.SATISFIED, _rights_and_target(path, predicate))
        if not there or predicate.contains is None:
            return _finding(predicate, *_is_there(path, there, begun))
        document = read_document(path)
    except UnreadableDocument as error:
        return _finding(predicate, Truth.UNKNOWN, str(error))
    except (OSError, ValueError) as error:
        return _finding(predicate, Truth.UNKNOWN, f"{path.name} could not be read: {error}")
    holds = _holds(path, document.text, predicate) or (document.sheets != () and _holds_as_written(path, predicate))
    if not holds and document.has_unread:
        return _finding(predicate, Truth.UNKNOWN, UNREAD)
    words = "contains" if holds else "does not contain"
    return _finding(
        predicate, Truth.SATISFIED if holds else Truth.UNSATISFIED, f"{path.name} {words} {predicate.contains!r}"
    )


def _otherwise(path: Path, predicate: FilePredicate) -> str:
    """Return how its permissions or its link differ from what is stated, or ""."""
    if predicate.mode is not None and _mode(path) != int(predicate.mode, 8):
        return f"the permissions of {path.name} are {_mode(path):03o}, not {predicate.mode}"
    if predicate.target is None:
        return ""
    if not path.is_symlink():
        return f"{path.name} is no link"
    stated = Path(predicate.target).expanduser()
    is_meant = path.resolve() == (path.parent / stated).resolve() or (
        len(stated.parts) == 1 and path.resolve().name == stated.name
    )
    return "" if is_meant else f"{path.name} leads to {path.readlink()}, not to {predicate.target}"


def _rights_and_target(path: Path, predicate: FilePredicate) -> str:
    told = [f"the permissions of {path.name} are {_mode(path):03o}"] if predicate.mode is not None else []
    told += [f"{path.name} leads to {path.readlink()}"] if predicate.target is not None else []
    return "; ".join(told)


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _holds(path: Path, text: str, predicate: FilePredicate) -> bool:
    wanted = predicate.contains or ""
    if predicate.typed:
        return holds_typed(text, wanted, is_rich=ending_of(path.name) in _MENDED)
    # The page decides where lines break in a file for printing or for a browser.
    contains = contains_text if path.suffix.casefold() in _LAID_OUT else contains_lines
    return contains(text, wanted)


def _holds_as_written(path: Path, predicate: FilePredicate) -> bool:
    """Tell whether a CSV file holds the text as it is written, separators included: a table may be stated in that form."""
    return ending_of(path.name) in CSV and _holds(path, read_text(path), predicate)


def _is_there(path: Path, there: bool, begun: float) -> tuple[Truth, str]:
    if not path.is_file():
        return Truth.SATISFIED, f"{path.name} is {'there' if there else 'not there'}"
    size = f"{path.stat().st_size:,} bytes"
    if path.stat().st_mtime < begun:
        return Truth.SATISFIED, f"{path.name} is there as it was, {size}"
    if is_broken(path):
        return Truth.UNSATISFIED, f"{path.name} is there, but it is no {path.suffix} file: {size}"
    if is_blank(path):
        return Truth.UNKNOWN, f"{path.name} is there, but all of one colour; state what shows that it is right"
    return Truth.SATISFIED, f"{path.name} is there, {size}"


def check_document(predicate: DocumentPredicate) -> Finding:
    """Check a predicate about a document. Blocking.

    Everything that the predicate states must hold. Where it states nothing, the document only has to be readable.
    """
    path = on_disk(Path(predicate.path))
    try:
        if not path.exists():
            return _finding(predicate, Truth.UNSATISFIED, f"{path.name} is not there")
        judged = judge_document(predicate, path)
        if predicate.property is not None:
            judged.append(_judge_property(path, predicate))
    except UnreadableDocument as error:
        return _finding(predicate, Truth.UNKNOWN, str(error))
    except (OSError, ValueError) as error:
        return _finding(predicate, Truth.UNKNOWN, f"{path.name} could not be read: {error}")
    whole = together(judged)
    return _finding(predicate, whole.truth, f"{path.name}: {whole.evidence}")


def together(judged: Sequence[Judgement]) -> Judgement:
    """Join judgements into one that holds only if all of them hold. Unsatisfied takes precedence over unknown."""
    wrong = [one for one in judged if one.truth is not Truth.SATISFIED]
    truths = {one.truth for one in wrong}
    truth = Truth.UNSATISFIED if Truth.UNSATISFIED in truths else (Truth.UNKNOWN if truths else Truth.SATISFIED)
    return Judgement(truth, "; ".join(one.evidence for one in wrong or judged) or "it can be read")


def _judge_property(path: Path, predicate: DocumentPredicate) -> Judgement:
    """Judge the property alone. What the file does not say about it must not make the other statements unknown."""
    try:
        return judge_property(path, predicate)
    except UnreadableDocument as error:
        return Judgement(Truth.UNKNOWN, str(error))


def judge_document(predicate: DocumentPredicate, path: Path) -> list[Judgement]:
    """Return one judgement for each statement of the predicate, its property excepted. A predicate that states a property alone
    does not make the file be read.
    """
    one = predicate
    size = (one.width, one.height)
    # With a property, the key names the object that has it.
    key = one.key if one.property is None else None
    stated: tuple[tuple[object, Callable[[Document], Judgement]], ...] = (
        (one.cells, lambda document: judge_cells(document, one.sheet, one.start, one.cells or ())),
        (one.chart, lambda document: judge_chart(document, one.chart or "", one.sheet, one.chart_refers_to)),
        (one.paragraph, lambda document: judge_paragraph(document, one.paragraph or "", one.page, one.nth)),
        (one.lacks, lambda document: judge_lacking(document, one.lacks or "")),
        (one.without, lambda document: judge_without(document, one.without or "")),
        (one.pages, lambda document: judge_pages(document, one.pages or 0)),
        (one.sheets, lambda document: judge_sheets(document, one.sheets or ())),
        (key, lambda document: judge_key(document, key or "", one.value)),
        (None if size == (None, None) else size, lambda document: judge_size(document, *size)),
    )
    asked = [judge for value, judge in stated if value is not None]
    if not asked and one.property is not None:
        return []
    # How many pages there are does not depend on their text, which a PDF file of scanned pages lacks.
    counts_only = one.pages is not None and len(asked) == 1 and ending_of(path.name) in PDF
    document = read_pages(path) if counts_only else read_document(path)
    return [judge(document) for judge in asked]


def _finding(predicate: FilePredicate | DocumentPredicate, truth: Truth, evidence: str) -> Finding:
    return Finding(predicate=predicate, truth=truth, evidence=readable(evidence), channel=_CHANNEL)
