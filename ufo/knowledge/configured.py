"""All retrievers of a run as one: each within the query's time, and none of them able to end a turn. What they say is capped
together and reported: each run says what its prompts were told, and from where.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ufo.config.settings import RetrieverSettings
from ufo.errors import ConfigError
from ufo.extensions import Group, find
from ufo.faults import note_fault, why
from ufo.knowledge.left_behind import in_thread
from ufo.knowledge.retriever import NoRetriever, Retriever
from ufo.schema.knowledge import PLACES, Knowledge, Passage, Query

_log = logging.getLogger(__name__)
_MOST_PASSAGES, _MOST_CHARS = 10, 4_000
"""Of each place: how many passages one retriever may add, and how long each may be."""
_CHARS_A_TOKEN = 4
Report = Callable[[str, tuple[tuple[str, Passage], ...]], None]
"""Called with an application root and the passages, each with its place, that no earlier turn was told."""


@dataclass(frozen=True, slots=True)
class NamedRetriever:
    """A retriever with its name in messages, and the seconds that it may take for one turn."""

    name: str
    retriever: Retriever
    timeout_s: float


def configured(settings: Mapping[str, RetrieverSettings]) -> list[NamedRetriever]:
    """Return the person's own retrievers. Raises ConfigError for one that cannot be created."""
    return [_created(name, retriever_settings) for name, retriever_settings in settings.items()]


def together(named: Iterable[NamedRetriever], tell: Callable[[str], None]) -> Retriever:
    """Return one retriever that asks these side by side and joins their answers in this order."""
    kept = list(named)
    return _Retrievers(kept, tell) if kept else NoRetriever()


def _created(name: str, settings: RetrieverSettings) -> NamedRetriever:
    kind = find(Group.RETRIEVERS, settings.retriever)
    try:
        made = kind(**settings.options)
    except Exception as error:  # noqa: BLE001 the boundary of code from outside
        raise ConfigError(
            f"retrievers.{name}: {settings.retriever!r} cannot be created with the options "
            f"{sorted(settings.options)} ({why(error)}); correct them"
        ) from error
    if not callable(getattr(made, "retrieve", None)):
        raise ConfigError(f"retrievers.{name}: {settings.retriever!r} is no retriever: it has no method `retrieve`")
    awaited = inspect.iscoroutinefunction(made.retrieve)
    return NamedRetriever(name, made if awaited else _InThread(name, made.retrieve), settings.timeout_s)


class _InThread:
    """A retriever that blocks, asked in a thread that nobody waits for once its time is over. It is not asked again while it
    hangs, and the process does not wait for it at its end.
    """

    def __init__(self, name: str, ask: Callable[[Query], Any]) -> None:
        self._name = name
        self._ask = ask
        self._busy = threading.Lock()

    async def retrieve(self, query: Query) -> Knowledge:
        if not self._busy.acquire(blocking=False):
            return Knowledge()

        def ask() -> Any:
            try:
                return self._ask(query)
            finally:
                self._busy.release()

        found: Knowledge = await in_thread(f"retriever {self._name}", ask)
        return found


class _Retrievers:
    def __init__(self, named: list[NamedRetriever], tell: Callable[[str], None]) -> None:
        self._named = named
        self._tell = tell

    async def retrieve(self, query: Query) -> Knowledge:
        found = await asyncio.gather(*(self._asked(named_retriever, query) for named_retriever in self._named))
        return Knowledge(**{place: tuple(text for each in found for text in each[place]) for place in PLACES})

    async def _asked(self, named_retriever: NamedRetriever, query: Query) -> Knowledge:
        now = time.monotonic()
        seconds = min(named_retriever.timeout_s, query.left_s(now))
        try:
            async with asyncio.timeout(seconds):
                answer = await named_retriever.retriever.retrieve(replace(query, until=now + seconds))
        except TimeoutError:
            self._tell(
                f"the retriever {named_retriever.name!r} did not answer within {seconds:.3g} s; this turn goes on without it"
            )
            return Knowledge()
        except Exception as error:  # noqa: BLE001 the boundary of code from outside
            self._tell(note_fault(_log, f"the retriever {named_retriever.name!r}", error))
            return Knowledge()
        return self._checked(named_retriever.name, answer)

    def _checked(self, name: str, answer: Any) -> Knowledge:
        if not isinstance(answer, Knowledge):
            self._tell(f"the retriever {name!r} returned {type(answer).__name__}, not Knowledge; it is left out")
            return Knowledge()
        return Knowledge(**{place: _capped(answer[place], name) for place in PLACES})


def _capped(passages: Iterable[Any], name: str) -> tuple[Passage, ...]:
    """Return at most so many passages of at most that length. A plain text gets the retriever's name as its source."""
    listed = [
        passage if isinstance(passage, Passage) else Passage(str(passage))
        for passage in tuple(passages)[:_MOST_PASSAGES]
    ]
    return tuple(replace(passage, text=passage.text[:_MOST_CHARS], source=passage.source or name) for passage in listed)


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
