"""The HTTP client of all wires: bounded answers, no redirect to elsewhere, and no header that an SDK takes from the environment.

SDKs read OPENAI_CUSTOM_HEADERS, ANTHROPIC_CUSTOM_HEADERS, OPENAI_ORG_ID and others, which were meant for their maker alone.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import httpx2

from ufo.llm.access import Access
from ufo.network.client import client_options

MOST_BYTES = 8 << 20
"""The limit of one answer, in bytes. The longest that a model writes is a fraction of it."""
CONNECT_S = 10.0
"""How long an endpoint may take to accept a connection. What was asked then may take as long as the run may."""
TIMEOUT = httpx2.Timeout(None, connect=CONNECT_S)
NO_KEY = "no-key"
"""What an SDK is given that insists on a key where there is none."""

_OURS = frozenset(
    {
        "host", "accept", "accept-encoding", "connection", "content-type", "content-length", "transfer-encoding",
        "user-agent",
    }
)  # fmt: skip


def http_client(
    access: Access, key_headers: Mapping[str, str], kept: frozenset[str] = frozenset(), auth: httpx2.Auth | None = None
) -> httpx2.AsyncClient:
    """Return a client for the endpoint. Each request has `key_headers`, and of the SDK's headers only ordinary ones and those
    that `kept` names in lower case. `auth` sets the authorization in place of a key.
    """
    options = client_options(access.place, MOST_BYTES)
    if auth is not None:
        options["auth"] = auth
    client = access.line.client(**options, timeout=TIMEOUT)
    # The address's credentials, and a token, go in the place of a key.
    if options["auth"] is not None:
        kept |= {"authorization"}
        key_headers = {name: value for name, value in key_headers.items() if name.lower() != "authorization"}
    # OpenAI's own headers of the environment reach OpenAI.
    is_for_maker = access.vendor.title == "OpenAI" and access.is_own_host
    client.event_hooks = {
        **client.event_hooks,
        "request": [_connecting_in_time, *([] if is_for_maker else [_own_headers(key_headers, kept)])],
    }
    return client


async def _connecting_in_time(request: httpx2.Request) -> None:
    """Bound the wait for a connection, which an SDK may have unbounded together with the wait for the answer."""
    request.extensions["timeout"] = TIMEOUT.as_dict()


def _own_headers(key_headers: Mapping[str, str], kept: frozenset[str]) -> Callable[[httpx2.Request], Awaitable[None]]:
    async def keep(request: httpx2.Request) -> None:
        for name in {header.lower() for header in request.headers}:
            if name not in _OURS and name not in kept and not name.startswith("x-stainless-"):
                del request.headers[name]
        request.headers.update(key_headers)

    return keep
