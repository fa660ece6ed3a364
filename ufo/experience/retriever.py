"""Looks up experience for a turn: earlier requests that ask for the same, what worked for them, and what to avoid."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ufo.experience.store import ExperienceStore
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Hit, Kind
from ufo.knowledge.likeness import FITS, likeness
from ufo.schema.knowledge import Knowledge, Passage, Query

_CANDIDATES = 12
_TITLE = 60


class ExperienceRetriever:
    """Finds at most `top_k` experiences of the query's application, whose request is like the query's text. `index` returns the
    index, in a thread; it is not asked for where no experience is kept. Where no application is chosen yet nothing is told: how
    something is done is of no use to whoever chooses who does it.
    """

    def __init__(self, files: ExperienceStore, index: Callable[[], KnowledgeStore], top_k: int) -> None:
        self._files = files
        self._index = index
        self._top_k = top_k

    async def retrieve(self, query: Query) -> Knowledge:
        if not query.application:
            return Knowledge()
        return Knowledge(experience_examples=await asyncio.to_thread(self._found, query))

    def _found(self, query: Query) -> tuple[Passage, ...]:
        if not self._files.folder.is_dir():
            return ()
        hits = self._index().search(
            query.text, kinds={Kind.EXPERIENCE}, application=query.application, top_k=_CANDIDATES
        )
        fitting = sorted(((_fit(hit, query.text), hit) for hit in hits), key=lambda one: -one[0])
        return tuple(_passage(hit) for fit, hit in fitting if fit >= FITS)[: self._top_k]


def _fit(hit: Hit, text: str) -> float:
    return max((likeness(asked, text) for asked in (hit.title, *hit.path)), default=0.0)


def _passage(hit: Hit) -> Passage:
    said = hit.path[-1] if hit.path else hit.title
    short = said if len(said) <= _TITLE else f"{said[: _TITLE - 1]}…"
    return Passage(hit.text, source=f"experience: {short}", key=hit.key)
