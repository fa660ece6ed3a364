"""Cells that are named in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.proof.conditions.table_accounts import look_up
from ufo.proof.request.literals import literals_of
from ufo.proof.request.model import Literal, Role
from ufo.proof.request.table_places import cell_named_in, described_cell, find_cell
from ufo.schema.predicate import Truth
from ufo.verify.documents.model import Document

_PRICES = (("Item", "Price (€)", "Stock"), ("Tea", "3", "10"), ("Green tea", "4", "20"), ("Coffee", "5", "30"))


def table(*rows: tuple[str, ...]) -> Document:
    return Document(Path("prices.odt"), tables=(rows,))


@pytest.mark.parametrize(
    ("request_", "text", "row", "column"),
    [
        ("set the price of tea to 5 in prices.ods", "5", "tea", "price"),
        ("change Anna's phone number to 555-1234 in people.csv", "555-1234", "Anna", "phone number"),
        ("update Anna's phone number in people.csv to 555-1234", "555-1234", "Anna", "phone number"),
        ("put 12 in the Sales column of the March row", "12", "March", "Sales"),
        ("put 12 in the March row under Sales in sales.ods", "12", "March", "Sales"),
        ("write 12 in the row of March, column Sales", "12", "March", "Sales"),
        ("enter 12 for tea in the price column of prices.ods", "12", "tea", "price"),
        ("mark the invoice of Miller as paid", "paid", "invoice of Miller", ""),
        ("mark Miller\u2019s invoice as paid in invoices.csv", "paid", "Miller", ""),
        ("raise the price of tea to 5", "5", "tea", "price"),
        ("the price of tea should be 5", "5", "tea", "price"),
        ("In prices.csv the price of green tea must be 4.50", "4.50", "green tea", "price"),
        ("change the price of tea from 3 to 5 in prices.ods", "5", "tea", "price"),
        ('set "price" for "tea" to 5 in prices.csv', "5", "tea", "price"),
        ("give Anna the phone number 555-1234 in people.csv", "555-1234", "Anna", "phone number"),
        ("set the status of the invoice of Miller to paid", "paid", "invoice of Miller", "status"),
        ("In people.csv, change Anna's city to Graz and Ben's city to Wien", "Wien", "Ben", "city"),
        ("in prices.csv make the price of tea 5", "5", "tea", "price"),
    ],
)
def test_a_value_for_a_cell_in_words_has_a_row_and_a_column(request_: str, text: str, row: str, column: str) -> None:
    wanted = [one for one in literals_of(request_) if one.text == text and one.role in (Role.VALUE, Role.NEW)]
    assert [(one.row, one.column) for one in wanted] == [(row, column)]


@pytest.mark.parametrize(
    "words", ["Full name", "end of the document", "size of the font", "the third row of the table", "copies of it", ""]
)
def test_other_places_are_no_cell_of_a_table(words: str) -> None:
    assert described_cell(words) is None


@pytest.mark.parametrize(
    ("row", "column", "expected"),
    [
        ("tea", "price", (1, 1)),
        ("green teas", "prices", (2, 1)),
        ("coffee", "stock", (3, 2)),
        ("price", "tea", (1, 1)),
        ("milk", "price", None),
        ("tea", "colour", None),
    ],
)
def test_a_cell_is_found_by_its_row_and_its_heading(row: str, column: str, expected: tuple[int, int] | None) -> None:
    found = find_cell(table(*_PRICES), row, column)
    assert (None if found is None else (found.row, found.column)) == expected


def test_of_two_rows_or_two_headings_that_fit_none_is_meant() -> None:
    assert find_cell(table(("Item", "Price"), ("Tea", "3"), ("Tea", "4")), "tea", "price") is None
    assert find_cell(table(("Item", "Old price", "New price"), ("Tea", "3", "4")), "tea", "price") is None


def test_a_sentence_in_any_language_names_a_cell_by_the_words_of_the_table() -> None:
    prices = table(("Ware", "Preis"), ("Tee", "3"), ("Kaffee", "4"))
    found = cell_named_in(prices, "Setze den Preis von Kaffee auf")
    assert found is not None
    assert (found.row, found.column) == (2, 1)
    assert cell_named_in(prices, "Tee und Kaffee: Preis") is None


def _wants(text: str) -> Literal:
    return Literal(Role.VALUE, text, place="price of tea", row="tea", column="price")


@pytest.mark.parametrize(
    ("text", "now", "truth"),
    [
        ("5", "5", Truth.SATISFIED),
        ("5", "5.00", Truth.SATISFIED),
        ("1200", "1,200", Truth.SATISFIED),
        ("5", "3", Truth.UNSATISFIED),
        ("5", "", Truth.UNSATISFIED),
        ("free", "3", Truth.UNSATISFIED),
        ("free", "free of charge", Truth.UNKNOWN),
    ],
)
def test_a_value_is_held_against_the_cell_that_its_words_name(text: str, now: str, truth: Truth) -> None:
    before = table(("Item", "Price"), ("Tea", "3"))
    assert look_up(_wants(text), "", before, table(("Item", "Price"), ("Milk", "1"), ("Tea", now))).truth is truth


def test_what_is_another_cell_is_named_with_both_sides() -> None:
    told = look_up(_wants("5"), "", None, table(("Item", "Price"), ("Tea", "3")))
    assert told.why == "price of tea is 3, the request says 5"


def test_a_row_is_known_by_the_cell_that_was_changed() -> None:
    name = Literal(Role.VALUE, "Ada", place="Anna's name", row="Anna", column="name")
    before, now = table(("Name", "City"), ("Anna", "Graz")), table(("Name", "City"), ("Ada", "Graz"))
    assert look_up(name, "", before, now).truth is Truth.SATISFIED
