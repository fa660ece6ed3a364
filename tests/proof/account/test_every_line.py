""" "Turn the bold lines into Heading 1" is done where each of them has that look, and no other line."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest

from ufo.proof.account.verdict import Case, judge
from ufo.proof.conditions.contract import make_contract
from ufo.schema.outcome import RunOutcome
from ufo.schema.predicate import DocumentPredicate
from ufo.verify.files import check_document

_LINES = ("Begin", "some words", "End", "more words")


def _write(path: Path, headings: tuple[str, ...] = (), bold: tuple[str, ...] = ()) -> None:
    document = docx.Document()
    for line in _LINES:
        added = document.add_paragraph(style="Heading 1" if line in headings else None)
        added.add_run(line).bold = True if line in bold else None
    document.save(str(path))


@pytest.mark.parametrize(
    ("headings", "outcome"),
    [
        (("Begin", "End"), RunOutcome.VERIFIED),
        (("Begin",), RunOutcome.COMPLETED_UNVERIFIED),
        (("Begin", "End", "more words"), RunOutcome.COMPLETED_UNVERIFIED),
    ],
)
def test_just_the_lines_that_had_the_look_must_have_the_new_one(
    tmp_path: Path, headings: tuple[str, ...], outcome: RunOutcome
) -> None:
    path = tmp_path / "a.docx"
    _write(path, bold=("Begin", "End"))
    contract = make_contract("Turn the bold lines into Heading 1, and save.", tmp_path, 0.0)
    _write(path, headings=headings)
    stated = DocumentPredicate(path=str(path), paragraph="Begin", property="heading level", value="1")
    found = [check_document(stated)]
    assert judge(Case(contract, found, (), (), (), by_model=True))[0] is outcome


@pytest.mark.parametrize(
    ("small", "outcome"), [(_LINES, RunOutcome.VERIFIED), (_LINES[:3], RunOutcome.COMPLETED_UNVERIFIED)]
)
def test_all_of_a_text_has_its_look_where_each_line_has_it(
    tmp_path: Path, small: tuple[str, ...], outcome: RunOutcome
) -> None:
    path = tmp_path / "a.docx"
    _write(path)
    contract = make_contract("Set all of a.docx in small capitals and save.", tmp_path, 0.0)
    document = docx.Document()
    for line in _LINES:
        document.add_paragraph().add_run(line).font.small_caps = line in small
    document.save(str(path))
    stated = DocumentPredicate(path=str(path), paragraph="Begin", property="small caps", value="on")
    found = [check_document(stated)]
    assert judge(Case(contract, found, (), (), (), by_model=True))[0] is outcome
