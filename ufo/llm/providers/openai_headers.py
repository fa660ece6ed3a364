"""Drops the headers that the OpenAI library takes from the environment: they go to no other endpoint.

They are OPENAI_CUSTOM_HEADERS, OPENAI_ORG_ID and OPENAI_PROJECT_ID, and were meant for OpenAI alone.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import httpx2

from ufo.network.addresses import Endpoint

_OURS = frozenset(
    {
        "host",
        "accept",
        "accept-encoding",
        "connection",
        "content-type",
        "content-length",
        "transfer-encoding",
        "user-agent",
    }
)


def own_headers(key: str, place: Endpoint) -> Callable[[httpx2.Request], Awaitable[None]]:
    """A hook for requests to `place`, which leaves the headers that every request has, and `key` or what the address holds."""

    async def keep(request: httpx2.Request) -> None:
        for name in {one.lower() for one in request.headers}:
            if name not in _OURS and name != "authorization" and not name.startswith("x-stainless-"):
                del request.headers[name]
        # The environment's may be among them; what the address holds was put there after it.
        if place.credentials is None:
            request.headers["Authorization"] = f"Bearer {key}"

    return keep
