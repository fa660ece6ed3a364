"""Demonstrations as a source: what a person showed, told where it answers a request, and cited by its name.

The files are the truth. The index is made of them: what was added, changed or removed since is seen when a run first looks.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

from ufo.demonstrations.demonstration import Demonstration, DemonstrationStore
from ufo.errors import KnowledgeError
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Document, Hit, Kind, Section, document_of
from ufo.knowledge.shared_index import SharedIndex
from ufo.knowledge.topic import topic
from ufo.schema.knowledge import Knowledge, Passage, Query

LEAST_FIT = 0.5
"""The share of a request's words, rare ones counting more, that a demonstration has to hold. What fits less misleads. It is less
than of a guide: a request says what is to be written this time, and no demonstration has those words.
"""
_LONGEST = 1200
"""Characters of a passage: it has to leave room for others in what a prompt tells."""
_FURTHER = 3


class DemonstrationsRetriever:
    """Looks up what was shown in the application that is worked. `index` is called in a thread, when it is first needed."""

    def __init__(self, index: Callable[[], KnowledgeStore], store: DemonstrationStore, top_k: int) -> None:
        self._index = index
        self._store = store
        self._top_k = top_k
        self._is_new = True

    async def retrieve(self, query: Query) -> Knowledge:
        if not query.application:
            return Knowledge()
        return await asyncio.to_thread(self._found, query)

    def _found(self, query: Query) -> Knowledge:
        if not self._store.folder.is_dir():
            return Knowledge()
        index = self._index()
        if self._is_new:
            bring_up_to_date(index, self._store)
            self._is_new = False
        asked = topic(query.text, query.application) or query.text
        hits = index.search(
            asked, kinds=(Kind.DEMONSTRATION,), application=query.application, top_k=self._top_k * _FURTHER
        )
        best: dict[str, Hit] = {}
        for hit in hits:
            if hit.score >= LEAST_FIT:
                best.setdefault(document_of(hit.key), hit)
        return Knowledge(demonstration_examples=tuple(map(_passage, list(best.values())[: self._top_k])))


def bring_up_to_date(index: KnowledgeStore, store: DemonstrationStore) -> None:
    """Have the index hold the demonstrations as they are. Blocking. Raises KnowledgeError."""
    documents = [one for demonstration in store.all() for one in documents_of(demonstration, store)]
    for one in documents:
        index.put(one)
    there = {one.origin for one in documents}
    for known in index.documents(Kind.DEMONSTRATION):
        if known.origin not in there and Path(known.origin.partition("#")[0]).parent == store.folder:
            index.forget(known.key)


def index_shown(knowledge_folder: Path) -> str:
    """Bring the index of a folder of what was learned up to date. Return what went wrong, "" where nothing did: the files are the
    truth, and the next run tries again. Blocking.
    """
    store = DemonstrationStore(knowledge_folder)
    shared = SharedIndex(knowledge_folder, lambda _text: None)
    try:
        bring_up_to_date(shared.get(), store)
    except KnowledgeError as error:
        return str(error)
    finally:
        shared.close()
    return ""


def documents_of(demonstration: Demonstration, store: DemonstrationStore) -> Iterator[Document]:
    """Yield a document for each application that was worked, since each finds its own."""
    text = _text(demonstration)
    for application in demonstration.applications or (demonstration.application,):
        yield Document(
            Kind.DEMONSTRATION,
            application,
            demonstration.name,
            f"{store.path(demonstration.name)}#{application}",
            (Section((demonstration.request,), text),),
            hashlib.sha256(f"{demonstration.request}\n{text}".encode("utf-8", "surrogateescape")).hexdigest(),
        )


def _text(demonstration: Demonstration) -> str:
    proved = "" if demonstration.proved else " (it was not proved that doing it again works)"
    lines = [f"A person showed: {demonstration.request}{proved}", demonstration.summary]
    for number, step in enumerate(demonstration.steps, 1):
        line = f"{number}. {step}"
        if len("\n".join(lines)) + len(line) > _LONGEST:
            lines.append(f"and {len(demonstration.steps) - number + 1} more steps")
            break
        lines.append(line)
    return "\n".join(one for one in lines if one)


def _passage(hit: Hit) -> Passage:
    return Passage(hit.text, source=f"demonstration {hit.title}", key=hit.key)
