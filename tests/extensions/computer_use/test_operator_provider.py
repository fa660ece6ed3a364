"""A model with computer use that fails, over real HTTP: what is tried again, what is told, and what never is."""

from __future__ import annotations

import asyncio
import json

import anyio
import pytest

from tests.extensions.computer_use.asking import CLAUDE, PREVIEW, ask, operator_turn, settings
from tests.extensions.computer_use.servers import (
    KEY,
    MessagesServer,
    OperatorServer,
    Raw,
    ResponsesServer,
    fails,
    openai_says,
)
from tests.llm.openai_asking import Waits
from tests.llm.turns import app_turn
from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError, ModelUnavailable
from ufo.llm.registry import Surroundings
from ufo_computer_use.operator_provider import create_operator


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (fails(401, f"Incorrect key {KEY}"), "refused the key of 'computer-use-preview'"),
        (fails(404), "has no model 'computer-use-preview', or none with computer use"),
        (fails(400, "the tool is not supported"), "answered 400: the tool is not supported"),
        (fails(429, "no more", code="insufficient_quota"), "no credit left"),
        (Raw(status=307, headers={"Location": "http://127.0.0.1:9/v1"}), "which is not followed"),
    ],
    ids=["key", "model", "tool", "quota", "redirect"],
)
async def test_what_cannot_pass_is_told_at_once_and_never_with_the_key(raw: Raw, why: str) -> None:
    waits = Waits()
    with ResponsesServer([raw]) as server, pytest.raises(ModelUnavailable, match=why) as caught:
        await ask(server, waits=waits)
    assert KEY not in str(caught.value) and waits.seconds == []


async def test_an_overloaded_endpoint_is_asked_again_when_it_says() -> None:
    waits = Waits()
    busy = Raw(fails(529).data, 529, {"Retry-After": "3"})
    with ResponsesServer([busy, [openai_says("Done.")]]) as server:
        response = await ask(server, waits=waits)
    assert (response.result, waits.seconds) == ("Done.", [3.0])


async def test_an_endpoint_that_never_answers_is_not_asked_twice() -> None:
    with MessagesServer([Raw(hang=True)]) as server, pytest.raises(ModelUnavailable, match="did not answer in time"):
        await ask(server, timeout_s=0.2)
    assert len(server.seen) == 1


async def test_a_call_can_be_cancelled_while_the_model_thinks() -> None:
    with ResponsesServer([Raw(hang=True)]) as server:
        asking = asyncio.ensure_future(ask(server, timeout_s=None))
        await asyncio.to_thread(server.asked.wait, 10)
        asking.cancel()
        with anyio.fail_after(5), pytest.raises(asyncio.CancelledError):
            await asking


async def test_usage_counts_cached_tokens_once_and_own_prices_hold() -> None:
    for kind in (ResponsesServer, MessagesServer):
        with kind([[openai_says("x")] if kind is ResponsesServer else [{"type": "text", "text": "x"}]]) as server:
            provider = create_operator(settings(server, input_price=1.0, output_price=2.0), Waits().surroundings())
            used = (await provider.complete(operator_turn())).usage
            await provider.close()
        assert (used.input_tokens, used.output_tokens) == (1000, 50)
        assert used.cost is not None and used.cost == pytest.approx(0.0011)


async def test_an_agent_that_is_no_operator_is_told_to_take_another_model() -> None:
    with ResponsesServer([[openai_says("x")]]) as server, pytest.raises(ModelUnavailable, match="only operator agents"):
        await ask(server, app_turn())


@pytest.mark.parametrize(
    ("model", "why"),
    [
        ({"name": "builtin"}, "'builtin' has no computer use"),
        ({"name": "ollama:llava"}, "'ollama:llava' has no computer use"),
        ({"name": "openai:"}, "'openai:' has no computer use"),
        ({"name": PREVIEW}, "needs a key; set OPENAI_API_KEY"),
        ({"name": "anthropic:claude-sonnet-4-5"}, "needs a key; set ANTHROPIC_API_KEY"),
        ({"name": PREVIEW, "api_key": KEY, "visual_mode": False}, "work by sight"),
        ({"name": PREVIEW, "api_key": "k\n\u00fc"}, "holds a character that no key has"),
    ],
)
def test_a_model_that_cannot_be_an_operator_is_refused_before_anything_starts(
    model: dict[str, object], why: str
) -> None:
    with pytest.raises(ConfigError, match=why):
        create_operator(ModelSettings.model_validate(model), Surroundings(environ={}))


@pytest.mark.parametrize("server", [ResponsesServer, MessagesServer])
async def test_a_key_of_the_environment_goes_to_its_own_provider_only(server: type[OperatorServer]) -> None:
    around = Surroundings(environ={"OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": KEY})
    with server([[openai_says("x")]]) as running:
        provider = create_operator(settings(running, api_key=None), around)
        with pytest.raises(ModelUnavailable, match="refused"):
            await provider.complete(operator_turn())
        await provider.close()
    assert len(running.refused) == 1 and not running.seen


@pytest.mark.parametrize(
    ("name", "variable", "key", "owner"),
    [
        (PREVIEW, "OPENAI_API_KEY", "sk-ant-0123456789", "Anthropic"),
        (CLAUDE, "ANTHROPIC_API_KEY", "sk-proj-0123456789", "OpenAI"),
    ],
)
def test_two_keys_swapped_are_told_before_either_is_sent(name: str, variable: str, key: str, owner: str) -> None:
    with pytest.raises(ConfigError, match=rf"is one of {owner}'s, by its beginning, and was not sent") as caught:
        create_operator(ModelSettings(name=name), Surroundings(environ={variable: key}))
    assert key not in str(caught.value)


async def test_an_answer_that_is_none_and_tells_what_it_used_is_counted() -> None:
    told = {"input_tokens": 300, "output_tokens": 20}
    bodies: tuple[tuple[type[OperatorServer], dict[str, object]], ...] = (
        (ResponsesServer, {"status": "failed", "output": [], "usage": told}),
        (MessagesServer, {"content": "none", "usage": told}),
    )
    for server_of, body in bodies:
        with server_of([Raw(json.dumps(body).encode())]) as server:
            provider = create_operator(settings(server, max_retry=1), Waits().surroundings())
            with pytest.raises(ModelUnavailable) as raised:
                await provider.complete(operator_turn())
            await provider.close()
        assert raised.value.used is not None and raised.value.used.tokens == 640
