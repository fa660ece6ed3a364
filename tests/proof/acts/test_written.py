"""What a file must hold for what an act wrote to be there, against files as they are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import docx
import openpyxl
import pytest

from tests.proof.acts.test_typed import act, typed
from ufo.proof.acts.unproved import untold
from ufo.proof.acts.written import ways_in
from ufo.schema.action import ActionCommandInfo
from ufo.schema.predicate import DocumentPredicate, FilePredicate, Finding, Predicate, Truth
from ufo.verify.files import check_document, check_file


def _check(predicate: Predicate) -> Finding:
    if isinstance(predicate, FilePredicate):
        return check_file(predicate)
    assert isinstance(predicate, DocumentPredicate)
    return check_document(predicate)


def _left(acts: Sequence[ActionCommandInfo], path: Path) -> list[str]:
    """What nothing tells of once the file was looked into for each act."""
    found = [_check(FilePredicate(path=str(path)))]
    for place in range(len(acts)):
        found += [_check(one) for way in ways_in(acts, place, str(path)) for one in way]
    held = [one for one in found if one.truth is Truth.SATISFIED]
    return [str(one.arguments.get("keys", one.function)) for one in untold(acts, held, begun=0)]


_PIECES = typed("Hel", "lo{ENTER}", "^s", "ok")


def test_text_that_was_typed_in_pieces_is_told_of_by_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Hello\nok\n")
    assert _left(_PIECES, path) == []


@pytest.mark.parametrize("saved", ["Hel\n", "Hello\n", "Hello\nlooks\n", "ok\nHello\n", ""])
def test_a_file_that_lacks_a_piece_does_not_tell_of_it(tmp_path: Path, saved: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(saved)
    assert _left(_PIECES, path) != []


def test_a_short_text_is_told_of_by_a_line_that_consists_of_it(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("7\n")
    assert _left(typed("7"), path) == []
    path.write_text("1.75\n")
    assert _left(typed("7"), path) == ["7"]


def _book(path: Path, cells: dict[str, object]) -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for name, value in cells.items():
        sheet[name] = value
    book.save(path)
    return path


@pytest.mark.parametrize(
    ("cells", "is_told"),
    [
        ({"B2": 42}, True), ({"B3": 42}, False), ({"B2": 41, "C9": 42}, False), ({"B2": 421}, False),
    ],
)  # fmt: skip
def test_a_short_text_is_told_of_by_its_cell(tmp_path: Path, cells: dict[str, object], is_told: bool) -> None:
    acts = [act("click_input", "B2", "Cell"), *typed("42{ENTER}")]
    assert (_left(acts, _book(tmp_path / "a.xlsx", cells)) == []) is is_told


@pytest.mark.parametrize(
    ("cells", "is_told"),
    [
        ({"A1": "Ada", "B1": 36, "A2": "Bob", "B2": 41}, True),
        ({"D7": "Ada", "E7": 36, "D8": "Bob", "E8": 41}, True),
        ({"A1": "Ada", "B1": 41, "A2": "Bob", "B2": 36}, False),
        ({"A1": "Ada", "B1": 36}, False),
    ],
)
def test_cells_that_were_typed_one_at_a_time_stand_together(
    tmp_path: Path, cells: dict[str, object], is_told: bool
) -> None:
    acts = typed("Ada", "{TAB}", "36{ENTER}", "Bob", "{TAB}", "41{ENTER}")
    assert (_left(acts, _book(tmp_path / "a.xlsx", cells)) == []) is is_told


@pytest.mark.parametrize(("formula", "is_told"), [("=SUM(A1:A2)", True), ("=SUM(A1:A3)", False), (3, False)])
def test_a_formula_that_was_typed_is_told_of_as_a_formula(tmp_path: Path, formula: object, is_told: bool) -> None:
    acts = typed("1{ENTER}2{ENTER}=SUM(A1:A2){ENTER}")
    assert (_left(acts, _book(tmp_path / "a.xlsx", {"A1": 1, "A2": 2, "A3": formula})) == []) is is_told


@pytest.mark.parametrize(
    ("is_bold", "saved", "is_told"), [(True, "Title", True), (False, "Title", False), (True, "Tite", False)]
)
def test_what_was_typed_in_bold_is_told_of_by_bold_letters(
    tmp_path: Path, is_bold: bool, saved: str, is_told: bool
) -> None:
    document = docx.Document()
    document.add_paragraph().add_run(saved).bold = is_bold
    document.add_paragraph("and the body")
    document.save(str(tmp_path / "a.docx"))
    acts = typed("^bTitle", "^b{ENTER}", "and the body")
    assert (_left(acts, tmp_path / "a.docx") == []) is is_told


def test_what_was_typed_and_taken_back_needs_no_word(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Hello\n")
    assert _left(typed("Oops", "^a", "Hello"), path) == []


def test_a_table_of_plain_text_may_be_written_as_such(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("name,age\nAda,36\n")
    assert _left(typed("name,age{ENTER}Ada,36"), path) == []
    assert _left(typed("name{TAB}age{ENTER}Ada{TAB}36{ENTER}"), path) == []
    assert _left(typed("name,age{ENTER}Ada,37"), path) != []
