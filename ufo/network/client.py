"""The HTTP client for every service. It never sends to another address what is meant for the first one."""

from __future__ import annotations

from typing import Any

import httpx2

from ufo.network.addresses import Endpoint, redacted
from ufo.network.bounded import ASKED, bounded

MOST_BYTES = 64 * 1024 * 1024

_SAME_REQUEST = frozenset({307, 308})


class RedirectRefused(httpx2.RequestError):
    """The service redirects requests to a place that is not followed. The text follows the name of the service in a sentence:
    it names the place and the next move.
    """


def client_options(endpoint: Endpoint, most: int = MOST_BYTES) -> dict[str, Any]:
    """Return the options for `httpx2.AsyncClient` and its kinds: credentials apart from the address, redirects within the same
    origin only, and answers of at most `most` bytes.
    """
    return {
        "auth": httpx2.BasicAuth(*endpoint.credentials) if endpoint.credentials else None,
        "params": list(endpoint.query),
        "follow_redirects": True,
        "event_hooks": {"response": [_refuse_redirect, bounded(most)]},
        "headers": ASKED,
    }


async def _refuse_redirect(response: httpx2.Response) -> None:
    """Raise RedirectRefused for a redirect to another scheme, host or port, and for one that would not repeat the request."""
    if not response.has_redirect_location:
        return
    asked = response.request
    try:
        target = asked.url.join(response.headers["location"])
        place = _showable(target)
    except (httpx2.InvalidURL, ValueError):
        raise RedirectRefused(
            "redirects requests to something that is no address; correct the address in the settings"
        ) from None
    if _origin(target) != _origin(asked.url):
        raise RedirectRefused(
            f"redirects requests to {place}, which is not followed; if you trust it, set that address instead"
        )
    if response.status_code not in _SAME_REQUEST and asked.method not in ("GET", "HEAD"):
        raise RedirectRefused(f"has moved to {place}; set the address where it is now")


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def _showable(url: httpx2.URL) -> str:
    """Return the part of an address that may be shown: one short line without query and credentials, since the service wrote
    it.
    """
    return redacted(str(url.copy_with(userinfo=b"", query=None, fragment=None)))[:200]
