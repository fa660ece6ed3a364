"""Searches with DuckDuckGo's page without scripts. It has no interface for programs: the page may change, and it asks robots for
proof that they are people.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from urllib.parse import parse_qs, urljoin, urlsplit

import httpx2

from ufo.knowledge.pages.pieces import Tag, pieces_of
from ufo.knowledge.web.ask_service import Service
from ufo.knowledge.web.search_provider import FoundPage, SearchRefused

_BUSY_S = 300.0


class DuckDuckGo:
    name = "DuckDuckGo"
    ADDRESS = "https://html.duckduckgo.com/html/"

    def __init__(self, address: str = ADDRESS) -> None:
        self._address = address
        self._service = Service(self.name, address)

    async def search(self, words: str, count: int) -> tuple[FoundPage, ...]:
        try:
            answer = await self._service.post("/", data={"q": words[:400]})
        except SearchRefused as error:
            if error.status == httpx2.codes.ACCEPTED:
                raise _taken_for_a_robot() from error
            raise
        found = tuple(islice(_results(_decoded(answer), self._address), count))
        if not found and "anomaly" in answer.text:
            raise _taken_for_a_robot()
        return found


def _taken_for_a_robot() -> SearchRefused:
    return SearchRefused(
        f"DuckDuckGo takes this program for a robot; it is asked again in {_BUSY_S:.0f} s. A provider with a key does not do so",
        _BUSY_S,
    )


def _decoded(answer: httpx2.Response) -> str:
    return answer.content.decode("utf-8", "replace")


def _results(page: str, address: str) -> Iterator[FoundPage]:
    """Yield the results of the page: links of the class `result__a`, each followed by its `result__snippet`. Advertisements
    lead to the service itself.
    """
    title, target, summary, reading = "", "", "", ""
    for piece in pieces_of(page):
        if not isinstance(piece, Tag):
            title += piece if reading == "title" else ""
            summary += piece if reading == "summary" else ""
        elif piece.closes:
            reading = "" if piece.name == "a" else reading
        elif piece.name == "a" and "result__a" in piece.classes:
            yield from _whole(title, target, summary)
            title, summary, reading = "", "", "title"
            target = _target(piece.attributes.get("href", ""), address)
        elif piece.name == "a":
            reading = "summary" if "result__snippet" in piece.classes else ""
    yield from _whole(title, target, summary)


def _whole(title: str, target: str, summary: str) -> Iterator[FoundPage]:
    if target:
        yield FoundPage(" ".join(title.split()), target, " ".join(summary.split()))


def _target(link: str, address: str) -> str:
    """Return where a result leads; the page names it in the query of a link to itself. "" for an advertisement or no link."""
    try:
        parts = urlsplit(urljoin(address, link) if link else "")
    except ValueError:
        return ""
    if not (parts.hostname or "").endswith("duckduckgo.com") and parts.path != "/l/":
        return parts.geturl()
    return next(iter(parse_qs(parts.query).get("uddg", ())), "")
