"""The HTTP client that asks every service. What is sent to one address goes to no other."""

from __future__ import annotations

from typing import Any

import httpx2

from ufo.network.addresses import Endpoint, redacted
from ufo.network.bounded import ASKED, bounded

MOST_BYTES = 64 * 1024 * 1024

_SAME_REQUEST = frozenset({307, 308})


class RedirectRefused(httpx2.RequestError):
    """The service sends requests on; `str` is where to, to be read after its name, and the next move."""


def client_options(endpoint: Endpoint, most: int = MOST_BYTES) -> dict[str, Any]:
    """For `httpx2.AsyncClient` and its kinds: credentials beside the address, redirects of this origin only, and answers that are
    read no further than `most` bytes."""
    return {
        "auth": httpx2.BasicAuth(*endpoint.credentials) if endpoint.credentials else None,
        "params": list(endpoint.query),
        "follow_redirects": True,
        "event_hooks": {"response": [_stay, bounded(most)]},
        "headers": ASKED,
    }


async def _stay(response: httpx2.Response) -> None:
    """Raises RedirectRefused for a redirect to another scheme, host or port, and for one that would not carry the request."""
    if not response.has_redirect_location:
        return
    asked = response.request
    try:
        target = asked.url.join(response.headers["location"])
        place = _place(target)
    except (httpx2.InvalidURL, ValueError):
        raise RedirectRefused(
            "sends requests on to something that is no address; correct the address in the settings"
        ) from None
    if _origin(target) != _origin(asked.url):
        raise RedirectRefused(
            f"sends requests on to {place}, which is not followed; if you trust it, set that address instead"
        )
    if response.status_code not in _SAME_REQUEST and asked.method not in ("GET", "HEAD"):
        raise RedirectRefused(f"has moved to {place}; set the address where it is now")


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def _place(url: httpx2.URL) -> str:
    """What may be shown of it. An answer says what it likes: no query, no credentials, one short line."""
    return redacted(str(url.copy_with(userinfo=b"", query=None, fragment=None)))[:200]
