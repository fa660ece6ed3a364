from __future__ import annotations

import base64
import html
import json
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Result, ResultStatus
from ufo.schema.secret import SecretRef
from ufo.secrets.masks import Masks
from ufo.trace.events import StepEnded

VALUE = 'hunt"er\\2é &+x'


def _knowing(*values: str) -> Masks:
    masks = Masks()
    for value in values:
        masks.learn(value)
    return masks


@pytest.mark.parametrize(
    "written",
    [
        VALUE,
        json.dumps(VALUE),
        json.dumps(VALUE, ensure_ascii=False),
        json.dumps(json.dumps(VALUE)),
        repr(VALUE),
        repr({"text": VALUE}),
        quote(VALUE),
        quote(VALUE, safe=""),
        quote_plus(VALUE),
        html.escape(VALUE),
        "".join(f"{{{letter}}}" for letter in VALUE),
        'h{u}nt"er\\2é &{+}x',
        " ".join(VALUE),
        VALUE.encode().hex(),
    ],
)
def test_a_secret_is_masked_in_every_way_that_it_is_written(written: str) -> None:
    masked = _knowing(VALUE).text(f"before {written} after")
    assert "•••1•••" in masked and masked.startswith("before") and masked.endswith("after")
    assert "hunt" not in masked and "er" not in masked.removesuffix("after").removeprefix("before")


@pytest.mark.parametrize("before", ["", "u:", "us:", "user:"])
def test_a_secret_inside_of_base64_is_masked_wherever_it_begins(before: str) -> None:
    packed = base64.b64encode(f"{before}{VALUE} and more".encode()).decode()
    masked = _knowing(VALUE).text(packed)
    assert "•••1•••" in masked
    told = "".join(masked.split("•••1•••"))
    assert len(packed) - len(told) >= len(VALUE.encode()) * 8 // 6 - 2


@given(st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=4, max_size=20).filter(str.strip))
def test_any_secret_is_masked_in_json_and_addresses(value: str) -> None:
    value = value.strip()
    masks = _knowing(value)
    for written in (json.dumps(value), quote(value, safe=""), repr(value)):
        assert "•••1•••" in masks.text(f"<<{written}>>")


def test_the_longer_of_two_secrets_is_masked_first() -> None:
    assert _knowing("rose", "primrose path").text("primrose path, rose") == "•••2•••, •••1•••"


def test_a_named_secret_is_told_by_its_placeholder() -> None:
    masks = Masks()
    masks.learn("hunter2", SecretRef("BANK"))
    masks.learn("hunter2")
    assert masks.text("it is hunter2") == "it is {{secret:BANK}}"


def test_a_value_that_gets_a_name_later_is_told_by_it_from_then_on() -> None:
    masks = _knowing("hunter2")
    masks.learn("hunter2", SecretRef("BANK"))
    assert masks.text("it is hunter2") == "it is {{secret:BANK}}"


def test_a_short_secret_leaves_other_words_alone() -> None:
    assert _knowing("cat").text("cat, concatenate") == "•••1•••, concatenate"
    assert _knowing("4").text("step 4 of '4'") == "step 4 of '•••1•••'"
    assert _knowing("4").text("4") == "•••1•••"


def test_the_length_of_a_secret_does_not_show() -> None:
    text, other = _knowing("short").text("short"), _knowing("x" * 50).text("x" * 50)
    assert text == other


def test_events_keep_their_shape_whatever_word_is_secret() -> None:
    masks = _knowing("success", "step_ended", "1234", "CONTINUE", "true")
    action = ActionCommandInfo(
        function="set_value", arguments={"value": 1234, "text": "a 1234 b"}, result=Result(status=ResultStatus.SUCCESS)
    )
    event = StepEnded(agent="A", state="CONTINUE", status="CONTINUE", actions=(action,), seconds=1234.0, step=1234)
    line = masks.model(event).model_dump_json()
    again = StepEnded.model_validate_json(line)
    assert again.kind == "step_ended" and again.seconds == 1234.0 and again.step == 1234
    assert again.actions[0].result.status is ResultStatus.SUCCESS
    assert "1234" not in json.dumps(again.actions[0].arguments)


def test_letters_in_a_list_are_taken_together_and_keys_are_masked_too() -> None:
    masks = _knowing("hunter2")
    assert masks.value({"keys": list("hunter2"), "hunter2": ["hunter2", ("x", 5)]}) == {
        "keys": ["•••1•••"],
        "•••1•••": ["•••1•••", ("x", 5)],
    }


def test_blank_texts_are_no_secrets_and_nothing_known_changes_nothing() -> None:
    masks = _knowing("", "  ", "\n")
    event = StepEnded(agent="A", state="x", status="y")
    assert len(masks) == 0 and masks.model(event) is event and masks.text("a b") == "a b"


def test_who_has_written_something_down_hears_of_each_new_secret_once() -> None:
    masks, heard = Masks(), []
    masks.on_growth(lambda: heard.append(len(masks)))
    masks.learn("one 1")
    masks.learn("one 1")
    masks.learn("two 2")
    assert heard == [1, 2]
