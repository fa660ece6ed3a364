"""Answers of a model: the specification's spellings, and what is refused."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from tests.requirement import requirement
from ufo.conditions.kinds.file import FilePredicate
from ufo.schema.response import AppAgentResponse, HostAgentResponse

HOST_EXAMPLE = {
    "Observation": "Desktop shows Word with table and Excel empty",
    "Thought": "Need to extract table from Word first",
    "Current Sub-Task": "Extract sales table from Word document",
    "Message": "Please extract the table data for chart creation",
    "ControlLabel": "0",
    "ControlText": "Microsoft Word - Sales Report",
    "Plan": ["Extract table", "Create bar chart in Excel"],
    "Status": "ASSIGN",
    "Comment": "Starting data extraction from Word",
    "Questions": [],
    "Function": "select_application_window",
    "Args": {"id": "0"},
}


@requirement("host-llm:spellings", "host-llm:message")
def test_the_specifications_own_host_example_is_taken() -> None:
    response = HostAgentResponse.model_validate(HOST_EXAMPLE)
    assert response.current_subtask == "Extract sales table from Word document"
    assert response.message == ["Please extract the table data for chart creation"]
    assert (response.control_label, response.status) == ("0", "ASSIGN")
    assert response.arguments == {"id": "0"}


_CHAIN = ["read the sheet", "write the note"]
_HELD = [{"on": "file", "path": "out.txt"}]


@requirement("host-llm:spellings", "snippet:overview")
@pytest.mark.parametrize(
    ("spellings", "name", "value"),
    [
        ("CurrentSubtask Sub-Task", "current_subtask", "read the sheet"),
        ("Sub-Tasks SubtaskGraph TaskGraph", "subtasks", _CHAIN),
        ("Args", "arguments", {"id": "3"}),
        ("ControlLabel Control-Label", "control_label", "3"),
        ("ControlText", "control_text", "Notes"),
        ("DoneConditions EndConditions DoneWhen", "done_when", _HELD),
        ("Note", "notes", ["the sheet is locked"]),
    ],
)
def test_each_spelling_of_a_key_is_that_key(spellings: str, name: str, value: object) -> None:
    bare = {"observation": "o", "thought": "t", "status": "CONTINUE"}
    meant = HostAgentResponse.model_validate({**bare, name: value})
    assert meant != HostAgentResponse.model_validate(bare)
    for spelling in spellings.split():
        assert HostAgentResponse.model_validate({**bare, spelling: value}) == meant, spelling


def test_keys_are_taken_in_any_case_and_null_is_nothing() -> None:
    response = HostAgentResponse.model_validate(
        {"observation": "o", "THOUGHT": "t", "status": " finish ", "plan": None, "Args": None, "bash": None}
    )
    assert (response.status, response.plan, response.arguments, response.bash) == ("FINISH", [], {}, "")


@requirement("host-llm:required")
@pytest.mark.parametrize("missing", ["Observation", "Thought", "Status"])
def test_an_answer_without_observation_thought_or_status_does_not_fit(missing: str) -> None:
    with pytest.raises(ValidationError, match=missing.lower()):
        HostAgentResponse.model_validate({key: value for key, value in HOST_EXAMPLE.items() if key != missing})


@requirement("app-llm:older-shape")
def test_the_specifications_flat_app_example_is_one_action() -> None:
    response = AppAgentResponse.model_validate(
        {
            "Observation": "Word document with Export button at label [12]",
            "Thought": "I should click Export to extract table data",
            "ControlLabel": "12",
            "ControlText": "Export",
            "Function": "click_input",
            "Args": {"button": "left", "double": False},
            "Status": "SCREENSHOT",
            "Plan": ["Click Export"],
            "Comment": "Clicking Export will open a dialog",
            "SaveScreenshot": {"save": False, "reason": ""},
        }
    )
    (action,) = response.action
    assert action.function == "click_input"
    assert action.arguments == {"button": "left", "double": False, "id": "12", "name": "Export"}
    assert (response.status, response.save_screenshot.save) == ("SCREENSHOT", False)


def test_one_action_a_list_and_none_are_all_lists() -> None:
    base = {"observation": "o", "thought": "t"}
    record = {"function": "wait", "arguments": {"seconds": 1}}
    assert len(AppAgentResponse.model_validate({**base, "action": record}).action) == 1
    assert len(AppAgentResponse.model_validate({**base, "action": [record, record]}).action) == 2
    assert AppAgentResponse.model_validate({**base, "action": None}).action == []


def test_a_condition_is_taken_back_as_an_object_or_as_the_text_that_it_was_listed_as() -> None:
    stated = {"on": "file", "path": "a.txt"}
    for said in (stated, json.dumps(stated)):
        answer = HostAgentResponse(
            observation="o", thought="t", status="FINISH", withdraw=[{"condition": said, "reason": "r"}]
        )
        assert answer.withdraw[0].condition == FilePredicate(path="a.txt")
