"""Keys and addresses: where they go, and that no key is ever told. Over real HTTP."""

from __future__ import annotations

import traceback

import pytest
from pydantic import SecretStr

from tests.llm.openai_asking import KEY, Waits, ask, refusal, settings
from tests.llm.openai_server import OpenAIServer, Reply, fails, says
from tests.llm.turns import GOOD, GOOD_TEXT, host_turn
from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError
from ufo.llm.registry import Surroundings, create


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


@pytest.mark.parametrize("key", [KEY, None])
async def test_headers_of_the_environment_that_were_meant_for_openai_go_to_no_other_endpoint(
    monkeypatch: pytest.MonkeyPatch, key: str | None
) -> None:
    monkeypatch.setenv(
        "OPENAI_CUSTOM_HEADERS", "Authorization: Bearer planted\nX-Gateway: planted\nOpenAI-Beta: planted"
    )
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_WEBHOOK_SECRET"):
        monkeypatch.setenv(name, "planted")
    with OpenAIServer([says(GOOD)]) as server:
        await ask(server, host_turn(), api_key=SecretStr(key) if key else None)
        headers = server.requests[0].headers
    assert "planted" not in str(headers)
    assert headers["authorization"] == f"Bearer {key or 'no-key'}"


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
