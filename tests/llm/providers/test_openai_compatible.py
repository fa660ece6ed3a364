"""What is sent and what is made of the answer: over real HTTP, against a local server that speaks the protocol."""

from __future__ import annotations

import base64
from dataclasses import replace

import pytest

from tests.llm.openai_asking import KEY, Waits, ask, settings
from tests.llm.openai_server import OpenAIServer, Reply, fails, says
from tests.llm.turns import GOOD, GOOD_TEXT, app_turn, host_turn, picture
from tests.requirement import requirement
from ufo.llm.registry import create


async def test_an_answer_comes_with_its_text_usage_and_model() -> None:
    with OpenAIServer([says(GOOD, usage=(321, 45))]) as server:
        completion = await ask(server, host_turn())
    assert completion.text == GOOD_TEXT
    assert (completion.usage.model_calls, completion.usage.input_tokens, completion.usage.output_tokens) == (1, 321, 45)
    assert completion.model == "gpt-4o"
    assert not completion.truncated


async def test_the_key_travels_in_the_header_and_the_model_in_the_body() -> None:
    with OpenAIServer([says(GOOD)]) as server:
        await ask(server, host_turn(), temperature=0.25, max_tokens=77)
        request = server.requests[0]
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert (request.body["model"], request.body["temperature"], request.body["max_tokens"]) == ("gpt-4o", 0.25, 77)


async def test_pictures_arrive_as_data_urls_after_their_captions() -> None:
    with OpenAIServer([says(GOOD)]) as server:
        await ask(server, host_turn(with_picture=True))
        parts = server.requests[0].body["messages"][-1]["content"]
    assert [part["type"] for part in parts] == ["text", "text", "image_url"]
    assert parts[1]["text"] == "the desktop"
    head, _, data = parts[2]["image_url"]["url"].partition(",")
    assert head == "data:image/png;base64"
    assert base64.b64decode(data) == picture().data


async def test_without_visual_mode_no_picture_leaves_the_machine() -> None:
    with OpenAIServer([says(GOOD)]) as server:
        await ask(server, host_turn(with_picture=True), visual_mode=False)
        assert "image_url" not in str(server.requests[0].body)


@requirement("defect:17")
async def test_the_schema_is_asked_for_with_the_statuses_of_the_turn() -> None:
    with OpenAIServer([says(GOOD)]) as server:
        await ask(server, host_turn())
        await ask(server, app_turn())
        host, app = (request.body["response_format"] for request in server.requests)
    assert host["type"] == app["type"] == "json_schema"
    properties = host["json_schema"]["schema"]["properties"]
    assert properties["status"] == {"type": "string", "enum": ["CONTINUE", "FINISH"]}
    assert "control_label" not in properties
    action = app["json_schema"]["schema"]["properties"]["action"]["items"]["properties"]
    assert set(action) == {"function", "arguments"}


async def test_an_endpoint_that_refuses_the_schema_is_asked_in_words_from_then_on() -> None:
    def picky(request: object) -> Reply:
        refused = "response_format" in getattr(request, "body", {})
        return fails(400, "response_format is not supported") if refused else says(GOOD)

    waits = Waits()
    with OpenAIServer([picky]) as server:
        provider = create(settings(server), waits.surroundings())
        first = await provider.complete(host_turn())
        second = await provider.complete(host_turn())
        await provider.close()
        asked = ["response_format" in request.body for request in server.requests]
        words = str(server.requests[1].body["messages"])
    assert first.text == second.text == GOOD_TEXT
    assert asked == [True, False, False]
    assert "of this form" in words
    assert "observation" in words
    assert any("takes no JSON schema" in notice for notice in waits.notices)


async def test_repairs_are_told_as_the_earlier_answer_and_what_was_wrong_with_it() -> None:
    turn = replace(host_turn(), repairs=(("half an ans", "the JSON object is cut off"),))
    with OpenAIServer([says(GOOD)]) as server:
        await ask(server, turn)
        messages = server.requests[0].body["messages"]
    assert [message["role"] for message in messages] == ["system", "user", "assistant", "user"]
    assert messages[2]["content"] == "half an ans"
    assert "the JSON object is cut off" in messages[3]["content"]


@pytest.mark.parametrize("name", ["openai:gpt-5", "openai:o3-mini"])
async def test_a_reasoning_model_is_sent_no_temperature(name: str) -> None:
    with OpenAIServer([says(GOOD)]) as server:
        await ask(server, host_turn(), name=name)
        assert "temperature" not in server.requests[0].body


@pytest.mark.parametrize("name", ["openai:qwen/qwen3-coder", "openai:deepseek-r1", "openai:our-own-7b"])
async def test_models_of_any_name_are_asked_with_the_schema(name: str) -> None:
    with OpenAIServer([says(GOOD)]) as server:
        await ask(server, host_turn(), name=name)
        assert "response_format" in server.requests[0].body


async def test_prices_from_the_settings_make_the_cost() -> None:
    with OpenAIServer([says(GOOD, usage=(1_000_000, 500_000))]) as server:
        completion = await ask(server, host_turn(), input_price=2.0, output_price=8.0)
    assert completion.usage.cost == pytest.approx(6.0)


async def test_a_model_without_a_known_price_has_no_cost() -> None:
    with OpenAIServer([says(GOOD)]) as server:
        completion = await ask(server, host_turn(), name="openai:our-own-7b")
    assert completion.usage.cost is None


async def test_an_endpoint_that_tells_no_usage_has_no_cost() -> None:
    with OpenAIServer([says(GOOD, usage=None)]) as server:
        completion = await ask(server, host_turn(), input_price=2.0, output_price=8.0)
    assert completion.usage.cost is None
    assert completion.usage.model_calls == 1
