"""Over real HTTP, against a local server that speaks the protocol."""

from __future__ import annotations

import asyncio
import base64
import traceback
from collections.abc import Callable
from dataclasses import replace

import pytest
from pydantic import SecretStr

from tests.llm.openai_server import OpenAIServer, Reply, fails, says
from tests.llm.turns import GOOD, GOOD_TEXT, app_turn, host_turn, picture
from tests.requirement import requirement
from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError, MalformedAnswer, ModelUnavailable
from ufo.llm.provider import Completion, Turn
from ufo.llm.registry import Surroundings, create
from ufo.llm.turn import answer

KEY = "sk-very-secret-0123456789"


class Waits:
    """Waiting that takes no time and is written down."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.notices: list[str] = []

    async def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)

    def surroundings(self) -> Surroundings:
        return Surroundings(sleep=self.sleep, rand=lambda: 0.0, environ={}, notice=self.notices.append)


def settings(server: OpenAIServer, **more: object) -> ModelSettings:
    values = {"name": "openai:gpt-4o", "base_url": server.base_url, "api_key": SecretStr(KEY), "timeout_s": 5.0}
    return ModelSettings.model_validate(values | more)


async def ask(server: OpenAIServer, turn: Turn, waits: Waits | None = None, **more: object) -> Completion:
    provider = create(settings(server, **more), (waits or Waits()).surroundings())
    try:
        return await provider.complete(turn)
    finally:
        await provider.close()


async def refusal(server: OpenAIServer, waits: Waits | None = None, **more: object) -> ModelUnavailable:
    with pytest.raises(ModelUnavailable) as caught:
        await ask(server, host_turn(), waits, **more)
    return caught.value


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
    assert properties["status"]["enum"] == ["CONTINUE", "FINISH"]
    assert "control_label" not in properties
    action = app["json_schema"]["schema"]["$defs"]["ActionCommandInfo"]["properties"]
    assert set(action) == {"function", "arguments", "status"}


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
    assert "JSON schema" in words
    assert "observation" in words
    assert any("takes no JSON schema" in notice for notice in waits.notices)


async def test_a_bad_request_that_has_nothing_to_do_with_the_schema_is_told_and_not_remembered() -> None:
    with OpenAIServer([fails(400, "max_tokens is too large")]) as server:
        error = await refusal(server)
        tries = len(server.requests)
    assert "max_tokens is too large" in str(error)
    assert tries == 2


async def test_repairs_are_told_as_the_earlier_answer_and_what_was_wrong_with_it() -> None:
    turn = replace(host_turn(), repairs=(("half an ans", "the JSON object is cut off"),))
    with OpenAIServer([says(GOOD)]) as server:
        await ask(server, turn)
        messages = server.requests[0].body["messages"]
    assert [message["role"] for message in messages] == ["system", "user", "assistant", "user"]
    assert messages[2]["content"] == "half an ans"
    assert "the JSON object is cut off" in messages[3]["content"]


async def test_429_waits_as_long_as_the_endpoint_asks() -> None:
    waits = Waits()
    with OpenAIServer([fails(429, headers={"Retry-After": "7"}), says(GOOD)]) as server:
        completion = await ask(server, host_turn(), waits)
    assert completion.text == GOOD_TEXT
    assert waits.seconds == [7.0]
    assert "429" in waits.notices[0]


async def test_a_wait_of_an_hour_is_refused_with_its_length() -> None:
    waits = Waits()
    with OpenAIServer([fails(429, headers={"Retry-After": "3600"})]) as server:
        error = await refusal(server, waits)
    assert "3600 s" in str(error)
    assert waits.seconds == []


@pytest.mark.parametrize("status", [500, 502, 503, 529])
async def test_a_server_error_is_tried_again_with_growing_waits(status: int) -> None:
    waits = Waits()
    with OpenAIServer([fails(status)] * 3 + [says(GOOD)]) as server:
        completion = await ask(server, host_turn(), waits, max_retry=3)
    assert completion.text == GOOD_TEXT
    assert waits.seconds == [0.5, 1.0, 2.0]


async def test_after_max_retry_the_last_error_and_the_next_move_are_told() -> None:
    with OpenAIServer([fails(500, "the cat sat on the rack")]) as server:
        error = await refusal(server, max_retry=2)
        tries = len(server.requests)
    assert tries == 3
    assert "the cat sat on the rack" in str(error)
    assert "3 tries" in str(error)
    assert "model.backup" in str(error)


async def test_a_broken_connection_is_tried_again() -> None:
    with OpenAIServer([Reply(reset=True), says(GOOD)]) as server:
        assert (await ask(server, host_turn())).text == GOOD_TEXT


async def test_an_endpoint_that_hangs_is_given_up_within_the_timeout() -> None:
    waits = Waits()
    with OpenAIServer([Reply(hang=True), says(GOOD)]) as server:
        completion = await ask(server, host_turn(), waits, timeout_s=0.3)
    assert completion.text == GOOD_TEXT
    assert "model.timeout_s" in waits.notices[0]


async def test_a_run_that_is_stopped_does_not_wait_for_the_endpoint() -> None:
    with OpenAIServer([Reply(hang=True)]) as server:
        provider = create(settings(server, timeout_s=60), Waits().surroundings())
        asking = asyncio.ensure_future(provider.complete(host_turn()))
        while not server.requests:
            await asyncio.sleep(0.01)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(asking, 5)
        await provider.close()


async def test_nothing_listening_names_the_address_and_the_setting() -> None:
    with OpenAIServer([says(GOOD)]) as server:
        pass
    error = await refusal(server, max_retry=1)
    assert server.base_url in str(error)
    assert "model.base_url" in str(error)


async def test_a_page_that_is_no_chat_completion_is_an_error_and_no_crash() -> None:
    with OpenAIServer(
        [Reply(raw="<html>Sign in to the network</html>", headers={"Content-Type": "text/html"})]
    ) as server:
        error = await refusal(server, max_retry=0)
    assert server.base_url in str(error)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "null",
        "7",
        '{"id": "x", "choices": [{"mess',
        '{"error": {"message": "overloaded", "code": 502}}',
        '{"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": []}',
        '{"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": [{}]}',
    ],
)
async def test_a_body_that_is_no_chat_completion_is_an_error_and_no_crash(body: str) -> None:
    waits = Waits()
    with OpenAIServer([Reply(raw=body)]) as server:
        error = await refusal(server, waits, max_retry=1)
    assert server.base_url in str(error)
    assert len(waits.seconds) == 1


async def test_a_body_that_is_no_chat_completion_may_be_followed_by_one() -> None:
    with OpenAIServer([Reply(raw=""), says(GOOD)]) as server:
        assert (await ask(server, host_turn())).text == GOOD_TEXT


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


async def test_a_line_break_after_the_key_does_no_harm() -> None:
    with OpenAIServer([says(GOOD)]) as server:
        await ask(server, host_turn(), api_key=SecretStr(f"{KEY}\n"))
        assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("key", ["sk-secr\u00e9t-key", "sk-secret\nkey", "sk-secret\x00key"])
def test_a_key_that_no_header_can_hold_is_a_config_error_without_it(key: str) -> None:
    with pytest.raises(ConfigError, match="copy it again") as caught:
        create(ModelSettings(name="openai:m", base_url="http://127.0.0.1:9/v1", api_key=SecretStr(key)))
    assert "secr" not in str(caught.value)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (fails(401, f"Incorrect API key provided: {KEY}"), "model.api_key"),
        (fails(403, f"{KEY} may not"), "model.api_key"),
        (fails(404, "no such model"), "model.name"),
        (fails(402, "no credit"), "model.backup"),
    ],
)
async def test_what_waiting_cannot_mend_is_told_at_once_with_the_next_move(reply: Reply, words: str) -> None:
    waits = Waits()
    with OpenAIServer([reply]) as server:
        error = await refusal(server, waits)
        tries = len(server.requests)
    assert words in str(error)
    assert tries == 1
    assert waits.seconds == []


@pytest.mark.parametrize(
    "reply",
    [
        fails(401, f"Incorrect API key provided: {KEY}"),
        fails(400, f"{KEY} is odd"),
        fails(429, f"{KEY} is too eager"),
        fails(500, f"traceback: Bearer {KEY}"),
        fails(500, "x" * 295 + KEY),
        Reply(raw=f"proxy says {KEY}"),
        Reply(raw=KEY, status=500),
        Reply(reset=True),
    ],
)
async def test_no_error_notice_or_traceback_holds_the_key(reply: Reply) -> None:
    waits = Waits()
    with OpenAIServer([reply]) as server:
        error = await refusal(server, waits, max_retry=1)
    shown = "".join(traceback.format_exception(error)) + repr(error) + str(waits.notices)
    assert KEY not in shown
    assert KEY[:12] not in shown
    assert error.__cause__ is None
    assert error.__context__ is None


async def test_a_password_in_the_base_url_is_not_shown() -> None:
    with OpenAIServer([fails(500)]) as server:
        address = server.base_url.replace("http://", "http://me:hunter2pass@")
        error = await refusal(server, base_url=address, max_retry=0)
    assert "hunter2pass" not in str(error)


async def test_a_local_endpoint_needs_no_key() -> None:
    with OpenAIServer([says(GOOD)]) as server:
        completion = await ask(server, host_turn(), api_key=None)
        sent = server.requests[0].headers["authorization"]
    assert completion.text == GOOD_TEXT
    assert sent == "Bearer no-key"


async def test_an_openai_key_of_the_environment_goes_to_no_other_endpoint() -> None:
    with OpenAIServer([says(GOOD)]) as server:
        provider = create(settings(server, api_key=None), Surroundings(environ={"OPENAI_API_KEY": KEY}))
        await provider.complete(host_turn())
        await provider.close()
        assert KEY not in str(server.requests[0].headers)


def test_openai_itself_without_a_key_names_the_two_ways_to_give_one() -> None:
    with pytest.raises(ConfigError, match=r"OPENAI_API_KEY or UFO_MODEL__API_KEY"):
        create(ModelSettings(name="openai:gpt-4o"), Surroundings(environ={}))


async def test_openai_itself_takes_the_key_of_the_environment() -> None:
    provider = create(ModelSettings(name="openai:gpt-4o"), Surroundings(environ={"OPENAI_API_KEY": KEY}))
    assert provider.name == "openai:gpt-4o"
    assert KEY not in repr(provider)
    await provider.close()


@pytest.mark.parametrize(
    "address",
    ["localhost:8000", "ftp://x/v1", "http://", "nonsense", "http://[bad", "http://h:port/v1", "http://a b/v1", ""],
)
def test_a_base_url_that_is_none_is_a_config_error(address: str) -> None:
    with pytest.raises(ConfigError, match=r"model\.base_url"):
        create(ModelSettings(name="openai:m", base_url=address))


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


async def test_an_answer_cut_off_at_the_limit_is_asked_for_again_and_counted() -> None:
    with OpenAIServer(
        [says(GOOD_TEXT[:30], finish_reason="length", usage=(10, 5)), says(GOOD, usage=(20, 7))]
    ) as server:
        provider = create(settings(server), Waits().surroundings())
        answered = await answer(provider, host_turn())
        await provider.close()
        repair = server.requests[1].body["messages"][-1]["content"]
    assert answered.attempts == 2
    assert answered.completion.usage.input_tokens == 30
    assert "cut off" in repair


async def test_an_endpoint_that_only_chats_ends_in_malformed_answer_with_its_words() -> None:
    with OpenAIServer([says("I would rather talk about the weather.")]) as server:
        provider = create(settings(server), Waits().surroundings())
        with pytest.raises(MalformedAnswer) as caught:
            await answer(provider, host_turn(), max_tries=2)
        await provider.close()
    assert caught.value.answer == "I would rather talk about the weather."
    assert caught.value.attempts == 2
    assert caught.value.usage is not None
    assert caught.value.usage.model_calls == 2


async def test_the_content_filter_is_told() -> None:
    with OpenAIServer([says("", finish_reason="content_filter")]) as server:
        error = await refusal(server)
    assert "content filter" in str(error)


async def test_a_backup_answers_where_the_first_endpoint_has_no_such_model(pick: Callable[[str], Reply]) -> None:
    with OpenAIServer([lambda request: pick(str(request.body["model"]))]) as server:
        completion = await ask(server, host_turn(), name="openai:gone", backup="openai:there")
    assert completion.model == "there"


@pytest.fixture
def pick() -> Callable[[str], Reply]:
    return lambda model: says(GOOD) if model == "there" else fails(404, "no such model")
