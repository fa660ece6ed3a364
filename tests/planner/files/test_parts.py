"""Lines of a text and how many there are, told from the whole text."""

from __future__ import annotations

import pytest

from tests.planner.stage import GUI, Stage, control, play
from ufo.conditions.kinds.element import ElementPredicate
from ufo.planner.intents import ReadPart

TEXT = "The cat\n\nsat on the mat\nother cats\n"


def ask(intent: ReadPart) -> tuple[str, str, list[object]]:
    shown = control("Text", "Edit", states=("multiline", "editable"), value=TEXT, size=(800, 600))
    run = play(Stage(tools=tuple(tool for tool in GUI if tool != "texts"), controls=[shown]), intent)
    return run.status, run.result, list(run.findings)


@pytest.mark.parametrize(
    ("intent", "answer"),
    [
        (ReadPart("", "", "line", 1), "The cat"),
        (ReadPart("", "", "line", 2), "sat on the mat"),
        (ReadPart("", "", "line", -1), "other cats"),
        (ReadPart("", "", "lines"), "4, 1 of them empty"),
        (ReadPart("", "", "words"), "8"),
        (ReadPart("", "", "times", 0, "the"), "2, 1 of them in the same letter case"),
        (ReadPart("", "", "times", 0, "cat"), "1"),
        (ReadPart("", "", "times", 0, "dog"), "0"),
    ],
)
def test_it_is_told_and_proved_by_the_text_that_still_stands(intent: ReadPart, answer: str) -> None:
    status, result, findings = ask(intent)
    assert (status, result) == ("FINISH", answer)
    assert [type(one) for one in findings] == [ElementPredicate]


def test_a_line_that_is_not_there_is_said_to_be_none() -> None:
    status, result, _ = ask(ReadPart("", "", "line", 9))
    assert status == "FAIL" and "3 lines" in result
