"""A retriever whose passages are capped together and reported: each run says what its prompts were told, and from where."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ufo.knowledge.retriever import Retriever
from ufo.schema.knowledge import PLACES, Knowledge, Passage, Query

_CHARS_A_TOKEN = 4

Report = Callable[[str, tuple[tuple[str, Passage], ...]], None]
"""Called with an application root and the passages, each with its place, that no earlier turn was told."""


class Cited:
    """Asks `inner`, keeps what fits into `max_tokens` (four characters each), and reports each passage once."""

    def __init__(self, inner: Retriever, max_tokens: int, report: Report) -> None:
        self._inner = inner
        self._max_chars = max_tokens * _CHARS_A_TOKEN
        self._report = report
        self._reported: set[tuple[str, str, str]] = set()

    async def retrieve(self, query: Query) -> Knowledge:
        kept = _fitting(await self._inner.retrieve(query), self._max_chars)
        new = tuple(self._unreported(kept))
        if new:
            self._report(query.application, new)
        return kept

    def _unreported(self, found: Knowledge) -> Iterator[tuple[str, Passage]]:
        for place in PLACES:
            for passage in found[place]:
                known = (place, passage.source, passage.key)
                if known not in self._reported:
                    self._reported.add(known)
                    yield place, passage


def _fitting(found: Knowledge, max_chars: int) -> Knowledge:
    """Return what fits. The places take turns, the best passage of each first, so that no place crowds out another. A
    passage that does not fit as a whole is left out.
    """
    kept: dict[str, list[Passage]] = {place: [] for place in PLACES}
    left = max_chars
    for place, passage in _in_turn(found):
        if len(passage.text) <= left:
            kept[place].append(passage)
            left -= len(passage.text)
    return Knowledge(**{place: tuple(passages) for place, passages in kept.items()})


def _in_turn(found: Knowledge) -> Iterator[tuple[str, Passage]]:
    for rank in range(max((len(found[place]) for place in PLACES), default=0)):
        for place in PLACES:
            if rank < len(found[place]):
                yield place, found[place][rank]
