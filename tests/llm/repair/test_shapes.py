from __future__ import annotations

from typing import Any

import pytest

from ufo.llm.repair.shapes import alike, fitted, renamed
from ufo.schema.response import AppAgentResponse, HostAgentResponse

APP = AppAgentResponse.model_json_schema()
HOST = HostAgentResponse.model_json_schema()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ({"Save_Screenshot": {"Save": True}}, {"save_screenshot": {"save": True}}),
        ({"expect": [{"On": "Element", "Name": "B"}]}, {"expect": [{"on": "element", "name": "B"}]}),
        ({"expect": {"on": "window", "title": "T"}}, {"expect": [{"on": "window", "title": "T"}]}),
        ({"expect": '[{"on": "window", "title": "T"}]'}, {"expect": [{"on": "window", "title": "T"}]}),
        ({"result": 12}, {"result": "12"}),
        ({"comment": None, "plan": None}, {}),
        ({"expect": [{"on": "element", "name": "B", "value": None}]},) * 2,
    ],
)
def test_an_answer_is_written_as_its_schema_writes_it(written: dict[str, Any], meant: dict[str, Any]) -> None:
    assert fitted(written, APP) == meant


@pytest.mark.parametrize(
    "value",
    [
        {"expect": [{"on": "somewhere", "Name": "B"}]},
        {"subtasks": {"a": {"text": "sum"}, "b": {"text": "note"}}},
        {"arguments": {"Name": "left as it is", "text": '{"a": 1}'}},
        {"result": "[1, 2]", "thought": '{"on": "window"}'},
    ],
)
def test_what_the_schema_leaves_open_stays_as_it_is(value: dict[str, Any]) -> None:
    assert fitted(value, HOST) == value


def test_a_name_is_alike_to_one_known_name_or_to_none() -> None:
    assert alike("Click-Input", ["click_input", "click"]) == "click_input"
    assert alike("clickinput", ["click_input", "clickInput"]) == "clickinput"
    assert renamed({"Text": 1, "TEXT": 2}, ["text"]) == {"Text": 1, "TEXT": 2}
