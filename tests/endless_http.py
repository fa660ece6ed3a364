"""A real server whose answers are as long as a test says, packed or not, and whole or without an end."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler

from tests.local_http import LocalServer

Pieces = Callable[[], Iterator[bytes]]
MB = 1 << 20
_GZIP = 16 + zlib.MAX_WBITS


def endless() -> Iterator[bytes]:
    while True:
        yield b" " * MB


def fifty_megabytes() -> Iterator[bytes]:
    for _ in range(50):
        yield b" " * MB


def bomb() -> Iterator[bytes]:
    """Less than one megabyte that unpacks to 800. After a full flush the same bytes may come again."""
    packing = zlib.compressobj(wbits=_GZIP)
    first, more = (packing.compress(bytes(8 * MB)) + packing.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    yield first + more * 99


class LongServer(LocalServer):
    """`asked` counts the requests."""

    def __init__(self, pieces: Pieces, status: int = 200, encoding: str = "") -> None:
        super().__init__()
        self._pieces, self._status, self._encoding = pieces, status, encoding
        self.asked = 0

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        self.asked += 1
        handler.send_response(self._status)
        handler.send_header("Content-Type", "application/json")
        if self._encoding:
            handler.send_header("Content-Encoding", self._encoding)
        handler.send_header("Connection", "close")
        handler.end_headers()
        handler.close_connection = True
        # Whoever has read enough closes its end.
        with suppress(OSError):
            for piece in self._pieces():
                if self.closing.is_set():
                    return
                handler.wfile.write(piece)
