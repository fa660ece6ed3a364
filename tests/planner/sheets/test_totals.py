"""What cells come to, worked out from a sheet that was read."""

from __future__ import annotations

import pytest

from tests.planner.stage import GUI, Stage, play
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.planner.intents import ControlPhrase, ReadValue

ROWS = [["Item", "Cost", "Tax"], ["Rent", 900, 9], ["Food", 350.5, 3], ["Books", 45, "free"]]


def ask(name: str, inside: str) -> tuple[str, str, list[object]]:
    stage = Stage(tools=(*GUI, "get_range_values"), on={"get_range_values": lambda _, given: ROWS})
    run = play(stage, ReadValue("", "", ControlPhrase(name, inside=inside)))
    return run.status, run.result, list(run.findings)


@pytest.mark.parametrize(
    ("name", "inside", "answer"),
    [
        ("total", "column B", "1295.5"),
        ("sum", "the Cost column", "1295.5"),
        ("average", "B2:B3", "625.25"),
        ("highest value", "Cost", "900"),
        ("total", "Tax", "12"),
        ("cost", "Food", "350.5"),
        ("tax", "Books", "free"),
    ],
)
def test_the_answer_is_worked_out_and_proved_by_the_cells(name: str, inside: str, answer: str) -> None:
    status, result, findings = ask(name, inside)
    assert (status, result) == ("FINISH", answer)
    assert [type(one) for one in findings] == [DocumentPredicate]


def test_a_column_without_numbers_is_told_with_what_the_columns_are() -> None:
    status, result, _ = ask("total", "column Item")
    assert status == "FAIL" and "'Item', 'Cost', 'Tax'" in result
