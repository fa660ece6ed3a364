from __future__ import annotations

import pytest

from ufo.schema.wants_answer import wants_an_answer


@pytest.mark.parametrize(
    "words",
    ["Which city is it?", "tell me the total", "read the status bar", "count the rows"]
    + ["Can you tell me the total?", "please read B2", "Can you open it? What does it say?"]
    + [
        "Find out the price, write it into B2 and tell me",
        "What is 17*4? Write it into a.txt",
        "look up the price of tea",
    ],
)
def test_words_that_ask_for_something_want_an_answer(words: str) -> None:
    assert wants_an_answer(words)


@pytest.mark.parametrize(
    "words",
    ["tick Gift wrap", 'write "what is this?" in the field', "save it as a.odt"]
    + [
        "Can you tick Gift wrap?",
        "please could you save it?",
        "copy B2 to C3",
        "write Ada in the Name field",
        "open report.odt",
        "find the largest value in column B and write it into D1",
        "Could you look up the price of tea and enter it in C3?",
        "Find out which city is largest and type it into the field",
        "Count the words and write the number into count.txt",
        "Extract the addresses from a.txt into b.txt",
        "Do you mind renaming a.txt?",
    ],
)
def test_words_that_only_ask_for_a_deed_do_not(words: str) -> None:
    assert not wants_an_answer(words)
