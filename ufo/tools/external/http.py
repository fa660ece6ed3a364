"""Reaches an MCP server over streamable HTTP, by the same client as every other service: with the person's headers, redirects
within its origin only, and bounded answers.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field

import httpx2
from mcp.client._transport import TransportStreams
from mcp.client.streamable_http import streamable_http_client

from ufo.network.addresses import Endpoint
from ufo.network.client import client_options
from ufo.tools.external.stdio import MOST_LINE_BYTES

_CONNECT_S = 15.0
_MOST_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Address:
    """A server's address. `headers` are read when a connection is opened; `silence_s`: how long an answer may say nothing."""

    endpoint: Endpoint
    headers: Callable[[], Awaitable[Mapping[str, str]]] = field(repr=False)
    silence_s: float = 300.0

    def open(self, on_end: Callable[[], None]) -> AbstractAsyncContextManager[TransportStreams]:
        return _streams(self)

    def said(self) -> str:
        return ""


@asynccontextmanager
async def _streams(address: Address) -> AsyncIterator[TransportStreams]:
    options = client_options(address.endpoint, _MOST_BYTES)
    options["headers"] = {**options["headers"], **await address.headers()}
    timeout = httpx2.Timeout(_CONNECT_S, read=address.silence_s)
    async with (
        httpx2.AsyncClient(timeout=timeout, **options) as client,
        streamable_http_client(
            address.endpoint.base, http_client=client, max_sse_event_size=MOST_LINE_BYTES
        ) as streams,
    ):
        yield streams
