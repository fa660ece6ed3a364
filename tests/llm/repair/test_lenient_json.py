from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.llm.repair.lenient_json import CutOff, read_object

_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=6), _VALUES, max_size=4)


@given(OBJECTS, st.booleans(), st.sampled_from([None, 2]))
def test_what_is_json_is_read_as_json(value: dict[str, Any], ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert read_object(text, 0) == (value, len(text))


@given(OBJECTS)
def test_what_python_prints_is_read_as_what_it_printed(value: dict[str, Any]) -> None:
    printed = repr(value)
    # Python's own escapes are none of JSON, and what they mean is not guessed.
    if "\\x" not in printed and "\\U" not in printed:
        assert read_object(printed, 0)[0] == value


@pytest.mark.parametrize(
    "text",
    [
        "{'a': 'it\\'s', 'b': [true, null, 2]}",
        '{"a": "it\'s", "b": [True, None, 2,],}',
        '{a: "it\'s", b: [true, null, 2]} and more',
        '{\n// the first\n"a": "it\'s", # the second\n"b": /* three */ [true, null, 2]}',
    ],
)
def test_slips_that_leave_one_meaning_are_read(text: str) -> None:
    assert read_object(text, 0)[0] == {"a": "it's", "b": [True, None, 2]}


def test_a_line_break_inside_a_string_is_a_line_break() -> None:
    assert read_object('{"text": "one\ntwo\tthree"}', 0)[0] == {"text": "one\ntwo\tthree"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"text": "say "hi" now"}', "expecting ','"),
        ("{'text': 'it's fine'}", "expecting ','"),
        ('{"path": "C:\\Users"}', "no escape"),
        ('{"a": 1 "b": 2}', "expecting ','"),
        ('{"a": 1,000}', "name of a field"),
        ('{"a": yes}', "expecting a value"),
        ('{"a": "x", "a": "y"}', "twice"),
        ('{"a": [1,,2]}', "expecting a value"),
        ('{"a": 01}', "expecting"),
    ],
)
def test_what_could_mean_several_things_is_not_read(text: str, words: str) -> None:
    with pytest.raises(json.JSONDecodeError, match=words):
        read_object(text, 0)


@given(OBJECTS, st.data())
def test_an_object_that_is_cut_off_keeps_only_fields_that_were_whole(
    value: dict[str, Any], data: st.DataObject
) -> None:
    text = json.dumps(value)
    length = data.draw(st.integers(1, len(text) - 1))
    with pytest.raises(CutOff) as caught:
        read_object(text[:length], 0)
    assert caught.value.whole == {key: value[key] for key in caught.value.whole}
