"""The Retriever protocol: knowledge that is looked up for a turn beside what the screen shows."""

from __future__ import annotations

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
