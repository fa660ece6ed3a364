"""What a service answers takes no more memory than the bound, whatever it sends and however it is packed."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib
from collections.abc import Callable, Iterator

import httpx2
import pytest

from tests.endless_http import MB, LongServer, Pieces, bomb, endless, fifty_megabytes
from ufo.network.client import ASKED, TooLarge, bounded

_MOST = 2 * MB


async def _read(server: LongServer) -> bytes:
    async with httpx2.AsyncClient(event_hooks={"response": [bounded(_MOST)]}, headers=ASKED) as client:
        return (await client.get(server.address)).content


@pytest.mark.parametrize("status", [200, 500])
@pytest.mark.parametrize(
    ("pieces", "encoding"), [(fifty_megabytes, ""), (endless, ""), (bomb, "gzip")], ids=["50 MB", "endless", "bomb"]
)
async def test_an_answer_over_the_bound_is_refused_and_takes_no_more_memory_than_that(
    pieces: Pieces, encoding: str, status: int
) -> None:
    packed = b"".join(pieces()) if pieces is bomb else b""
    with LongServer((lambda: iter([packed])) if packed else pieces, status, encoding) as server:
        tracemalloc.start()
        try:
            with pytest.raises(TooLarge, match="answered more than 2 MB"):
                await _read(server)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert peak < 8 * _MOST


@pytest.mark.parametrize("encoding", ["", "gzip", "deflate"])
async def test_an_answer_below_the_bound_is_read_whole(encoding: str) -> None:
    whole = bytes(range(256)) * (_MOST // 256)
    packing: dict[str, Callable[[bytes], bytes]] = {"": bytes, "gzip": gzip.compress, "deflate": zlib.compress}
    data = packing[encoding](whole)

    def pieces() -> Iterator[bytes]:
        yield from (data[at : at + 1000] for at in range(0, len(data), 1000))

    with LongServer(pieces, encoding=encoding) as server:
        assert await _read(server) == whole


@pytest.mark.parametrize("encoding", ["br", "gzip, gzip"])
async def test_what_is_packed_as_nobody_asked_for_is_refused(encoding: str) -> None:
    with LongServer(bomb, encoding=encoding) as server, pytest.raises(httpx2.DecodingError, match="was not asked for"):
        await _read(server)


async def test_what_cannot_be_unpacked_is_a_broken_answer() -> None:
    with LongServer(lambda: iter([b"no gzip"]), encoding="gzip") as server, pytest.raises(httpx2.DecodingError):
        await _read(server)
