"""Help documents as a source: the parts of guides that answer a request, and nothing where none does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ufo.errors import LimitReached, ModelError
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Hit, Kind, document_of
from ufo.knowledge.index.vectors import Asked, Embedder
from ufo.knowledge.likeness import topic
from ufo.knowledge.shared_index import SharedIndex
from ufo.schema.knowledge import Knowledge, Passage, Query

LEAST_FIT = 0.55
"""A part that answers less of a request is not told: wrong text costs tokens and misleads. Measured by `bench.guide_search`."""
_FURTHER = 4
"""So many times as many sections are looked at, since a page is told once."""


def _nobody(_: str) -> None:
    pass


class DocumentsRetriever:
    """Looks up the guides of the application that is worked, for the sub-task, or else for the whole request. Where no
    application is chosen yet, only guides of none are told, such as the customs of a house: how an application does something
    is of no use to whoever chooses who does it.
    """

    def __init__(
        self, index: SharedIndex, top_k: int, embedder: Embedder | None = None, tell: Callable[[str], None] = _nobody
    ) -> None:
        """`tell` is called once where the embedder does not answer."""
        self._index = index
        self._top_k = top_k
        self._embedder = embedder
        self._tell = tell
        self._last: tuple[str, Asked] | None = None

    async def retrieve(self, query: Query) -> Knowledge:
        vector = await self._vector(topic(query.text, query.application))
        return await asyncio.to_thread(self._found, query, vector)

    async def _vector(self, text: str) -> Asked | None:
        """Return the vector of a text; None where none is to be had: then its words alone are looked for."""
        if self._embedder is None or not text:
            return None
        # A sub-task asks the same in each of its turns.
        if self._last is None or self._last[0] != text:
            try:
                (vector,) = await self._embedder.embed([text], asked=True)
            except (ModelError, LimitReached) as error:
                self._embedder = None
                self._tell(f"guides are searched by their words alone from now on: {error}")
                return None
            self._last = text, Asked(self._embedder.name, tuple(vector))
        return self._last[1]

    def _found(self, query: Query, vector: Asked | None) -> Knowledge:
        store = self._index.if_any()
        if store is None:
            return Knowledge()
        found = passages_for(store, query.text, query.application, self._top_k, vector=vector)
        if not found and query.whole and query.whole != query.text:
            found = passages_for(store, query.whole, query.application, self._top_k)
        return Knowledge(offline_docs=tuple(map(_passage, found)))


def passages_for(  # noqa: PLR0913 a question has these parts
    store: KnowledgeStore,
    request: str,
    application: str,
    top_k: int,
    least_fit: float = LEAST_FIT,
    vector: Asked | None = None,
) -> list[Hit]:
    """Return the sections that answer a request, the best one of each page. Blocking. Raises KnowledgeError."""
    asked = topic(request, application)
    if not asked:
        return []
    found = store.search(asked, kinds=(Kind.GUIDE,), application=application, top_k=top_k * _FURTHER, vector=vector)
    pages: dict[str, Hit] = {}
    for hit in found:
        if hit.score >= least_fit and (application or not hit.application):
            pages.setdefault(document_of(hit.key), hit)
    return list(pages.values())[:top_k]


def _passage(hit: Hit) -> Passage:
    return Passage(hit.part, source=f"{guide_of(hit.application)} § {heading_of(hit)}", key=hit.key)


def guide_of(application: str) -> str:
    """Return what a guide is called: "calc guide" for LibreOffice's Calc."""
    short = application.removeprefix("libreoffice-")
    return f"{short} guide" if short else "guide"


def heading_of(hit: Hit) -> str:
    """Return the heading of a section, with the one above where that tells more."""
    return " > ".join(hit.path[-2:]) or hit.title
