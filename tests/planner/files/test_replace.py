"""Words of a text give way to others: by the document's tool, or by writing a plain text anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.planner.stage import GUI, Run, Stage, control, play
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.planner.intents import ControlPhrase, Intent, ReplaceText, TypeInto
from ufo.schema.predicate import Predicate
from ufo.schema.target import TargetInfo


def editor(text: str, *others: TargetInfo) -> Stage:
    stage = Stage(controls=[control("Text", "Document", value=text, states=("editable", "multiline")), *others])

    def write(target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        assert target is not None
        stage.change(target.name, value=arguments["text"])

    stage.on = {"texts": lambda target, _: target.value if target else "", "set_edit_text": write}
    return stage


def stated(run: Run) -> list[Predicate]:
    return [predicate for answer in run.answers for predicate in answer.expect]


def shown(stage: Stage) -> str | None:
    return next(one.value for one in stage.controls if one.name == "Text")


@pytest.mark.parametrize(
    "intent",
    [
        ReplaceText("replace", "", "cat", "dog"),
        TypeInto("replace", "", "dog", ControlPhrase("cat"), replace=True),
    ],
)
def test_every_place_of_a_plain_text_is_written_anew(intent: Intent) -> None:
    stage = editor("A cat, a cat\nand a Cat")
    answer = play(stage, intent)
    assert answer.status == "FINISH"
    assert shown(stage) == "A dog, a dog\nand a Cat"


def test_a_field_of_that_name_is_a_field_and_no_words_of_the_text() -> None:
    stage = editor("no cat here", control("cat", "Edit", value="old", states=("editable",)))
    answer = play(stage, TypeInto("replace", "", "dog", ControlPhrase("cat"), replace=True))
    assert answer.status == "FINISH"
    assert shown(stage) == "no cat here"
    assert next(one.value for one in stage.controls if one.name == "cat") == "dog"


@pytest.mark.parametrize(("text", "reason"), [("nothing", "does not contain"), ("a cat \ufffc", "more than text")])
def test_what_cannot_be_done_surely_is_refused(text: str, reason: str) -> None:
    stage = editor(text)
    answer = play(stage, ReplaceText("replace", "", "cat", "dog"))
    assert answer.status == "FAIL" and reason in answer.result
    assert shown(stage) == text


def test_where_nothing_can_be_written_in_it_says_so() -> None:
    stage = Stage(controls=[control("Save")])
    answer = play(stage, ReplaceText("replace", "", "cat", "dog"))
    assert answer.status == "FAIL" and "no text" in answer.result


def test_a_document_with_a_tool_of_its_own_is_changed_by_it_and_read_from_a_copy() -> None:
    stage = Stage(tools=(*GUI, "replace_text"), on={"replace_text": lambda _, given: {"replaced": 3, "left": 0}})
    answer = play(stage, ReplaceText("replace", "", "cat", "dog"))
    assert answer.status == "FINISH"
    assert stage.log == [("replace_text", {"old": "cat", "new": "dog"})]
    assert stated(answer) == [DocumentPredicate(path="", open=True, paragraph="dog", lacks="cat")]


def test_of_words_that_stay_within_the_new_ones_none_is_expected_to_be_gone() -> None:
    stage = Stage(tools=(*GUI, "replace_text"), on={"replace_text": lambda _, given: {"replaced": 3, "left": 3}})
    answer = play(stage, ReplaceText("replace", "", "cat", "a cat"))
    assert stated(answer) == [DocumentPredicate(path="", open=True, paragraph="a cat")]
