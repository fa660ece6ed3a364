from __future__ import annotations

import pytest

from ufo.schema.wants_answer import wants_an_answer


@pytest.mark.parametrize(
    "words",
    ["Which city is it?", "tell me the total", "read the status bar", "count the rows"]
    + ["Can you tell me the total?", "please read B2", "Can you open it? What does it say?"],
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
    ],
)
def test_words_that_only_ask_for_a_deed_do_not(words: str) -> None:
    assert not wants_an_answer(words)
