"""The web as a source of knowledge for AppAgents."""

from __future__ import annotations

from ufo.knowledge.web.web_search import WebSearch
from ufo.schema.knowledge import Knowledge, Query


class OnlineRetriever:
    """Looks each sub-task of an application up; a request that is not split yet is not searched for."""

    def __init__(self, search: WebSearch, top_k: int) -> None:
        self._search = search
        self._top_k = top_k

    async def retrieve(self, query: Query) -> Knowledge:
        if not query.application:
            return Knowledge()
        return Knowledge(online_docs=await self._search.passages(query, self._top_k))
