"""The search services that have an interface in JSON, and the choice among all by name."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from ufo.knowledge.pages.pieces import inline_text
from ufo.knowledge.web.ask_service import Service, json_pages
from ufo.knowledge.web.duckduckgo import DuckDuckGo
from ufo.knowledge.web.search_provider import FoundPage, SearchProvider, SearchRefused


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
            count, (FoundPage(inline_text(one.title), one.address, inline_text(one.summary)) for one in found)
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
