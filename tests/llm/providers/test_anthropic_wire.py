"""Breakpoints for Anthropic's cache, and what of the environment stays at home. Over real HTTP."""

from __future__ import annotations

import pytest

from tests.llm.model_server import says
from tests.llm.turns import GOOD, host_turn
from tests.llm.wires.endpoints import FORMATS

ANTHROPIC = next(speaking for speaking in FORMATS if speaking.kind == "anthropic")


async def test_the_cache_ends_after_the_schema_and_after_the_system_text() -> None:
    with ANTHROPIC.serving(says(GOOD)) as server:
        await ANTHROPIC.ask(server, host_turn())
        body = server.requests[0].body
    assert body["tools"][-1]["cache_control"]["type"] == "ephemeral"
    assert body["system"][-1]["cache_control"]["type"] == "ephemeral"
    assert "cache_control" not in str(body["messages"])


async def test_the_answer_is_asked_for_by_a_tool_that_must_be_called() -> None:
    with ANTHROPIC.serving(says(GOOD)) as server:
        await ANTHROPIC.ask(server, host_turn())
        body = server.requests[0].body
    assert [tool["name"] for tool in body["tools"]] == ["HostAgentResponse"]
    assert body["tool_choice"]["type"] == "any"


async def test_an_answer_in_text_in_place_of_the_tool_is_taken() -> None:
    with ANTHROPIC.serving(says("I would rather say {}.")) as server:
        assert (await ANTHROPIC.ask(server, host_turn())).text == "I would rather say {}."


async def test_headers_and_tokens_of_the_environment_stay_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Gateway: planted\nx-api-key: planted")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "planted")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9/planted")
    with ANTHROPIC.serving(says(GOOD)) as server:
        await ANTHROPIC.ask(server, host_turn())
        assert "planted" not in str(server.requests[0].headers)


async def test_an_address_that_ends_in_v1_is_meant_without_it() -> None:
    with ANTHROPIC.serving(says(GOOD)) as server:
        await ANTHROPIC.ask(server, host_turn(), base_url=f"{server.base_url}/v1/")
        assert server.requests[0].path.startswith("/v1/messages")
