"""Checks of an answer that has the right shape."""

from __future__ import annotations

import pytest

from tests.requirement import requirement
from ufo.agents.processors.strategies.answer_checks import (
    raising_check,
    require_filled,
    require_readable,
    status_check,
    tool_check,
)
from ufo.schema.response import AppAgentResponse, HostAgentResponse
from ufo.schema.tool import ToolInfo

TOOLS = (
    ToolInfo(tool_name="click", namespace="A", tool_type="action"),
    ToolInfo(tool_name="look", namespace="B", tool_type="data_collection"),
)


def answer(status: str, function: str = "") -> HostAgentResponse:
    return HostAgentResponse(observation="o", thought="t", status=status, function=function)


def test_a_status_that_is_not_offered_is_named_with_those_that_are() -> None:
    check = status_check(["CONTINUE", "FINISH"])
    assert check(answer("finish")) is None
    assert check(answer("DANCE")) == "status 'DANCE' may not be chosen here; choose one of CONTINUE, FINISH"


def test_a_tool_that_only_looks_cannot_be_called_by_a_model() -> None:
    check = tool_check(TOOLS, TOOLS, lambda response: [response.function])  # type: ignore[attr-defined]  # a host's response
    assert check(answer("CONTINUE", "click")) is None and check(answer("CONTINUE")) is None
    assert check(answer("CONTINUE", "look")) == "there is no tool 'look'; the tools are click"


def test_a_tool_that_is_not_listed_may_be_called_by_its_name() -> None:
    check = tool_check((), TOOLS, lambda response: [response.function])  # type: ignore[attr-defined]  # a host's response
    assert check(answer("CONTINUE", "click")) is None
    assert check(answer("CONTINUE", "look")) is not None


@requirement("host-llm:required")
@pytest.mark.parametrize("field", ["observation", "thought", "status"])
def test_what_a_host_leaves_empty_is_named(field: str) -> None:
    given = {"observation": "o", "thought": "t", "status": "FINISH", field: " "}
    said = raising_check(require_filled)(HostAgentResponse.model_validate(given))
    assert said is not None and said.startswith(f"empty: {field};")
    assert raising_check(require_filled)(answer("CONTINUE")) is None


def test_an_app_agents_status_may_stand_with_its_last_action() -> None:
    told = {"observation": "o", "thought": "t", "action": [{"function": "click", "status": "FINISH"}]}
    assert raising_check(require_filled)(AppAgentResponse.model_validate(told)) is None
    assert (
        raising_check(require_filled)(AppAgentResponse.model_validate({"observation": "o", "thought": "t"})) is not None
    )


@pytest.mark.parametrize(("path", "fits"), [("order.mp3", False), ("order.csv", True), ("order", True)])
def test_a_property_that_no_file_of_that_kind_tells_goes_back_to_the_model(path: str, fits: bool) -> None:
    stated = {"on": "document", "path": path, "property": "rows", "value": "3"}
    given = {"observation": "o", "thought": "t", "expect": [stated]}
    said = raising_check(require_readable)(AppAgentResponse.model_validate(given))
    assert (said is None) is fits and (fits or "cannot be read from a .mp3 file" in str(said))
