"""Lines taken out of a text and put into it."""

from __future__ import annotations

import pytest

from tests.planner.stage import GUI, Stage, control, play
from ufo.planner.intents import EditLine, Intent, SortLines


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
        (SortLines("", ""), "Zoe\nadam\nMia\n", "adam\nMia\nZoe\n"),
        (SortLines("", "", descending=True), "9\n10\n-1", "10\n9\n-1"),
        (SortLines("", ""), "- pears\n* apples\n", "* apples\n- pears\n"),
        (SortLines("", ""), "a\nb\n", "a\nb\n"),
    ],
)
def test_the_text_is_written_anew_as_its_lines_are_to_be(intent: Intent, before: str, after: str) -> None:
    stage = editor(before)
    run = play(stage, intent)
    assert (run.status, stage.controls[0].value) == ("FINISH", after)


@pytest.mark.parametrize(
    ("intent", "text", "reason"),
    [
        (EditLine("", "", "remove", "bred"), "milk\nbread\n", "no line says just 'bred'"),
        (SortLines("", ""), "b\n\na\n", "empty lines divide the text"),
        (EditLine("", "", "remove", "", 5), "milk\nbread\n", "only 2 lines"),
        (EditLine("", "", "after", "milk", 0, "x"), "milk\neggs\nmilk", "2 lines say 'milk'"),
    ],
)
def test_where_no_line_or_several_are_meant_nothing_is_written(intent: EditLine, text: str, reason: str) -> None:
    stage = editor(text)
    run = play(stage, intent)
    assert run.status == "FAIL" and reason in run.result
    assert stage.controls[0].value == text
