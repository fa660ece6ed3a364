"""What a person is told of what was done."""

from __future__ import annotations

import pytest

from ufo.schema.outcome import SubtaskRecord
from ufo_planner.grammar.parse import parse
from ufo_planner.host.host_turn import answer_for_the_person
from ufo_planner.host.tasks import Done, WorkTask, tasks_of


def _told(request_text: str, *results: str) -> str:
    waiting = list(results)
    done = [
        Done(task, record=SubtaskRecord(subtask="", status="FINISH", result=waiting.pop(0) if waiting else ""))
        if isinstance(task, WorkTask)
        else Done(task)
        for task in tasks_of(parse(request_text))
    ]
    return answer_for_the_person(done)


@pytest.mark.parametrize(
    ("request_text", "results", "told"),
    [
        ("open mousepad", (), "Done: open mousepad."),
        ("in mousepad, type hello", (), "Done: in mousepad: type hello."),
        ("compute 6*7", ("42",), "42"),
        ("open mousepad, type 'a' and save it as b c.txt", ("Saved /home/ada/b c.txt.",), "Saved /home/ada/b c.txt."),
        (
            "extract the sales table from a.odt, make a pie chart of it in Calc and save it as s.ods",
            ('{"table": [["a"]]}', "Saved /home/ada/s.ods."),
            "Saved /home/ada/s.ods.",
        ),
    ],
)
def test_values_and_saved_files_are_told_and_else_what_was_asked(
    request_text: str, results: tuple[str, ...], told: str
) -> None:
    assert _told(request_text, *results) == told
