from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.llm.turns import GOOD, GOOD_TEXT, app_turn, host_turn
from ufo.llm.provider import Completion
from ufo.llm.turn import Read, read_answer
from ufo.schema.response import AppAgentResponse
from ufo.schema.tool import ToolInfo
from ufo.schema.usage import Usage

TYPE = ToolInfo(
    tool_name="set_value",
    namespace="AppUI",
    tool_type="action",
    input_schema={"properties": {"id": {"type": "string"}, "text": {"type": "string"}}, "required": ["text"]},
)
TURN = replace(app_turn(), inputs=replace(app_turn().inputs, tools=(TYPE,)))
_WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
ANSWERS = st.fixed_dictionaries(
    {
        "observation": _WORDS,
        "thought": _WORDS,
        "action": st.lists(
            st.fixed_dictionaries(
                {
                    "function": st.just("set_value"),
                    "arguments": st.fixed_dictionaries({"text": _WORDS}, optional={"id": _WORDS}),
                }
            ),
            max_size=2,
        ),
        "status": st.sampled_from(["CONTINUE", "FAIL"]),
        "result": _WORDS,
        "expect": st.lists(st.fixed_dictionaries({"on": st.just("window"), "title": _WORDS}), max_size=1),
    },
    optional={"plan": st.lists(_WORDS, max_size=2), "questions": st.just([]), "comment": _WORDS},
)


def said(text: str, *, truncated: bool = False) -> Completion:
    return Completion(text, Usage(), "small", truncated=truncated)


@given(ANSWERS, st.booleans())
def test_an_answer_that_fits_is_never_changed(answer: dict[str, Any], ascii_only: bool) -> None:
    text = json.dumps(answer, ensure_ascii=ascii_only)
    assert read_answer(said(text), TURN) == Read(AppAgentResponse.model_validate(answer), text)


@given(st.text(max_size=80) | st.text("{}[]\"':,\\ \n#/abtrueNon01<>", max_size=80))
def test_whatever_the_text_there_is_an_answer_or_one_error(text: str) -> None:
    read = read_answer(said(text), TURN)
    assert isinstance(read, Read) or read.strip()


@given(ANSWERS, st.data())
def test_an_answer_that_was_cut_off_is_used_only_where_it_does_the_same(
    answer: dict[str, Any], data: st.DataObject
) -> None:
    text = json.dumps(answer)
    read = read_answer(said(text[: data.draw(st.integers(0, len(text) - 1))], truncated=True), TURN)
    if isinstance(read, Read):
        whole = AppAgentResponse.model_validate(answer)
        assert read.response.model_copy(update={"comment": ""}) == whole.model_copy(update={"comment": ""})


@given(ANSWERS, st.data())
def test_where_only_the_last_bracket_is_missing_every_field_is_as_it_was_written(
    answer: dict[str, Any], data: st.DataObject
) -> None:
    text = json.dumps(answer)
    read = read_answer(said(text[: data.draw(st.integers(0, len(text) - 1))]), TURN)
    if isinstance(read, Read):
        fields = json.loads(read.text)
        assert fields == {key: answer[key] for key in fields}


def _signs_of_json(text: str) -> list[int]:
    """Return where the brackets, quotes, commas and colons stand that belong to no string."""
    strings = [match.span() for match in re.finditer(r'"(?:[^"\\]|\\.)*"', text)]
    quotes = {at for start, end in strings for at in (start, end - 1)}
    within = {at for start, end in strings for at in range(start, end)} - quotes
    return [at for at, sign in enumerate(text) if sign in '{}[]",:' and at not in within]


def test_signs_of_json_are_those_outside_of_strings() -> None:
    assert _signs_of_json(json.dumps({"a": '[",', "b": 1})) == [0, 1, 3, 4, 6, 11, 12, 14, 16, 17, 20]


@given(ANSWERS, st.data())
def test_a_lost_character_never_makes_another_argument_of_the_same_text(
    answer: dict[str, Any], data: st.DataObject
) -> None:
    """Whatever bracket, quote or comma of JSON's own is lost, what is read holds no string that the model did not write. One that
    is lost within a string leaves another answer in good order.
    """
    text = json.dumps(answer)
    at = data.draw(st.sampled_from(_signs_of_json(text)))
    read = read_answer(said(text[:at] + text[at + 1 :]), TURN)
    if isinstance(read, Read):
        got = AppAgentResponse.model_validate(answer)
        done = read.response.action  # type: ignore[attr-defined]
        assert [action.arguments for action in done] == [action.arguments for action in got.action]


CALL = {"function": "set_value", "arguments": {"id": "3", "text": "it's 5"}}
MEANT = {"observation": "a field", "thought": "fill it", "action": [CALL], "status": "CONTINUE"}


@pytest.mark.parametrize(
    "text",
    [
        repr(MEANT),
        f"Of course:\n```python\n{MEANT}\n```\nDone!",
        json.dumps([MEANT | {"action": 5}, MEANT]),
        f"<think>{{'status': 'FAIL'}}</think>{MEANT}",
        json.dumps(MEANT)[:-1] + ",}",
        json.dumps(MEANT)[:-1],
        json.dumps({"response": MEANT}),
        json.dumps({"thinking": "first"}) + json.dumps(MEANT),
        json.dumps(MEANT | {"action": json.dumps([CALL])}),
        json.dumps(MEANT | {"action": CALL | {"arguments": json.dumps(CALL["arguments"])}, "status": "Continue"}),
        json.dumps(
            {
                "Observation": "a field",
                "THOUGHT": "fill it",
                "Action": [{"Function": "Set_Value", "Arguments": {"ID": 3, "Text": "it's 5"}}],
                "status": "continue",
                "plan": None,
            }
        ).replace('"ID": 3', '"ID": "3"'),
    ],
)
def test_slips_of_small_models_are_mended_without_another_call(text: str) -> None:
    read = read_answer(said(text), TURN)
    assert isinstance(read, Read), read
    assert read.mended
    assert read.response == AppAgentResponse.model_validate(MEANT)
    assert AppAgentResponse.model_validate_json(read.text) == read.response


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (json.dumps(MEANT) + json.dumps(MEANT | {"status": "FAIL"}), "2 different"),
        (json.dumps(MEANT | {"status": "DONE"}), "may not be chosen"),
        (repr({"observation": "x", "status": "FAIL"}), "thought: Field required"),
        ("<think>I wonder", "within its thoughts"),
        ("{'observation': 'it's broken'}", "line 1, column 21"),
    ],
)
def test_what_cannot_be_mended_goes_back_with_what_is_wrong(text: str, words: str) -> None:
    def allowed(response: Any) -> str | None:
        return None if response.status in ("CONTINUE", "FAIL") else f"{response.status} may not be chosen here"

    read = read_answer(said(text), TURN, [allowed])
    assert isinstance(read, str)
    assert words in read


def test_an_answer_of_the_host_is_mended_too() -> None:
    read = read_answer(said(f"{GOOD}"), host_turn())
    assert isinstance(read, Read)
    assert json.loads(read.text) == json.loads(GOOD_TEXT)
