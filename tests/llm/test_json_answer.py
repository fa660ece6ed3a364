from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.llm.json_answer import json_object

OBJECT = {"status": "CONTINUE", "arguments": {"text": 'a "{brace}" in quotes'}, "plan": []}
TEXT = json.dumps(OBJECT)


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        f"```json\n{TEXT}\n```",
        f"```\n{json.dumps(OBJECT, indent=2)}\n```\n",
        f"Here is {{what I think}}:\n\n{TEXT}\n\nHope that helps :-}}",
        f"<think>maybe {{}} or so</think>{TEXT}",
        f"{TEXT}\n{TEXT}",
        f"\ufeff  {TEXT}",
    ],
)
def test_the_one_object_is_found(text: str) -> None:
    assert json_object(text) == OBJECT


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("   \n", "empty"),
        ("I cannot do that.", "no JSON object"),
        ('{"text": "half \\ud83d"}', "half a character"),
        ("[1, 2]", "no JSON object"),
        ("{}", "no JSON object"),
        (TEXT[:-10], "cut off"),
        ('{"status": "CONT', "cut off"),
        ('{"status": CONTINUE}', "broken"),
        ('{"a": 1, "b": {"c": 2} "d": 3}', "broken"),
        ('{"a": 1} {"a": 2}', "2 different"),
        ('{"a":' * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_single_object_is_told_in_words(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        json_object(text)


@given(st.text(max_size=60))
def test_garbage_is_an_object_or_a_value_error(text: str) -> None:
    try:
        assert isinstance(json_object(text), dict)
    except ValueError as error:
        assert str(error)


@given(st.integers(1, len(TEXT) - 1))
def test_half_an_answer_is_never_taken_for_a_whole_one(length: int) -> None:
    with pytest.raises(ValueError):
        json_object(TEXT[:length])
