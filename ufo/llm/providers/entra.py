"""Opens Azure with a token of Entra ID: one that is given, or one that a registered application gets with its own secret."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Generator
from urllib.parse import quote

import httpx2
from pydantic import BaseModel, Field, ValidationError

from ufo.errors import ConfigError
from ufo.llm.access import Access
from ufo.network.addresses import Endpoint
from ufo.network.client import client_options

_SCOPE = "https://cognitiveservices.azure.com/.default"
_AUTHORITY = "https://login.microsoftonline.com"
_EARLY_S = 300.0
"""How long before its end a token is replaced."""
_ANSWER_S = 30.0
_MOST_BYTES = 1 << 20
_APPLICATION = ("AZURE_TENANT_ID", "AZURE_CLIENT_ID", "AZURE_CLIENT_SECRET")


class _Answer(BaseModel):
    access_token: str = Field(default="", repr=False)
    expires_in: float = 0.0
    error: str = Field(default="", pattern="^[A-Za-z_]{0,60}$")


class TokenRefused(httpx2.RequestError):
    """Entra ID gives no token. The text is a whole sentence without secrets."""


def entra_token(access: Access) -> httpx2.Auth:
    """Return what sets the token for requests. Raises ConfigError where the environment holds neither a token nor an
    application, and for an endpoint that is not Azure's own.
    """
    environ = access.environ if access.is_own_host else {}
    if token := environ.get("AZURE_OPENAI_AD_TOKEN", "").strip():
        return GivenToken(token)
    tenant, client, secret = (environ.get(name, "").strip() for name in _APPLICATION)
    if tenant and client and secret:
        authority = environ.get("AZURE_AUTHORITY_HOST", "").strip() or _AUTHORITY
        return ApplicationToken(f"{authority.rstrip('/')}/{quote(tenant)}/oauth2/v2.0/token", client, secret)
    raise ConfigError(
        "Azure OpenAI needs a key or a token of Entra ID; set AZURE_OPENAI_API_KEY, or AZURE_OPENAI_AD_TOKEN, or "
        f"{', '.join(_APPLICATION)} of an application that may use the resource"
    )


class GivenToken(httpx2.Auth):
    def __init__(self, token: str) -> None:
        self._token = token

    def auth_flow(self, request: httpx2.Request) -> Generator[httpx2.Request, httpx2.Response, None]:
        request.headers["Authorization"] = f"Bearer {self._token}"
        yield request


class ApplicationToken(httpx2.Auth):
    """Gets a token by the client credentials grant, and the next one before it ends or when it is refused."""

    def __init__(self, address: str, client: str, secret: str) -> None:
        self._address = address
        self._form = {"grant_type": "client_credentials", "client_id": client, "client_secret": secret, "scope": _SCOPE}
        self._token = ""
        self._ends_at = 0.0

    async def async_auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        is_fresh = time.monotonic() >= self._ends_at
        if is_fresh:
            await self._renew()
        request.headers["Authorization"] = f"Bearer {self._token}"
        response = yield request
        if response.status_code == 401 and not is_fresh:
            await self._renew()
            request.headers["Authorization"] = f"Bearer {self._token}"
            yield request

    async def _renew(self) -> None:
        options = client_options(Endpoint.parse(self._address), _MOST_BYTES)
        async with httpx2.AsyncClient(timeout=_ANSWER_S, **options) as client:
            response = await client.post(self._address, data=self._form)
        try:
            told = _Answer.model_validate_json(response.content)
        except ValidationError:
            told = _Answer()
        if not told.access_token:
            raise TokenRefused(
                f"Entra ID gave no token for the application in AZURE_CLIENT_ID ({response.status_code} "
                f"{told.error or 'without a reason'}); check {', '.join(_APPLICATION)}"
            )
        self._token, self._ends_at = told.access_token, time.monotonic() + told.expires_in - _EARLY_S
