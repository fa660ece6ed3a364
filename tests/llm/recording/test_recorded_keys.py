"""No key comes into a recording, whatever sends it and however an endpoint repeats it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.llm.model_server import Reply, Request, says
from tests.llm.openai_asking import Waits
from tests.llm.providers.test_bedrock_wire import CREDENTIALS
from tests.llm.providers.test_entra import EntraServer, application, environ
from tests.llm.turns import GOOD, host_turn
from tests.llm.wires.chat import AzureServer, ChatServer
from tests.llm.wires.converse import MODEL, ConverseServer
from tests.llm.wires.endpoints import FORMATS, Speaking
from ufo.config.settings import ModelSettings
from ufo.errors import ModelUnavailable
from ufo.llm.recording.record_file import ExchangeLine, read
from ufo.llm.registry import Surroundings, create


def repeating(cut: bytes = b"") -> Callable[[Request], Reply]:
    """Answer with all that was sent to open the endpoint."""

    def reply(request: Request) -> Reply:
        said = json.dumps({"error": {"message": f"no: {request.path} {dict(request.headers)}"}})
        return Reply(status=400, raw=said + cut.decode("utf-8", "surrogateescape"))

    return reply


async def recorded(settings: ModelSettings, around: Surroundings) -> str:
    """Return what a recording holds of the answer to one question."""
    assert settings.record is not None
    provider = create(settings, around)
    with pytest.raises(ModelUnavailable):
        await provider.complete(host_turn())
    await provider.close()
    exchanges = [item for item in read(settings.record) if isinstance(item, ExchangeLine)]
    return exchanges[0].reply.content.decode("utf-8", "replace")


KEYED = [speaking for speaking in FORMATS if speaking.key]


class Unlocked(ChatServer):
    def check(self, request: Request) -> None:
        """Let every key in."""


@pytest.mark.parametrize("speaking", KEYED, ids=lambda item: item.kind)
async def test_a_key_that_comes_back_is_masked(speaking: Speaking, tmp_path: Path) -> None:
    with speaking.serving(repeating()) as server:
        said = await recorded(speaking.settings(server, record=tmp_path / "r", max_retry=0), Waits().surroundings())
    assert "no: " in said and speaking.key not in said


async def test_a_password_and_a_query_of_the_address_are_masked(tmp_path: Path) -> None:
    with Unlocked([repeating()]) as server:
        address = server.base_url.replace("http://", "http://joe:marked-word-1@") + "?sig=marked-sign-2"
        settings = ModelSettings(name="openai:m", base_url=address, record=tmp_path / "r", max_retry=0)
        said = await recorded(settings, Waits().surroundings())
    assert "no: " in said and "Basic" in said
    assert "marked" not in said and "am9lOm1hcmtlZC" not in said


async def test_a_key_is_masked_in_a_body_that_is_no_text(tmp_path: Path) -> None:
    with Unlocked([lambda request: Reply(status=400, raw=f"\udcff {request.headers['authorization']}")]) as server:
        settings = FORMATS[0].settings(server, record=tmp_path / "r", max_retry=0)
        said = await recorded(settings, Waits().surroundings())
    assert "\ufffd Bearer " in said and FORMATS[0].key not in said


async def test_tokens_that_the_environment_gives_are_masked(tmp_path: Path) -> None:
    with AzureServer([repeating()]) as azure:
        given = Surroundings(environ=environ(azure, AZURE_OPENAI_AD_TOKEN=AzureServer.token))
        said = await recorded(ModelSettings(name="azure:my-deployment", record=tmp_path / "a", max_retry=0), given)
        assert "no: " in said and AzureServer.token not in said
    with ConverseServer([repeating()]) as server:
        signing = Surroundings(environ={**CREDENTIALS, "AWS_SESSION_TOKEN": "session-marked-1"})
        name = f"bedrock:{MODEL}"
        settings = ModelSettings(name=name, base_url=server.base_url, record=tmp_path / "b", max_retry=0)
        said = await recorded(settings, signing)
        assert "no: " in said and "session-marked" not in said


async def test_an_application_that_gets_no_token_gets_none_again(tmp_path: Path) -> None:
    path = tmp_path / "r"
    with EntraServer() as entra, AzureServer([says(GOOD)]) as azure:
        around = Surroundings(environ=application(azure, entra, secret="wrong-marked"))  # noqa: S106 no real one
        provider = create(ModelSettings(name="azure:my-deployment", record=path), around)
        with pytest.raises(ModelUnavailable) as lived:
            await provider.complete(host_turn())
    assert "marked" not in path.read_text("utf-8")
    with pytest.raises(ModelUnavailable) as replayed:
        await create(ModelSettings(name=f"recorded:{path}"), Waits().surroundings()).complete(host_turn())
    assert str(replayed.value) == str(lived.value)
