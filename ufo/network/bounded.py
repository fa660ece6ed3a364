"""Reads HTTP answers within a bound in bytes, counted both as they arrive and after they are unpacked.

Neither an endless body nor a few kilobytes that unpack to gigabytes take more memory than that, in a success or in an error:
`httpx2.AsyncClient(event_hooks={"response": [bounded(MOST_BYTES)]}, headers=ASKED)`
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from types import MappingProxyType

import httpx2

ASKED = MappingProxyType({"Accept-Encoding": "gzip, deflate"})
"""The encodings that can be unpacked here piece by piece; an answer in any other is refused."""
_PIECE = 1 << 16
_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32


class TooLarge(Exception):
    """The answer is longer than the bound. The text follows the name of the service in a sentence: "answered more than 64 MB"."""

    def __init__(self, most: int) -> None:
        super().__init__(f"answered more than {most >> 20} MB" if most >> 20 else f"answered more than {most} bytes")


def bounded(most: int) -> Callable[[httpx2.Response], Awaitable[None]]:
    """Return a hook for responses that raises TooLarge after `most` bytes, packed or unpacked."""

    async def bind(response: httpx2.Response) -> None:
        packed = response.headers.get_list("content-encoding", split_commas=True)
        kinds = [kind for one in packed if (kind := one.strip().lower()) not in ("", "identity")]
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
