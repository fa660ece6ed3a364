"""The built-in planner as a provider."""

from __future__ import annotations

import pytest

from ufo.errors import ModelUnavailable
from ufo.llm.provider import Turn
from ufo.llm.turn import answer
from ufo.schema.inputs import AppInputs, HostInputs, ReadingInputs
from ufo.schema.reading import Reading
from ufo.schema.response import AppAgentResponse, HostAgentResponse
from ufo.schema.target import TargetInfo, TargetKind
from ufo_planner.provider import BuiltinPlanner

_STATUSES = ("CONTINUE", "ASSIGN", "FINISH", "PENDING", "FAIL")


def _host_turn(request: str) -> Turn:
    inputs = HostInputs(request, (), _STATUSES, applications=("Calculator",))
    return Turn("host", (), HostAgentResponse, inputs)


async def test_a_host_turn_is_answered_in_its_schema_at_no_cost() -> None:
    answered = await answer(BuiltinPlanner(), _host_turn("open the calculator"))
    assert isinstance(answered.response, HostAgentResponse)
    assert answered.response.arguments == {"name": "Calculator", "arguments": []}
    assert answered.completion.usage.cost == 0.0
    assert answered.completion.usage.model_calls == 1
    assert answered.completion.model == "builtin"


async def test_a_reading_is_no_call_of_a_model() -> None:
    inputs = HostInputs("open the calculator", (), _STATUSES)
    turn = Turn("reader", (), Reading, inputs, reading=ReadingInputs("open the calculator", ()))
    usage = (await BuiltinPlanner().complete(turn)).usage
    assert (usage.model_calls, usage.local_decisions, usage.cost) == (0, 1, 0.0)


async def test_an_app_turn_is_answered_in_its_schema() -> None:
    window = TargetInfo(kind=TargetKind.WINDOW, name="Form", id="0")
    button = TargetInfo(kind=TargetKind.CONTROL, name="OK", id="1", type="Button", rect=(0, 0, 80, 20))
    inputs = AppInputs("click OK", 'click "OK"', "form", window, (button,), _STATUSES)
    answered = await answer(BuiltinPlanner(), Turn("app", (), AppAgentResponse, inputs))
    assert isinstance(answered.response, AppAgentResponse)


async def test_an_answer_that_did_not_fit_is_not_given_again() -> None:
    with pytest.raises(ModelUnavailable, match="no such window"):
        await answer(BuiltinPlanner(), _host_turn("open the calculator"), checks=[lambda _: "no such window"])


async def test_the_same_inputs_give_the_same_answer() -> None:
    planner = BuiltinPlanner()
    first = await planner.complete(_host_turn("compute 3+4"))
    second = await planner.complete(_host_turn("compute 3+4"))
    assert first.text == second.text
    await planner.close()
