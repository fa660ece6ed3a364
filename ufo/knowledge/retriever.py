"""The Retriever protocol: knowledge that is looked up for a turn beside what the screen shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from ufo.schema.knowledge import Knowledge, Query


class Retriever(Protocol):
    async def retrieve(self, query: Query) -> Knowledge:
        """Return what is known for this query, empty where nothing is. It should answer before `query.until`; after that it is
        cancelled. It must not block the event loop: what reads a file or waits for a server goes into a thread or is awaited.
        """
        ...


class NoRetriever:
    async def retrieve(self, query: Query) -> Knowledge:
        return Knowledge()


class OnePlace:
    """One of the specification's four places of another retriever. `top_k`: so many passages at most, where it is given.
    `request`: looked up in the place of the query's text.
    """

    def __init__(self, inner: Retriever, place: str, top_k: int | None = None, request: str | None = None) -> None:
        self._inner = inner
        self._place = place
        self._top_k = top_k
        self._request = request

    async def retrieve(self, query: Query) -> Knowledge:
        asked = query if self._request is None else replace(query, text=self._request)
        found = (await self._inner.retrieve(asked))[self._place]
        return Knowledge(**{self._place: found[: self._top_k]})
