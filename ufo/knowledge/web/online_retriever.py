"""The web as a source of knowledge for AppAgents."""

from __future__ import annotations

from dataclasses import replace

from ufo.knowledge.web.web_search import WebSearch
from ufo.schema.knowledge import Knowledge, Query


class OnlineRetriever:
    """Looks each sub-task of an application up; a request that is not split yet is not searched for. `request`: what is
    searched for in the place of the sub-task.
    """

    def __init__(self, search: WebSearch, top_k: int, request: str = "") -> None:
        self._search = search
        self._top_k = top_k
        self._request = request

    async def retrieve(self, query: Query) -> Knowledge:
        if not query.application:
            return Knowledge()
        asked = replace(query, text=self._request or query.text)
        return Knowledge(online_docs=await self._search.passages(asked, self._top_k))
