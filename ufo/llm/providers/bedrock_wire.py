"""Amazon Bedrock's Converse API: the AWS library writes and signs requests, and our HTTP client sends them.

The library's own transport blocks a thread, follows its own retries and reads without a bound.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import anyio.from_thread
import boto3
import httpx2
from botocore import UNSIGNED
from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.config import Config
from botocore.exceptions import BotoCoreError
from pydantic_ai.models.bedrock import BedrockConverseModel, BedrockModelSettings
from pydantic_ai.providers.bedrock import BedrockProvider

from ufo.errors import ConfigError
from ufo.llm.access import Access
from ufo.llm.providers.client import http_client
from ufo.llm.providers.wire import Wire

_REGION = re.compile(r"bedrock-runtime(?:-fips)?[.]([a-z0-9-]+)[.]")
_SIGNED = frozenset({"authorization", "x-amz-date", "x-amz-security-token", "x-amz-content-sha256"})


def converse(access: Access, model: str) -> Wire:
    http = http_client(
        access, {"Authorization": f"Bearer {access.key}"} if access.key else {}, frozenset() if access.key else _SIGNED
    )
    client = _client(access)
    client.meta.events.register("before-send.bedrock-runtime.*", _Sending(http))
    cached = BedrockModelSettings(bedrock_cache_instructions=True, bedrock_cache_tool_definitions=True)
    spoken = BedrockConverseModel(model, provider=BedrockProvider(bedrock_client=client))
    return Wire(spoken, http.aclose, cached, (BotoCoreError,))


def _client(access: Access) -> Any:
    config: dict[str, Any] = {"retries": {"total_max_attempts": 1}}
    if access.key:
        # The key goes with each request as a header of ours.
        config["signature_version"] = UNSIGNED
    session = _session(access)
    if not access.key and session.get_credentials() is None:
        raise ConfigError(
            "Amazon Bedrock needs a key or credentials; set AWS_BEARER_TOKEN_BEDROCK, or AWS_ACCESS_KEY_ID and "
            "AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"
        )
    named = _REGION.search(access.place.base)
    return session.client(
        "bedrock-runtime",
        region_name=named.group(1) if named else session.region_name or "us-east-1",
        endpoint_url=access.place.base,
        config=Config(**config),
    )


def _session(access: Access) -> boto3.Session:
    told = access.environ
    return boto3.Session(
        aws_access_key_id=told.get("AWS_ACCESS_KEY_ID"),
        aws_secret_access_key=told.get("AWS_SECRET_ACCESS_KEY"),
        aws_session_token=told.get("AWS_SESSION_TOKEN"),
        profile_name=told.get("AWS_PROFILE"),
        region_name=told.get("AWS_REGION") or told.get("AWS_DEFAULT_REGION"),
    )


class _Sending:
    """Sends a request of the AWS library, which waits in a thread, from the event loop."""

    def __init__(self, client: httpx2.AsyncClient) -> None:
        self._client = client

    def __call__(self, request: AWSPreparedRequest, **_: object) -> AWSResponse:
        response = anyio.from_thread.run(self._send, request)
        return AWSResponse(request.url, response.status_code, dict(response.headers), _Body(response.content))

    async def _send(self, request: AWSPreparedRequest) -> httpx2.Response:
        return await self._client.request(
            request.method, request.url, headers=_plain(request.headers), content=request.body
        )


def _plain(headers: Any) -> list[tuple[str, str]]:
    return [(name, value.decode() if isinstance(value, bytes) else str(value)) for name, value in headers.items()]


class _Body:
    """The body as the AWS library reads it."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def stream(self) -> Iterator[bytes]:
        yield self._content
