from __future__ import annotations

from ufo.knowledge.retriever import NoRetriever, Retriever
from ufo.schema.knowledge import Knowledge, Query


async def test_without_a_retriever_there_is_no_knowledge() -> None:
    retriever: Retriever = NoRetriever()
    assert await retriever.retrieve(Query("sum it up", "calc", 0.0)) == Knowledge()
