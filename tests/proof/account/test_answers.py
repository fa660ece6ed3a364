"""An answer in words, held against what was read."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.proof.account.answers import Judged, Question, asks, judge_answer, worked_out
from ufo.proof.request.literals import literals_of
from ufo.proof.request.model import Role, Seen

_PAGE = (Seen("Subtotal: 10.00"), Seen("Total: 12.50"), Seen("Austria", "Country"), Seen("Order of Ada Lovelace"))
_TABLE = (Seen("item\tprice\ntea\t3.20\ncoffee\t4.10"),)


_BUY = "Buy two mugs, deliver to Hauptstraße 5 on 24 December 2026, and tell me the order number."
_ORDERED = (Seen("Date: 2026-12-24"), Seen("Street 5"), Seen("Your order number is ."), Seen("PS-38731"))


def judged(request: str, answer: str, *seen: Seen) -> Judged:
    return judge_answer(Question(request, literals_of(request), answer, seen, {}))


@pytest.mark.parametrize(
    ("request_", "answer", "seen"),
    [
        ("Tell me the total", "The total is 12.50", _PAGE),
        ("What is the subtotal?", "10", _PAGE),
        ("How much does the tea cost?", "The tea costs 3.20", _TABLE),
        ("What is the sum of the prices?", "7.30", _TABLE),
        ("What is the average price?", "3.65", _TABLE),
        ("How many items are there?", "There are 2 items", _TABLE),
        ("Which country is set?", "Austria", _PAGE),
        ("Whose order is it?", "It is that of Ada Lovelace.", _PAGE),
        ("What is 17.5 * 4 - 3/8?", "69.625", ()),
        (_BUY, "It is PS-38731.", _ORDERED),
        ("Compute sin(40)*12+4", "sin(40)*12+4 is 11.713", (Seen("sin(40)*12+4\n= 11.713"),)),
        ("How many litres is the total?", "13.24894124", (Seen("Total: 13.248 941 24"),)),
        ("How much is the total?", "12500", (Seen("Total: 12 500"),)),
        ("Tell me the result, rounded to cents", "24344.74", (Seen("Result: 24344.737915863"),)),
        ("Tell me the result with three decimals", "13.249", (Seen("Result: 13.248 941 24"),)),
        ("What is the total?", "60", (Seen("Total", "A5"), Seen("60", "B5"), Seen("costs 2024.ods - Calc"))),
    ],
)
def test_what_was_read_or_follows_from_it_is_an_answer(request_: str, answer: str, seen: tuple[Seen, ...]) -> None:
    assert judged(request_, answer, *seen) == Judged()


@pytest.mark.parametrize(
    ("request_", "answer", "seen"),
    [
        ("Tell me the total", "The total is 999.99", _PAGE),
        ("Tell me the total", "The total is 10.00", _PAGE),
        ("How much does the tea cost?", "The tea costs 4.10", _TABLE),
        ("What is 17.5 * 4 - 3/8?", "70", ()),
        (_BUY, "It is PS-38732.", (*_ORDERED, Seen("38732"))),
        ("Tell me the result, rounded to cents", "24344.73", (Seen("Result: 24344.737915863"),)),
    ],
)
def test_another_number_than_the_one_that_stands_there_is_wrong(
    request_: str, answer: str, seen: tuple[Seen, ...]
) -> None:
    assert judged(request_, answer, *seen).wrong


@pytest.mark.parametrize(
    ("request_", "answer", "seen"),
    [
        ("What does it cost?", "999.99", _PAGE),
        ("Compute sin(40)*12+4", "16", (Seen("sin(40)*12+4\n= 11.713"),)),
        ("Work out 12+4*cos(1)", "It is 16", ()),
        ("What is the price?", "12.50", (Seen("12.50"), Seen("10.00"))),
        ("Which country is set?", "Denmark", _PAGE),
        ("Which country is set?", "It is done", _PAGE),
        ("Whose order is it?", "It is that of Bob Lovelace", _PAGE),
        ("Which country is set?", "", _PAGE),
        ("Which country is set?", "Ada", _PAGE),
    ],
)
def test_what_nothing_shows_is_not_proved(request_: str, answer: str, seen: tuple[Seen, ...]) -> None:
    told = judged(request_, answer, *seen)
    assert told.why and not told.wrong


def test_a_cell_that_was_asked_for_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("item,price\ntea,3.20\n", encoding="utf-8")
    literals = literals_of("What is in B2 of a.csv?")
    (asked,) = [one for one in literals if one.role is Role.ASKED]
    for answer, wrong in (("3.20", False), ("It is 3.2", False), ("4.10", True)):
        question = Question("What is in B2 of a.csv?", literals, answer, (), {asked: path})
        assert judge_answer(question).wrong is wrong


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("12*12 + 3/8", 144.375),
        ("2^3", 8.0),
        ("1/0", None),
        ("__import__('os')", None),
        ("9**9**9", None),
        ("(1+2)*3", 9.0),
    ],
)
def test_only_arithmetic_is_worked_out(expression: str, value: float | None) -> None:
    assert worked_out(expression) == value


@pytest.mark.parametrize(
    ("request_", "is_asked"),
    [
        ("press Place order and tell me the number", True),
        ("What is the total?", True),
        ("enter Ada as Name", False),
        ("copy the table to a new sheet", False),
        ('Could you write "what is this?" in a letter?', False),
        ("Could you tell me the total?", True),
        ("Calculate the sum of A1:A9 and put it in A10", False),
        ("Count the words and write the number into count.txt", False),
        ("Would it be possible to save it as a.pdf?", False),
        ("Calculate the sum of A1:A9", True),
        ("Find the cheapest, write it into B2 and tell me which it is", True),
    ],
)
def test_a_question_is_told_from_an_order(request_: str, is_asked: bool) -> None:
    assert asks(request_) is is_asked


def test_the_lines_of_a_text_are_no_count_where_a_label_says_the_number() -> None:
    seen = (Seen("Stock left: 23", "Paragraph"), Seen("Delivery days: 4", "Paragraph"), Seen("a\nb\nc\nd"))
    told = judge_answer(Question("Tell me how many are left in stock.", (), "4 are left in stock.", seen, {}))
    assert told.wrong and "'23' was read where the request asks" in told.why


@pytest.mark.parametrize(
    ("request_", "answer", "seen"),
    [
        ("How many lines has it?", "It has 674 lines", (Seen("674 /x/GPL-3", by_tool=True),)),
        ("What do 18500 euros become in 7 years?", "24344.74", (Seen("24344.737915863", by_tool=True),)),
        ("What do 18500 euros become in 7 years?", "24344.74", (Seen("18500×1.04^7 = 24344.737915863"), Seen("12"))),
        ("How many litres are 35 gallons?", "132.489", (Seen("35 gal = 132.489 412 4 L"), Seen("5"))),
    ],
)
def test_the_only_number_that_a_tool_read_last_is_an_answer_also_rounded(
    request_: str, answer: str, seen: tuple[Seen, ...]
) -> None:
    assert judged(request_, answer, *seen) == Judged()


@pytest.mark.parametrize(
    ("request_", "answer", "seen"),
    [
        ("How many are there?", "5", (Seen("5 of 7", by_tool=True),)),
        ("How many are there?", "5", (Seen("5", by_tool=True), Seen("7", by_tool=True))),
        ("How many are there?", "5", (Seen("5"), Seen("7"))),
        ("What do 18500 euros become?", "24344.75", (Seen("24344.737915863", by_tool=True),)),
    ],
)
def test_a_number_beside_others_or_rounded_wrongly_is_not(request_: str, answer: str, seen: tuple[Seen, ...]) -> None:
    assert judged(request_, answer, *seen) != Judged()


@pytest.mark.parametrize(
    ("request_", "is_question"),
    [
        ("I want a link that leads to the newest report", False),
        ("Tell LibreOffice that my name is Ida", False),
        ("Press the button that correctly denotes how many sides the shape has.", False),
        ("Let it save what is needed for recovery", False),
        ("Make todo.ods with the columns Who, What, Until", False),
        ("Sort the orders by Count, the largest first", False),
        ("Tell me the total", True),
        ("Tell me which button denotes how many sides there are", True),
        ("Report the sum", True),
    ],
)
def test_words_that_only_describe_ask_for_nothing(request_: str, is_question: bool) -> None:
    assert asks(request_) is is_question
