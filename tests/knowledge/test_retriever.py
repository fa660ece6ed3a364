from __future__ import annotations

from ufo.knowledge.retriever import NoRetriever, Retriever
from ufo.schema.inputs import Knowledge


def test_without_a_retriever_there_is_no_knowledge() -> None:
    retriever: Retriever = NoRetriever()
    assert retriever.retrieve("sum it up", "calc") == Knowledge()
