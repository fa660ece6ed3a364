"""The HTTP client for pages of strangers. It connects only to addresses that it has resolved and checked itself.

The address that was checked is the one that is connected to, so that a name that resolves differently the second time (DNS
rebinding) changes nothing. No proxy, no cookie, no key, no referrer: nothing of the person goes with a request.
"""

from __future__ import annotations

import ssl
from collections.abc import Awaitable, Callable
from http.cookiejar import CookieJar, DefaultCookiePolicy
from ipaddress import IPv6Address, ip_address

import httpx2

from ufo.knowledge.web.public_address import is_public, resolve
from ufo.network.client import ASKED, bounded

Resolve = Callable[[str, int], Awaitable[list[str]]]
_SCHEMES = {"http": 80, "https": 443}
_MOST_ADDRESSES = 3
MOST_BYTES = 4 << 20
_WANTED = {
    **ASKED,
    "Accept": "text/html,application/xhtml+xml,text/plain;q=0.8",
    "Accept-Language": "en,*;q=0.5",
    "User-Agent": "Mozilla/5.0 (compatible; ufo-desktop-agent)",
}


class PageRefused(Exception):
    """A page is not read. The text says why."""


class CheckedTransport(httpx2.AsyncBaseTransport):
    """Sends each request to an address that `is_allowed`, or refuses it."""

    def __init__(self, tls: ssl.SSLContext, is_allowed: Callable[[str], bool], resolve: Resolve) -> None:
        self._is_allowed = is_allowed
        self._resolve = resolve
        # A connection that is kept would be shared by all hosts of one address, whatever name its certificate was checked for.
        self._inner = httpx2.AsyncHTTPTransport(tls, limits=httpx2.Limits(max_keepalive_connections=0))

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        host, port = request.url.host, request.url.port or _SCHEMES.get(request.url.scheme, 0)
        if request.url.scheme not in _SCHEMES or not host or request.url.userinfo:
            raise PageRefused("it is no plain http(s) address")
        failed: httpx2.ConnectError | None = None
        for address in (await self._checked(host, port))[:_MOST_ADDRESSES]:
            try:
                return await self._inner.handle_async_request(_pinned(request, address))
            except httpx2.ConnectError as error:
                failed = error
        raise failed or PageRefused(f"{host} has no address")

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def _checked(self, host: str, port: int) -> list[str]:
        try:
            found = await self._resolve(host.strip("[]"), port)
        except OSError as error:
            raise PageRefused(f"{host} has no address") from error
        if not all(self._is_allowed(one) for one in found):
            raise PageRefused(f"{host} is an address of this machine or of a private network")
        return found


def _pinned(request: httpx2.Request, address: str) -> httpx2.Request:
    """Return the request to this address. Host header, server name and the certificate's name stay those of the host."""
    host = f"[{address}]" if isinstance(ip_address(address.partition("%")[0]), IPv6Address) else address
    pinned = httpx2.Request(
        request.method,
        request.url.copy_with(host=host),
        headers=request.headers,
        stream=request.stream,
        extensions={**request.extensions, "sni_hostname": request.url.host},
    )
    pinned.headers["Host"] = request.url.netloc.decode("ascii")
    return pinned


def page_client(
    tls: ssl.SSLContext,
    is_allowed: Callable[[str], bool] = is_public,
    resolve: Resolve = resolve,
    most_bytes: int = MOST_BYTES,
) -> httpx2.AsyncClient:
    """Return a client for pages, which follows no redirect by itself. Raises PageRefused where it is used for anything else
    than a page of a public address. `is_allowed`: which addresses may be connected to.
    """
    return httpx2.AsyncClient(
        transport=CheckedTransport(tls, is_allowed, resolve),
        trust_env=False,
        follow_redirects=False,
        timeout=None,
        headers=_WANTED,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
        event_hooks={"response": [bounded(most_bytes)]},
    )
