"""The HTTP client for every service. It never sends to another address what is meant for the first one, and reads answers within
a bound in bytes, counted both as they arrive and after they are unpacked.

Neither an endless body nor a few kilobytes that unpack to gigabytes take more memory than that, in a success or in an error.
"""

from __future__ import annotations

import asyncio
import ssl
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import httpx2

from ufo.network.addresses import Endpoint, redacted

ASKED = MappingProxyType({"Accept-Encoding": "gzip, deflate"})
"""The encodings that can be unpacked here piece by piece; an answer in any other is refused."""
_PIECE = 1 << 16
_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32
MOST_BYTES = 64 * 1024 * 1024

_SAME_REQUEST = frozenset({307, 308})


class TooLarge(Exception):
    """The answer is longer than the bound. The text follows the name of the service in a sentence: "answered more than 64 MB"."""

    def __init__(self, most: int) -> None:
        super().__init__(f"answered more than {most >> 20} MB" if most >> 20 else f"answered more than {most} bytes")


def bounded(most: int) -> Callable[[httpx2.Response], Awaitable[None]]:
    """Return a hook for responses that raises TooLarge after `most` bytes, packed or unpacked."""

    async def bind(response: httpx2.Response) -> None:
        packed = response.headers.get_list("content-encoding", split_commas=True)
        kinds = [kind for encoding in packed if (kind := encoding.strip().lower()) not in ("", "identity")]
        if len(kinds) > 1 or not set(kinds) <= {"gzip", "x-gzip", "deflate"}:
            raise httpx2.DecodingError(f"it is packed as {', '.join(kinds)}, which was not asked for")
        said = response.headers.get("content-length", "")
        if said.isdecimal() and int(said) > most:
            raise TooLarge(most)
        if isinstance(response.stream, httpx2.AsyncByteStream):
            response.stream = _Bounded(response.stream, most, bool(kinds))
        # The stream is unpacked from here on, and the library must not unpack it again.
        response.headers.pop("content-encoding", None)

    return bind


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, most: int, packed: bool) -> None:
        self._inner = inner
        self._most = most
        self._packed = packed

    async def __aiter__(self) -> AsyncIterator[bytes]:
        unpack = _unpacking() if self._packed else _as_it_is
        came = given = 0
        async for piece in self._inner:
            came += len(piece)
            if came > self._most:
                raise TooLarge(self._most)
            for part in unpack(piece):
                given += len(part)
                if given > self._most:
                    raise TooLarge(self._most)
                yield part

    async def aclose(self) -> None:
        await self._inner.aclose()


def _as_it_is(piece: bytes) -> Iterator[bytes]:
    yield piece


def _unpacking() -> Callable[[bytes], Iterator[bytes]]:
    decoder = zlib.decompressobj(_GZIP_OR_ZLIB)

    def unpack(piece: bytes) -> Iterator[bytes]:
        try:
            while piece and not decoder.eof:
                yield decoder.decompress(piece, _PIECE)
                piece = decoder.unconsumed_tail
        except zlib.error as error:
            raise httpx2.DecodingError(f"it cannot be unpacked: {error}") from error

    return unpack


class RedirectRefused(httpx2.RequestError):
    """The service redirects requests to a place that is not followed. The text follows the name of the service in a sentence:
    it names the place and the next move.
    """


def client_options(endpoint: Endpoint, most: int = MOST_BYTES) -> dict[str, Any]:
    """Return the options for `httpx2.AsyncClient` and its kinds: credentials apart from the address, redirects within the same
    origin only, and answers of at most `most` bytes. Whom it trusts is read once for all clients, which takes 20 ms.
    """
    return {
        "verify": _trusted(),
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
    """Return what may be shown of an address that a service wrote: one short line without query and credentials."""
    return redacted(str(url.copy_with(userinfo=b"", query=None, fragment=None)))[:200]


async def trusted() -> ssl.SSLContext:
    """Return the context for connections, for `verify` of `httpx2.AsyncClient`. SSL_CERT_FILE and SSL_CERT_DIR count."""
    return await asyncio.to_thread(_trusted)


@lru_cache(maxsize=1)
def _trusted() -> ssl.SSLContext:
    return httpx2.create_ssl_context()
