"""Looks up experience for a turn: earlier requests that ask for the same, what worked for them, and what to avoid."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

from ufo.experience.indexed import IndexedExperience
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Hit, Kind
from ufo.knowledge.likeness import FITS, likeness
from ufo.schema.knowledge import Knowledge, Passage, Query

_CANDIDATES = 12
_TITLE = 60


class ExperienceRetriever:
    """Finds at most `top_k` experiences of the query's application, whose request is like the query's text. `open_index` is called
    once, at the first query, in a thread.
    """

    def __init__(self, knowledge_folder: Path, open_index: Callable[[], KnowledgeStore], top_k: int) -> None:
        self._knowledge_folder = knowledge_folder
        self._open_index = open_index
        self._top_k = top_k
        self._index: KnowledgeStore | None = None
        self._opening = threading.Lock()

    async def retrieve(self, query: Query) -> Knowledge:
        return Knowledge(experience_examples=await asyncio.to_thread(self._found, query))

    def _found(self, query: Query) -> tuple[Passage, ...]:
        hits = self._opened().search(
            query.text, kinds={Kind.EXPERIENCE}, application=query.application, top_k=_CANDIDATES
        )
        fitting = sorted(((_fit(hit, query.text), hit) for hit in hits), key=lambda one: -one[0])
        return tuple(_passage(hit) for fit, hit in fitting if fit >= FITS)[: self._top_k]

    def _opened(self) -> KnowledgeStore:
        with self._opening:
            if self._index is None:
                index = self._open_index()
                IndexedExperience(self._knowledge_folder, index).refresh()
                self._index = index
            return self._index


def _fit(hit: Hit, text: str) -> float:
    return max((likeness(asked, text) for asked in (hit.title, *hit.path)), default=0.0)


def _passage(hit: Hit) -> Passage:
    said = hit.path[-1] if hit.path else hit.title
    short = said if len(said) <= _TITLE else f"{said[: _TITLE - 1]}…"
    return Passage(hit.text, source=f"experience: {short}", key=hit.key)
