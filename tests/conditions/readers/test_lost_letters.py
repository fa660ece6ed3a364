"""A PDF in which one sign stands for all letters holds no text that shows what is not in it."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest

from tests.office_conversions import convert
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.kinds.file import FilePredicate
from ufo.schema.predicate import Truth

_LOST = "OOOO 2025 OOOO 7 OOO\nOOOOOOOO 8:30 OOO 17:00 OOOOO"
_READ = "Closed from 7 July 2025.\nPhone: XXX-XXXX"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pdf")
    for name, text in (("lost", _LOST), ("read", _READ)):
        document = docx.Document()
        document.add_paragraph(text)
        document.save(str(folder / f"{name}.docx"))
    convert(folder, ("lost.docx", "lost.pdf"), ("read.docx", "read.pdf"))
    return folder


def test_what_a_file_of_lost_letters_does_not_show_is_unknown(folder: Path) -> None:
    path = str(folder / "lost.pdf")
    wanted = [DocumentPredicate(path=path, paragraph="Closed"), DocumentPredicate(path=path, lacks="draft")]
    wanted += [DocumentPredicate(path=path, paragraph="Closed", page=1), DocumentPredicate(path=path, without="draft")]
    for condition in (*wanted, FilePredicate(path=path, contains="Closed")):
        found = condition.check_now()
        assert (found.truth, "cannot be read" in found.evidence) == (Truth.UNKNOWN, True), condition
    assert DocumentPredicate(path=path, paragraph="2025").check_now().truth is Truth.SATISFIED
    assert DocumentPredicate(path=path, pages=1).check_now().truth is Truth.SATISFIED


def test_a_few_signs_that_repeat_make_no_file_unreadable(folder: Path) -> None:
    path = str(folder / "read.pdf")
    assert DocumentPredicate(path=path, paragraph="Closed").check_now().truth is Truth.SATISFIED
    assert DocumentPredicate(path=path, paragraph="draft").check_now().truth is Truth.UNSATISFIED
