"""A search service: what it answers, how it is asked over HTTP, and in plain words why it refused."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Protocol

import httpx2

from ufo.faults import why
from ufo.network.addresses import Endpoint, redacted
from ufo.network.client import RedirectRefused, TooLarge, client_options

_MOST_BYTES = 2 << 20
_AGAIN_S = 60.0
"""After how long a busy service that does not say when is asked again."""
_LATEST_S = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page that a search found. `summary`: what the service says of it, as plain text, "" where it says nothing."""

    title: str
    address: str
    summary: str = ""


class SearchRefused(Exception):
    """The service does not answer searches. The text says why, with the next move; it holds no key and no address with
    credentials. `again_in_s`: when it may be asked again, None where that is not before the next run. `status`: what it answered
    over HTTP, 0 where it answered nothing.
    """

    def __init__(self, text: str, again_in_s: float | None = None, status: int = 0) -> None:
        super().__init__(text)
        self.again_in_s = again_in_s
        self.status = status


class SearchProvider(Protocol):
    """`name`: what a person calls the service."""

    name: str

    async def search(self, words: str, count: int) -> tuple[FoundPage, ...]:
        """Return at most `count` pages, the best first. Raises SearchRefused. It has no deadline of its own: whoever calls it
        cancels it.
        """
        ...


class Service:
    """A search service at one address. `headers`: sent with each request, to that address only."""

    def __init__(self, name: str, address: str, headers: Mapping[str, str] | None = None) -> None:
        self.name = name
        self._endpoint = Endpoint.parse(address)
        self._headers = {header: value.strip() for header, value in (headers or {}).items()}

    async def get(self, path: str, params: Mapping[str, str]) -> httpx2.Response:
        return await self._ask("GET", path, params=params)

    async def post(self, path: str, **content: Any) -> httpx2.Response:
        return await self._ask("POST", path, **content)

    async def _ask(self, method: str, path: str, **content: Any) -> httpx2.Response:
        if not all(value.isascii() and value.isprintable() for value in self._headers.values()):
            raise SearchRefused(f"the key of {self.name} holds letters that no key has; correct `knowledge.web.key`")
        options = client_options(self._endpoint, _MOST_BYTES)
        options["headers"] = {**options["headers"], **self._headers}
        try:
            async with httpx2.AsyncClient(**options, timeout=None) as client:
                answer = await client.request(method, self._endpoint.base.rstrip("/") + path, **content)
        except (TooLarge, RedirectRefused) as error:
            raise SearchRefused(f"{self.name} {error}") from error
        except (httpx2.HTTPError, OSError) as error:
            said = redacted(why(error))
            raise SearchRefused(f"{self.name} cannot be reached: {said}", _AGAIN_S) from error
        if answer.status_code != httpx2.codes.OK:
            raise self._refused(answer)
        return answer

    def _refused(self, answer: httpx2.Response) -> SearchRefused:
        status = answer.status_code
        if status in (401, 403):
            return SearchRefused(f"{self.name} refuses the key ({status}); correct `knowledge.web.key`", status=status)
        if status == 402:
            return SearchRefused(f"{self.name} wants to be paid ({status}); your key's plan is used up", status=status)
        if status == 429 or status >= 500:
            seconds = _wait_s(answer.headers.get("retry-after", ""))
            said = "says that it was asked too often" if status == 429 else "is out of order"
            return SearchRefused(
                f"{self.name} {said} ({status}); it is asked again in {seconds:.0f} s", seconds, status
            )
        return SearchRefused(f"{self.name} answered {status}; correct `knowledge.web.address`", status=status)


def _wait_s(retry_after: str) -> float:
    """Return the seconds that a Retry-After header names (RFC 9110, 10.2.3), within a day."""
    text = retry_after.strip()
    try:
        seconds = float(text) if text.isdecimal() else (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds()
    except (TypeError, ValueError, OverflowError):
        return _AGAIN_S
    return min(max(seconds, 1.0), _LATEST_S)


def json_pages(answer: httpx2.Response, name: str, keys: tuple[str, ...], summary: str) -> Iterator[FoundPage]:
    """Yield the pages of an answer in JSON: `keys` lead to their list, each has `title` and `url`, and its summary under
    `summary`. An entry of another form is left out. Raises SearchRefused for an answer that is none.
    """
    try:
        value = json.loads(answer.content)
    except (ValueError, RecursionError) as error:
        raise SearchRefused(f"{name} answered something that is no JSON; correct `knowledge.web.address`") from error
    for key in keys:
        value = value.get(key, {}) if isinstance(value, dict) else None
    if value == {}:
        return
    if not isinstance(value, list):
        raise SearchRefused(f"{name} answered in a form that is not its own; correct `knowledge.web.address`")
    for item in value:
        if isinstance(item, dict) and isinstance(item.get("url"), str):
            yield FoundPage(_text(item.get("title")), item["url"], _text(item.get(summary)))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
