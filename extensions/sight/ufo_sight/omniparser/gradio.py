"""Calls a named function of a Gradio page over HTTP: upload, call, and the event stream with the outcome. Answers are read within
bounds, and their form is checked.

Protocol: Gradio's "Querying Gradio Apps with Curl". Pages of Gradio 5 have their paths under `/gradio_api`, those of 4 at
the root. `/config` says which, and lists the inputs of each function.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx2

from ufo.network.client import TooLarge

_TOLD = 200


class GradioPage:
    def __init__(self, wire: Wire, base: str) -> None:
        self._wire = wire
        self._base = base

    async def inputs_of(self, function: str) -> tuple[str, list[Any]]:
        """Return the prefix of the page's paths, and the default of each input. Raises NotThere where `/config` is missing, so
        that this is not a Gradio page, and BadAnswer for any other answer that cannot be used.
        """
        config = as_json(await self._wire.ask("GET", f"{self._base}/config"))
        if not isinstance(config, dict) or not isinstance(config.get("dependencies"), list):
            raise BadAnswer("is no Gradio page: its /config lists no functions")
        for dependency in config["dependencies"]:
            if isinstance(dependency, dict) and str(dependency.get("api_name", "")).strip("/") == function:
                defaults = _defaults(config.get("components"))
                return str(config.get("api_prefix") or ""), [
                    defaults.get(_key(key)) for key in dependency.get("inputs") or ()
                ]
        raise BadAnswer(f"is a Gradio page without a function {function!r}")

    async def upload(self, prefix: str, name: str, data: bytes, mime: str) -> dict[str, Any]:
        """Upload a file and return the value that stands for it in a call."""
        files = {"files": (name, data, mime)}
        paths = as_json(await self._wire.ask("POST", f"{self._base}{prefix}/upload", files=files))
        if not isinstance(paths, list) or not paths or not isinstance(paths[0], str):
            raise BadAnswer("took the picture but did not say where it put it")
        return {"path": paths[0], "orig_name": name, "mime_type": mime, "meta": {"_type": "gradio.FileData"}}

    async def call(self, prefix: str, function: str, inputs: Sequence[Any]) -> list[Any]:
        address = f"{self._base}{prefix}/call/{function}"
        begun = as_json(await self._wire.ask("POST", address, json={"data": list(inputs)}))
        event_id = begun.get("event_id") if isinstance(begun, dict) else None
        if not isinstance(event_id, str) or not event_id.isalnum():
            raise BadAnswer("took the call but gave no event to wait for")
        async for event, data in _events(self._wire.pieces("GET", f"{address}/{event_id}")):
            if event == "error":
                raise BadAnswer(f"failed at it{': ' + data[:200] if data not in ('', 'null') else ''}; see its own log")
            if event == "complete":
                outputs = as_json(data.encode())
                if not isinstance(outputs, list):
                    raise BadAnswer("ended the call without outputs")
                return outputs
        raise BadAnswer("broke off before it was done")


async def _events(pieces: AsyncIterator[bytes]) -> AsyncIterator[tuple[str, str]]:
    """Iterate over server-sent events as (event, data)."""
    event = ""
    async for line in _lines(pieces):
        name, _, text = line.partition(":")
        if name == "event":
            event = text.strip()
        elif name == "data":
            yield event, text.strip()


async def _lines(pieces: AsyncIterator[bytes]) -> AsyncIterator[str]:
    rest: list[bytes] = []
    async for piece in pieces:
        head, *more = piece.split(b"\n")
        rest.append(head)
        for line in more:
            yield b"".join(rest).decode("utf-8", "replace").rstrip("\r")
            rest = [line]
    yield b"".join(rest).decode("utf-8", "replace").rstrip("\r")


def _defaults(components: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for component in components if isinstance(components, list) else ():
        if isinstance(component, dict) and isinstance(component.get("props"), dict):
            found[_key(component.get("id"))] = component["props"].get("value")
    return found


def _key(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


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
