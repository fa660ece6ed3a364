"""When a sub-task whose end is proved ends without the model: the model's own plan says whether something is left to tell."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from ufo.conditions.kinds.element import ElementPredicate
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.runs.sessions.local_first import LOCAL, LocalFirstProvider
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Result, ResultStatus
from ufo.schema.inputs import AppInputs
from ufo.schema.places import Places
from ufo.schema.predicate import Finding, Truth
from ufo.schema.response import AppAgentResponse
from ufo.schema.target import TargetInfo, TargetKind
from ufo.schema.tool_facts import ActionKind, ToolFacts

_TOLD = AppAgentResponse(observation="", thought="", status="FINISH", result="42").model_dump_json()
_WINDOW = TargetInfo(kind=TargetKind.WINDOW, name="Sheet", id="1")
_PRESSED = ActionCommandInfo(function="click_input", arguments={"id": "2"}, result=Result(status=ResultStatus.SUCCESS))


def _turn(subtask: str, *plan: str) -> Turn:
    held = Finding(
        predicate=ElementPredicate(name="Sum: 42"),
        truth=Truth.SATISFIED,
        evidence="it is there",
        channel="page",
        independent=True,
    )
    inputs = AppInputs(
        subtask, subtask, "sheet", _WINDOW, (), ("FINISH",), plan=plan, actions=(_PRESSED,), end_conditions=(held,)
    )
    return Turn("app", (), AppAgentResponse, inputs)


_ASKED = [
    ("Press Add and tell me the sum", "tell the sum"),
    ("Drücke Addieren und nenne mir die Summe", "die Summe nennen"),
    ("按“相加”并告诉我总和", "说出总和"),
]


@pytest.mark.parametrize(("subtask", "step"), _ASKED)
async def test_what_the_model_still_plans_to_tell_is_told_by_it(subtask: str, step: str) -> None:
    said = await LocalFirstProvider(ScriptedProvider([_TOLD]), Places()).complete(_turn(subtask, step))
    assert json.loads(said.text)["result"] == "42"


@pytest.mark.parametrize("subtask", ["Press Add", "Drücke Addieren", "按“相加”"])
async def test_where_nothing_is_planned_a_proved_end_ends_it_in_any_language(subtask: str) -> None:
    said = await LocalFirstProvider(ScriptedProvider([]), Places()).complete(_turn(subtask))
    assert said.model == LOCAL and json.loads(said.text)["status"] == "FINISH"


async def test_a_model_that_asked_to_see_the_window_is_asked_again() -> None:
    turn = _turn("Press Add")
    assert isinstance(turn.inputs, AppInputs)
    inputs = replace(turn.inputs, asks_to_see=True)
    said = await LocalFirstProvider(ScriptedProvider([_TOLD]), Places()).complete(replace(turn, inputs=inputs))
    assert json.loads(said.text)["result"] == "42"


async def test_what_was_read_last_is_told_by_the_model() -> None:
    read = _PRESSED.model_copy(
        update={"function": "read_page", "facts": ToolFacts(kind=ActionKind.READ_FILE, reads=True)}
    )
    turn = _turn("Press Add and say the number")
    inputs = replace(turn.inputs, actions=(_PRESSED, read))
    said = await LocalFirstProvider(ScriptedProvider([_TOLD]), Places()).complete(replace(turn, inputs=inputs))
    assert json.loads(said.text)["result"] == "42"
