"""Requests that are signed with the credentials of AWS, and breakpoints for Bedrock's cache. Over real HTTP."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.llm.model_server import says
from tests.llm.turns import GOOD, host_turn
from tests.llm.wires.converse import KEY, MODEL, ConverseServer
from tests.llm.wires.endpoints import FORMATS
from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError
from ufo.llm.registry import Surroundings, create

BEDROCK = next(speaking for speaking in FORMATS if speaking.kind == "bedrock")
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "AKIARIGHT", "AWS_SECRET_ACCESS_KEY": "secret-1", "AWS_REGION": "eu-west-1"}


async def test_without_a_key_requests_are_signed_with_the_credentials_of_aws() -> None:
    with ConverseServer([says(GOOD)]) as server:
        settings = ModelSettings(name=f"bedrock:{MODEL}", base_url=server.base_url)
        provider = create(settings, Surroundings(environ={**CREDENTIALS, "AWS_SESSION_TOKEN": "session-1"}))
        await provider.complete(host_turn())
        await provider.close()
        headers = server.requests[0].headers
    assert "/eu-west-1/bedrock/aws4_request" in headers["authorization"]
    assert headers["x-amz-security-token"] == "session-1"
    assert "secret-1" not in str(headers)


def test_neither_key_nor_credentials_names_both(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_PROFILE", "AWS_BEARER_TOKEN_BEDROCK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nonexistent")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nonexistent")
    with pytest.raises(ConfigError, match="AWS_BEARER_TOKEN_BEDROCK, or AWS_ACCESS_KEY_ID"):
        create(ModelSettings(name="bedrock:m"), Surroundings(environ={"AWS_REGION": "eu-west-1"}))


async def test_the_cache_ends_after_the_system_text_and_after_the_schema() -> None:
    with replace(BEDROCK, key=KEY).serving(says(GOOD)) as server:
        await BEDROCK.ask(server, host_turn())
        body = server.requests[0].body
    assert "cachePoint" in body["system"][-1]
    assert "cachePoint" in body["toolConfig"]["tools"][-1]
    assert "cachePoint" not in str(body["messages"])
