"""The HTTP client for pages of strangers. It connects only to public addresses, which it has resolved and checked itself.

A page or a redirect chooses the host. Without this rule it could have the program ask the machine itself, its local network, or
the metadata service of a cloud, and tell a model what they answer. The address that was checked is the one that is connected to,
so that a name that resolves differently the second time (DNS rebinding) changes nothing. No proxy, no cookie, no key, no
referrer: nothing of the person goes with a request.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Awaitable, Callable, Iterator
from http.cookiejar import CookieJar, DefaultCookiePolicy
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import httpx2

from ufo.knowledge.left_behind import in_thread
from ufo.network.client import ASKED, bounded

_NAT64 = ip_network("64:ff9b::/96")
_FOR_MACHINES = tuple(
    map(ip_network, ("168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24", "64:ff9b:1::/48", "3fff::/20"))
)
"""Addresses at which a cloud or a network answers its own machines and that some versions of Python count as global. Where a
network translates 64:ff9b:1::/48 itself, it alone knows in which bits of it the IPv4 address stands.
"""
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


def is_public(address: str) -> bool:
    """Tell whether an address, as text, is one of the public internet."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return all(_is_public(item) for item in _meant(parsed))


def _is_public(item: IPv4Address | IPv6Address) -> bool:
    if any(item in net for net in _FOR_MACHINES) or (isinstance(item, IPv6Address) and item.is_site_local):
        return False
    return item.is_global and not (item.is_multicast or item.is_reserved or item.is_unspecified or item.is_loopback)


def _meant(item: IPv4Address | IPv6Address) -> Iterator[IPv4Address | IPv6Address]:
    """Yield the addresses that a packet to this one may reach: an IPv6 address may carry an IPv4 address."""
    if isinstance(item, IPv4Address):
        yield item
        return
    if item.ipv4_mapped is not None:
        yield item.ipv4_mapped
        return
    if item in _NAT64:
        yield IPv4Address(int(item) & 0xFFFFFFFF)
        return
    yield item
    if item.sixtofour is not None:
        yield item.sixtofour
    if item.teredo is not None:
        yield from item.teredo


async def resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a host, as texts. Raises OSError. A resolver that hangs is left behind."""

    def ask() -> list[str]:
        try:
            told = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except UnicodeError as error:
            raise OSError(str(error)) from error
        return list(dict.fromkeys(str(each[4][0]) for each in told))

    return await in_thread("resolver of pages", ask)


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
        if not all(self._is_allowed(address) for address in found):
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
