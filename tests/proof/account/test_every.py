"""What a condition on cells must reach to account for "every" in a request."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from openpyxl.styles import Font

from ufo.proof.account.every import Every, reaches_all
from ufo.proof.conditions.contract import make_contract
from ufo.schema.predicate import DocumentPredicate


def _book(path: Path, bold: set[int]) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in [("Item", "Price"), ("Rent", 700), ("Tea", 5), ("Car", 101)]:
        sheet.append(row)
    for number in bold:
        sheet.cell(number, 2).font = Font(bold=True)
    book.save(path)


def _reaches(tmp_path: Path, request: str, words: str, bold: set[int], start: str, where: str | None = None) -> bool:
    path = tmp_path / "costs.xlsx"
    _book(path, set())
    contract = make_contract(f"In {path}: {request}", tmp_path, at=0)
    _book(path, bold)
    stated = DocumentPredicate(path=str(path), start=start, where=where, property="bold", value="on")
    return reaches_all(stated, Every(words, request), contract.derivation(()))


@pytest.mark.parametrize("start", ["B2:B4", "B", "B2:B", "A1:B9"])
def test_a_range_that_holds_the_whole_column_reaches_every_price(tmp_path: Path, start: str) -> None:
    assert _reaches(tmp_path, "make every price bold", "every price", {2, 3, 4}, start)


@pytest.mark.parametrize(
    ("request_", "words", "start"),
    [
        ("make every price bold", "every price", "B2:B3"),
        ("make every price bold", "every price", "A2:A4"),
        ("make every cell bold", "every cell", "B2:B4"),
        ("make every cell of column A bold", "every cell", "B2:B4"),
        ("make all cells in A2:B4 bold", "all cells", "B2:B4"),
        ("make every sheet bold", "every sheet", "A1:B4"),
    ],
)
def test_a_part_of_them_does_not(tmp_path: Path, request_: str, words: str, start: str) -> None:
    assert not _reaches(tmp_path, request_, words, {2, 3, 4}, start)


@pytest.mark.parametrize(
    ("bold", "where", "reached"),
    [({2, 4}, "> 100", True), ({2, 3, 4}, "> 100", False), ({2, 3, 4}, None, False)],
)
def test_where_some_are_picked_the_others_must_be_spared(
    tmp_path: Path, bold: set[int], where: str | None, reached: bool
) -> None:
    request = "make every price above 100 bold"
    assert _reaches(tmp_path, request, "every price", bold, "B2:B4", where) is reached


def test_each_quantifier_is_held_against_the_columns_of_its_own_part_of_the_request(tmp_path: Path) -> None:
    request = "make every cell in the Price column above 100 bold, and write each Item in capital letters"
    path = tmp_path / "costs.xlsx"
    _book(path, set())
    contract = make_contract(f"In {path}: {request}", tmp_path, at=0)
    _book(path, {2, 4})
    stated = DocumentPredicate(path=str(path), start="B2:B4", where="> 100", property="bold", value="on")
    derivation = contract.derivation(())
    assert reaches_all(stated, Every("every cell", request, request.index("every")), derivation)
    assert not reaches_all(stated, Every("each Item", request, request.index("each")), derivation)


def test_a_list_of_columns_is_one_part_of_the_request(tmp_path: Path) -> None:
    request = "make all cells of Price, Item bold, and write nothing"
    assert not _reaches(tmp_path, request, "all cells", {2, 3, 4}, "B2:B4")
    assert _reaches(tmp_path, "make all cells of Price bold", "all cells", {2, 3, 4}, "B2:B4")
