from __future__ import annotations

import json

import pytest
from pydantic import BaseModel

from tests.llm.turns import GOOD, GOOD_TEXT, app_turn, host_turn
from ufo.errors import LimitReached, MalformedAnswer, ModelUnavailable
from ufo.llm.provider import Completion
from ufo.llm.scripted import ScriptedProvider
from ufo.llm.turn import answer
from ufo.schema.response import AppAgentResponse, HostAgentResponse
from ufo.schema.usage import Usage

PAID = Usage(model_calls=1, input_tokens=10, output_tokens=3, cost=0.5)


async def test_an_answer_that_fits_comes_back_at_once() -> None:
    provider = ScriptedProvider([GOOD], usage=PAID)
    answered = await answer(provider, host_turn())
    assert isinstance(answered.response, HostAgentResponse)
    assert answered.response.plan == ["type"]
    assert answered.attempts == 1
    assert answered.completion.usage == PAID
    assert provider.turns[0].repairs == ()


async def test_the_next_try_hears_the_answer_and_what_was_wrong_and_usage_adds_up() -> None:
    heard: list[str] = []
    provider = ScriptedProvider(["no idea", {"observation": "x"}, GOOD], usage=PAID)
    answered = await answer(provider, host_turn(), on_event=heard.append)
    assert answered.attempts == 3
    assert answered.completion.usage == Usage(
        model_calls=3, format_errors=2, input_tokens=30, output_tokens=9, cost=1.5
    )
    first, second = provider.turns[2].repairs
    assert first[0] == "no idea"
    assert "no JSON object" in first[1]
    assert "thought: Field required" in second[1]
    assert len(heard) == 2


async def test_a_mended_answer_costs_no_second_call_and_is_counted_and_handed_on_as_json() -> None:
    provider = ScriptedProvider([f"Well:\n{GOOD}"], usage=PAID)
    answered = await answer(provider, host_turn())
    assert (answered.attempts, len(provider.turns)) == (1, 1)
    assert answered.completion.usage == PAID + Usage(mended_answers=1)
    assert json.loads(answered.completion.text) == GOOD


async def test_after_max_tries_the_last_answer_its_error_and_the_cost_are_kept() -> None:
    provider = ScriptedProvider(["a", "b", GOOD], usage=PAID)
    with pytest.raises(MalformedAnswer, match=r"2 tries.*model\.name") as caught:
        await answer(provider, host_turn(), max_tries=2)
    assert (caught.value.answer, caught.value.attempts) == ("b", 2)
    assert "no JSON object" in caught.value.error
    assert caught.value.usage == PAID + PAID + Usage(format_errors=2)


async def test_checks_speak_to_the_model_in_their_own_words() -> None:
    def no_ids(response: BaseModel) -> str | None:
        return "there is no control 9" if "9" in str(response) else None

    provider = ScriptedProvider([GOOD | {"control_label": "9"}, GOOD])
    answered = await answer(provider, host_turn(), checks=[no_ids])
    assert answered.attempts == 2
    assert provider.turns[1].repairs[0][1] == "there is no control 9"


async def test_an_answer_cut_off_at_the_token_limit_is_asked_to_be_shorter() -> None:
    cut = Completion(GOOD_TEXT[:40], PAID, "m", truncated=True)
    provider = ScriptedProvider([cut, GOOD])
    await answer(provider, host_turn())
    assert "be shorter" in provider.turns[1].repairs[0][1]


async def test_a_whole_answer_counts_even_where_the_endpoint_calls_it_cut_off() -> None:
    answered = await answer(ScriptedProvider([Completion(GOOD_TEXT, PAID, "m", truncated=True)]), host_turn())
    assert answered.attempts == 1


async def test_other_spellings_are_one_answer() -> None:
    older = {"Observation": "x", "Thought": "y", "Status": "continue", "Function": "click_input", "Args": {"id": "3"}}
    answered = await answer(ScriptedProvider([older]), app_turn())
    assert isinstance(answered.response, AppAgentResponse)
    assert answered.response.action[0].arguments == {"id": "3"}


@pytest.mark.parametrize("error", [ModelUnavailable("gone"), LimitReached("spent")])
async def test_what_no_new_try_can_mend_passes_through(error: Exception) -> None:
    with pytest.raises(type(error)):
        await answer(ScriptedProvider([error, GOOD]), host_turn())


async def test_the_errors_told_to_the_model_are_bounded() -> None:
    broken = {"action": [{"function": 1, "arguments": 2}] * 50, "observation": "", "thought": ""}
    provider = ScriptedProvider([broken, {"observation": "", "thought": ""}])
    await answer(provider, app_turn())
    assert "more" in provider.turns[1].repairs[0][1]
    assert len(provider.turns[1].repairs[0][1]) < 800
