"""Endpoints that refuse, break off, hang or answer something else: over real HTTP."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest

from tests.llm.openai_asking import KEY, Waits, ask, refusal, settings
from tests.llm.openai_server import OpenAIServer, Reply, Request, fails, says
from tests.llm.turns import GOOD, GOOD_TEXT, host_turn
from tests.requirement import requirement
from ufo.errors import MalformedAnswer
from ufo.llm.registry import create
from ufo.llm.turn import answer


async def test_a_bad_request_that_has_nothing_to_do_with_the_schema_is_told_and_not_remembered() -> None:
    with OpenAIServer([fails(400, "max_tokens is too large")]) as server:
        error = await refusal(server)
        tries = len(server.requests)
    assert "max_tokens is too large" in str(error)
    assert tries == 2


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


@requirement("host-llm:transient")
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


async def test_a_request_that_is_still_under_way_is_never_sent_a_second_time() -> None:
    with OpenAIServer([Reply(hang=True), says(GOOD)]) as server:
        error = await refusal(server, timeout_s=0.3)
        asked = len(server.requests)
    assert asked == 1
    assert "model.timeout_s" in str(error)


async def test_without_a_timeout_a_slow_answer_is_waited_for() -> None:
    def slow(_: Request) -> Reply:
        time.sleep(1.5)
        return says(GOOD)

    with OpenAIServer([slow]) as server:
        assert (await ask(server, host_turn(), timeout_s=None)).text == GOOD_TEXT
        assert len(server.requests) == 1


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
