"""Drops the headers that the OpenAI library takes from the environment, so that no other endpoint gets them.

They come from OPENAI_CUSTOM_HEADERS, OPENAI_ORG_ID and OPENAI_PROJECT_ID, which were meant for OpenAI alone.
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
    """Return a hook for requests to `place` that keeps only the headers that every request has, with `key` or the credentials
    of the address as authorization.
    """

    async def keep(request: httpx2.Request) -> None:
        for name in {one.lower() for one in request.headers}:
            if name not in _OURS and name != "authorization" and not name.startswith("x-stainless-"):
                del request.headers[name]
        # The authorization may be the environment's, unless the credentials of the address have replaced it.
        if place.credentials is None:
            request.headers["Authorization"] = f"Bearer {key}"

    return keep
