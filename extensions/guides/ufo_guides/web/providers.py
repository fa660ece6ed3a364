"""The search services, and the choice among them by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from urllib.parse import parse_qs, urljoin, urlsplit

import httpx2

from ufo_guides.pages.pieces import Tag, inline_text, pieces_of
from ufo_guides.web.service import FoundPage, SearchProvider, SearchRefused, Service, json_pages

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
        found = tuple(islice(_results(answer.content.decode("utf-8", "replace"), self._address), count))
        if not found and "anomaly" in answer.text:
            raise _taken_for_a_robot()
        return found


def _taken_for_a_robot() -> SearchRefused:
    return SearchRefused(
        f"DuckDuckGo takes this program for a robot; it is asked again in {_BUSY_S:.0f} s. A provider with a key does not do so",
        _BUSY_S,
    )


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


class SearXNG:
    """A SearXNG instance (docs.searxng.org, Search API). Its settings must allow the format json."""

    name = "SearXNG"

    def __init__(self, address: str) -> None:
        self._service = Service(self.name, address)

    async def search(self, words: str, count: int) -> tuple[FoundPage, ...]:
        try:
            answer = await self._service.get("/search", {"q": words, "format": "json"})
        except SearchRefused as error:
            if error.status == 403:
                raise SearchRefused(
                    "SearXNG refuses (403); its settings must name json under `search.formats`, or it limits you"
                ) from error
            raise
        return _first(count, json_pages(answer, self.name, ("results",), "content"))


class Brave:
    """The Brave Search API (api-dashboard.search.brave.com, Web Search)."""

    name = "Brave Search"
    ADDRESS = "https://api.search.brave.com/res/v1/web/search"
    _MOST = 20

    def __init__(self, key: str, address: str = ADDRESS) -> None:
        self._service = Service(self.name, address, {"X-Subscription-Token": key, "Accept": "application/json"})

    async def search(self, words: str, count: int) -> tuple[FoundPage, ...]:
        answer = await self._service.get("", {"q": words[:400], "count": str(min(count, self._MOST))})
        found = json_pages(answer, self.name, ("web", "results"), "description")
        # Words of the search are marked up in titles and descriptions.
        return _first(
            count,
            (FoundPage(inline_text(page.title), page.address, inline_text(page.summary)) for page in found),
        )


class Tavily:
    """The Tavily Search API (docs.tavily.com, POST /search)."""

    name = "Tavily"
    ADDRESS = "https://api.tavily.com/search"
    _MOST = 20

    def __init__(self, key: str, address: str = ADDRESS) -> None:
        self._service = Service(self.name, address, {"Authorization": f"Bearer {key}"})

    async def search(self, words: str, count: int) -> tuple[FoundPage, ...]:
        answer = await self._service.post("", json={"query": words[:400], "max_results": min(count, self._MOST)})
        return _first(count, json_pages(answer, self.name, ("results",), "content"))


def search_provider(name: str, address: str | None, key: str) -> SearchProvider:
    """Return the service that `knowledge.web.provider` names; the settings have checked what each needs."""
    if name == "searxng":
        return SearXNG(address or "")
    if name == "brave":
        return Brave(key, address or Brave.ADDRESS)
    if name == "tavily":
        return Tavily(key, address or Tavily.ADDRESS)
    return DuckDuckGo(address or DuckDuckGo.ADDRESS)


def _first(count: int, found: Iterable[FoundPage]) -> tuple[FoundPage, ...]:
    return tuple(islice(found, count))
