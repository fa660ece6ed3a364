"""Texts that a request describes, and those whose words it gives."""

from __future__ import annotations

import pytest

from ufo.planner.intents import TypeInto, Unclear
from ufo.planner.parse.parse import parse


@pytest.mark.parametrize(
    "request_text",
    [
        "write a letter to Mrs. Berg with the subject 'Invoice 42' in Writer",
        "write a short poem about autumn in the editor",
        "type a thank-you note to Anna in Writer",
        "write an email to bob in mousepad",
        "type today's date in mousepad",
        "write the numbers 1 to 5 in mousepad",
        "write my name in the Name field",
        "put the average of the ages under the column",
        "put a total under the Price column of stock.ods",
        "set the quantity to 12 and express shipping chosen",
        "set the price of the lamp to double in stock.ods",
        "set the price of the lamp to the price of the chair in stock.ods",
        "add a row with today's date and 5 to stock.ods",
        "write hello three times in mousepad",
        "write 5 in B2 and the same in B3 in stock.ods",
        "replace milk with tea and bread with cake in todo.txt",
        "append a.txt to b.txt",
    ],
)
def test_a_text_that_is_only_described_is_not_typed_letter_for_letter(request_text: str) -> None:
    (step,) = parse(request_text)
    assert isinstance(step, Unclear)
    assert "between quotation marks" in step.reason


@pytest.mark.parametrize(
    "request_text",
    [
        "set B1 in stock.ods to 5 if it is empty",
        "append 'stamps' to todo.txt if it is not there yet",
        "rename a.txt to b.txt if there is no b.txt",
        "delete the row with Shelf if there is one in stock.ods",
        "write 'enough' to result.txt if the total in stock.ods is over 20",
        "If the total in stock.ods is over 20 then write 'enough' to result.txt",
    ],
)
def test_what_depends_on_a_condition_is_asked_about_and_its_words_are_no_value_and_no_name(request_text: str) -> None:
    first = parse(request_text)[0]
    assert isinstance(first, Unclear) and "condition" in first.reason


@pytest.mark.parametrize(
    ("request_text", "content"),
    [
        ("write 'a poem about autumn' in mousepad", "a poem about autumn"),
        ("write a note saying buy milk in mousepad", "buy milk"),
        ("type a short message: dear all in mousepad", "dear all"),
        ("type an apple a day keeps the doctor away in mousepad", "an apple a day keeps the doctor away"),
        ("type my cat is here in mousepad", "my cat is here"),
    ],
)
def test_a_text_whose_words_are_given_is_typed(request_text: str, content: str) -> None:
    (step,) = parse(request_text)
    assert isinstance(step, TypeInto)
    assert step.content == content
