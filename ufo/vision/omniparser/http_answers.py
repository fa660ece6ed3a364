"""Reads a service's HTTP answers within bounds, and checks their form."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx2

from ufo.network.bounded import TooLarge

_TOLD = 200


class BadAnswer(Exception):
    """An answer that cannot be used. The message continues the service's name: "answered 500: …"."""


class NotThere(BadAnswer):
    """Status 404: the service has no such path."""


class Wire:
    """The requests of one client. Raises httpx2.HTTPError for network errors, and BadAnswer for answers that cannot be used."""

    def __init__(self, client: httpx2.AsyncClient) -> None:
        """`client` is made with `ufo.network.client.client_options`, which limits the length of answers."""
        self._client = client

    async def ask(self, method: str, address: str, **request: Any) -> bytes:
        """Return the answer's body, at most 64 MB."""
        found = bytearray()
        async for piece in self.pieces(method, address, **request):
            found += piece
        return bytes(found)

    async def pieces(self, method: str, address: str, **request: Any) -> AsyncIterator[bytes]:
        """Iterate over the body as it arrives, so that a stream can be left early."""
        try:
            async for piece in self._pieces(method, address, **request):
                yield piece
        except TooLarge as error:
            raise BadAnswer(str(error)) from error

    async def _pieces(self, method: str, address: str, **request: Any) -> AsyncIterator[bytes]:
        async with self._client.stream(method, address, **request) as response:
            refused = b""
            async for piece in response.aiter_bytes():
                if response.is_success:
                    yield piece
                elif len(refused) < _TOLD:
                    refused += piece
                else:
                    break
            if not response.is_success:
                said = " ".join(refused[:_TOLD].decode("utf-8", "replace").split())
                kind = NotThere if response.status_code == 404 else BadAnswer
                raise kind(f"answered {response.status_code}{': ' + said if said else ''}")


def as_json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        said = " ".join(body[:80].decode("utf-8", "replace").split())
        raise BadAnswer(f"answered with text that is not JSON: {said!r}") from error
