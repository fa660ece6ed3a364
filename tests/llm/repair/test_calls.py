from __future__ import annotations

from typing import Any

import pytest

from ufo.llm.repair.shapes import with_fitted_calls
from ufo.schema.tool import ToolInfo

CLICK = ToolInfo(
    tool_name="click_input",
    namespace="AppUI",
    tool_type="action",
    input_schema={
        "properties": {"id": {"type": "string"}, "button": {"type": "string", "enum": ["left", "right"]}},
        "required": ["id"],
    },
)
WAIT = ToolInfo(tool_name="wait", namespace="AppUI", tool_type="action")
MEANT = {"function": "click_input", "arguments": {"id": "3", "button": "left"}}


@pytest.mark.parametrize(
    "written",
    [
        MEANT,
        {"Function": "Click_Input", "Args": {"ID": "3", "Button": "LEFT"}},
        {"name": "click_input", "arguments": '{"id": "3", "button": "left"}'},
        {"type": "function", "function": {"name": "clickInput", "arguments": {"id": "3", "button": "left"}}},
        {"click_input": {"id": "3", "button": "left"}},
        {"tool": "click_input()", "parameters": {"id": "3", "button": "left"}},
    ],
)
def test_a_call_is_the_same_in_each_of_its_shapes(written: dict[str, Any]) -> None:
    assert with_fitted_calls({"action": [written]}, [CLICK, WAIT]) == {"action": [MEANT]}
    assert with_fitted_calls({"action": written}, [CLICK, WAIT]) == {"action": [MEANT]}


def test_the_one_call_of_a_flat_answer_is_fitted_too() -> None:
    answer = {"function": "WAIT", "arguments": {}, "status": "CONTINUE"}
    assert with_fitted_calls(answer, [CLICK, WAIT]) == answer | {"function": "wait"}


@pytest.mark.parametrize(
    "answer",
    [
        {"action": [{"function": "click", "arguments": {"id": "3"}}]},
        {"action": [{"function": "click_input", "arguments": {"identity": "3", "button": "middle"}}]},
        {"action": [{"function": "click_input", "arguments": {"ID": "3", "Id": "4"}}]},
        {"action": [{"double_click": {"id": "3"}}]},
        {"action": "press the button"},
        {"function": "", "arguments": {}},
    ],
)
def test_what_no_tool_is_alike_to_stays_for_the_check_to_refuse(answer: dict[str, Any]) -> None:
    assert with_fitted_calls(answer, [CLICK, WAIT]) == answer
