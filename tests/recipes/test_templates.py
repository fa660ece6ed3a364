"""Templates: values out, and values in again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.errors import SkillError
from ufo.recipes.templates import Binder, fill, references

VALUES = {"file": "sales.ods", "caption": "sales", "text": "Dear Ana"}


@pytest.mark.parametrize(
    ("value", "template"),
    [
        ("Dear Ana", "{{text}}"),
        ("/work/here/sales.ods", "{{folder}}/{{file}}"),
        ('type "Dear Ana" here', 'type "{{text}}" here'),
        ("sales", "{{caption}}"),
        ("salesman", "salesman"),
        ("12", "12"),
        (["x", {"deep": "Dear Ana"}], ["x", {"deep": "{{text}}"}]),
    ],
)
def test_whole_words_of_a_value_become_its_variable(value: Any, template: Any) -> None:
    binder = Binder(VALUES, "/work/here")
    assert binder.bind(value) == template
    assert fill(template, {**VALUES, "folder": "/work/here"}) == value


def test_a_file_in_two_arguments_is_that_file_though_its_stem_is_another_variable() -> None:
    bound = Binder(VALUES, "/w").bind({"file_dir": "/w", "file_name": "sales", "file_ext": ".ods"})
    assert bound == {"file_dir": "{{folder}}", "file_name": "{{file.stem}}", "file_ext": "{{file.suffix}}"}
    other = {"folder": "/v", "file": "sub/may.xlsx", "caption": "x"}
    assert fill(bound, other) == {"file_dir": "/v", "file_name": "may", "file_ext": ".xlsx"}


def test_what_an_earlier_action_gave_is_taken_from_it_again() -> None:
    rows = [["Region", "Sales"], ["North", "1"]]
    binder = Binder({}, "/w", [[{"name": "Sales", "rows": rows}]])
    bound = binder.bind({"table": rows, "start": 1})
    assert bound == {"table": {"$result": [1, 1], "at": ["rows"]}, "start": 1}
    assert fill(bound, {}, [[{"rows": [["A"]]}]]) == {"table": [["A"]], "start": 1}


def test_a_result_handed_on_as_json_is_made_anew() -> None:
    binder = Binder({}, "/w", [[{"rows": [["a", "b"]]}]])
    bound = binder.bind(json.dumps({"table": [["a", "b"]]}))
    assert json.loads(fill(bound, {}, [[{"rows": [["c"]]}]])) == {"table": [["c"]]}


def test_a_result_that_is_not_there_this_time_is_said_with_its_place() -> None:
    with pytest.raises(SkillError, match="action 2 of part 1 gave nothing at rows"):
        fill({"$result": [1, 2], "at": ["rows"]}, {}, [[{"rows": []}]])


def test_short_texts_and_numbers_are_not_taken_for_results() -> None:
    assert not references(Binder({}, "/w", [[{"a": "ok", "b": 3}]]).bind(["ok", 3, True, None]))


@given(st.recursive(st.text() | st.integers() | st.booleans() | st.none(), lambda inner: st.lists(inner, max_size=3)))
def test_filling_gives_back_what_was_bound(value: Any) -> None:
    values = {"one": "alpha", "two": "b.txt"}
    bound = Binder(values, "/some/folder").bind(value)
    assert fill(bound, {**values, "folder": "/some/folder"}) == value


def test_what_was_told_is_bound_whole_or_as_a_part_of_a_sentence_however_short() -> None:
    place = {"$result": [1, 1], "at": ["text"]}
    binder = Binder({"keys": "7*8"}, "/w", [[{"text": "56"}]], {"56": place})
    assert binder.answer("56") == place
    assert binder.bind([{"value": "56", "name": "156"}]) == [{"value": place, "name": "156"}]
    sentence = binder.answer("7*8 is 56.")
    assert fill(sentence, {"keys": "2*3"}, [[{"text": "6"}]]) == "2*3 is 6."
    assert references(sentence) and binder.answer("1567") == "1567"
