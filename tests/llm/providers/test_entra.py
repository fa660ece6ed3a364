"""Azure opened by a token of Entra ID: real HTTP to a local token service and a local Azure."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs

import pytest

from tests.llm.model_server import Request, errs, says
from tests.llm.openai_asking import Waits
from tests.llm.turns import GOOD, host_turn
from tests.llm.wires.chat import AzureServer
from tests.local_http import LocalServer, send
from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError, ModelUnavailable
from ufo.llm.provider import Completion
from ufo.llm.registry import Surroundings, create

SECRET = "application-secret-1"  # noqa: S105 no real one


class EntraServer(LocalServer):
    """Gives entra-token-1 to the one application that it knows. `asked` counts the requests."""

    def __init__(self, lasts_s: int = 3600) -> None:
        super().__init__()
        self.asked = 0
        self._lasts_s = lasts_s

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        self.asked += 1
        form = {name: values[0] for name, values in parse_qs(body.decode()).items()}
        known = {
            "grant_type": "client_credentials",
            "client_id": "app-1",
            "client_secret": SECRET,
            "scope": "https://cognitiveservices.azure.com/.default",
        }
        if form != known or handler.path != "/tenant-1/oauth2/v2.0/token":
            refused = {"error": "invalid_client", "error_description": f"AADSTS7000215: {form.get('client_secret')}"}
            send(handler, 401, {}, json.dumps(refused).encode())
            return
        told = {"token_type": "Bearer", "expires_in": self._lasts_s, "access_token": AzureServer.token}
        send(handler, 200, {}, json.dumps(told).encode())


def environ(azure: AzureServer, **more: str) -> dict[str, str]:
    return {"AZURE_OPENAI_ENDPOINT": azure.base_url, **more}


def application(azure: AzureServer, entra: EntraServer, secret: str = SECRET) -> dict[str, str]:
    told = {"AZURE_TENANT_ID": "tenant-1", "AZURE_CLIENT_ID": "app-1", "AZURE_CLIENT_SECRET": secret}
    return environ(azure, AZURE_AUTHORITY_HOST=entra.address, **told)


async def ask(variables: dict[str, str], turns: int = 1) -> list[Completion]:
    waits = Waits()
    around = Surroundings(sleep=waits.sleep, rand=lambda: 0.0, environ=variables, notice=waits.notices.append)
    provider = create(ModelSettings(name="azure:my-deployment", timeout_s=5), around)
    try:
        return [await provider.complete(host_turn()) for _ in range(turns)]
    finally:
        await provider.close()


async def test_a_given_token_opens_azure() -> None:
    with AzureServer([says(GOOD)]) as azure:
        await ask(environ(azure, AZURE_OPENAI_AD_TOKEN=AzureServer.token))
        assert "api-key" not in azure.requests[0].headers


async def test_an_application_gets_one_token_for_many_turns() -> None:
    with EntraServer() as entra, AzureServer([says(GOOD)]) as azure:
        await ask(application(azure, entra), turns=3)
        assert entra.asked == 1


async def test_a_token_that_ends_is_replaced_before_the_next_turn() -> None:
    with EntraServer(lasts_s=60) as entra, AzureServer([says(GOOD)]) as azure:
        await ask(application(azure, entra), turns=2)
        assert entra.asked == 2


async def test_a_token_that_azure_refuses_later_is_replaced_once() -> None:
    seen: list[Request] = []

    def revoked_once(request: Request) -> object:
        seen.append(request)
        return errs(401, "token revoked") if len(seen) == 2 else says(GOOD)

    with EntraServer() as entra, AzureServer([revoked_once]) as azure:  # type: ignore[list-item]
        assert len(await ask(application(azure, entra), turns=2)) == 2
        assert entra.asked == 2


async def test_a_wrong_secret_is_told_without_it_and_not_tried_again() -> None:
    with EntraServer() as entra, AzureServer([says(GOOD)]) as azure:
        with pytest.raises(ModelUnavailable, match="Entra ID gave no token .*401 invalid_client") as caught:
            await ask(application(azure, entra, "wrong-secret-1"))
        assert (entra.asked, azure.requests) == (1, [])
    assert "wrong-secret-1" not in str(caught.value)


async def test_neither_key_nor_token_names_the_ways_to_give_one() -> None:
    ways = "AZURE_OPENAI_API_KEY, or AZURE_OPENAI_AD_TOKEN, or AZURE_TENANT_ID"
    with AzureServer([says(GOOD)]) as azure, pytest.raises(ConfigError, match=ways):
        await ask(environ(azure))


async def test_a_token_of_the_environment_goes_to_azure_only() -> None:
    settings = ModelSettings(name="azure:m", base_url="http://127.0.0.1:9")
    with pytest.raises(ConfigError, match="needs a key or a token"):
        create(settings, Surroundings(environ={"AZURE_OPENAI_AD_TOKEN": "t"}))
