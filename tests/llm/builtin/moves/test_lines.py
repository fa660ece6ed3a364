"""Lines taken out of a text and put into it."""

from __future__ import annotations

import pytest

from tests.llm.builtin.stage import GUI, Stage, control, play
from ufo.llm.builtin.intents import EditLine


def editor(text: str) -> Stage:
    return Stage(
        tools=tuple(tool for tool in GUI if tool != "texts"),
        controls=[control("", "Edit", states=("multiline", "editable", "focused"), value=text, size=(800, 600))],
    )


@pytest.mark.parametrize(
    ("intent", "before", "after"),
    [
        (EditLine("", "", "remove", "bread"), "milk\nbread\nbread rolls\n", "milk\nbread rolls\n"),
        (EditLine("", "", "remove", "pay rent"), "# Todo\n- call Bob\n- pay rent\n", "# Todo\n- call Bob\n"),
        (EditLine("", "", "remove", "Milk"), "milk\neggs", "eggs"),
        (EditLine("", "", "remove", "", 2), "one\n\ntwo\nthree", "one\n\nthree"),
        (EditLine("", "", "remove", "", -1), "one\ntwo\n", "one\n"),
        (EditLine("", "", "after", "milk", 0, "butter"), "milk\neggs\n", "milk\nbutter\neggs\n"),
        (EditLine("", "", "before", "call Bob", 0, "eat"), "- call Bob\n", "- eat\n- call Bob\n"),
    ],
)
def test_the_text_is_written_anew_without_or_with_the_line(intent: EditLine, before: str, after: str) -> None:
    stage = editor(before)
    run = play(stage, intent)
    assert (run.status, stage.controls[0].value) == ("FINISH", after)


@pytest.mark.parametrize(
    ("intent", "text", "reason"),
    [
        (EditLine("", "", "remove", "bred"), "milk\nbread\n", "no line says just 'bred'"),
        (EditLine("", "", "remove", "", 5), "milk\nbread\n", "only 2 lines"),
        (EditLine("", "", "after", "milk", 0, "x"), "milk\neggs\nmilk", "2 lines say 'milk'"),
    ],
)
def test_where_no_line_or_several_are_meant_nothing_is_written(intent: EditLine, text: str, reason: str) -> None:
    stage = editor(text)
    run = play(stage, intent)
    assert run.status == "FAIL" and reason in run.result
    assert stage.controls[0].value == text
