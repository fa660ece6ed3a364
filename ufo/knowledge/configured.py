"""The retrievers that the settings name: each within its time, and none of them able to end a turn."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from queue import Empty, SimpleQueue
from typing import Any

from ufo.config.settings import RetrieverSettings
from ufo.errors import ConfigError
from ufo.extensions import Group, find
from ufo.faults import note_fault, why
from ufo.knowledge.retriever import NoRetriever, Retriever
from ufo.schema.inputs import Knowledge

_log = logging.getLogger(__name__)
_MOST_TEXTS, _MOST_CHARS = 10, 4_000
"""Of each kind of knowledge: how many texts one retriever may add, and how long each may be."""


@dataclass(frozen=True, slots=True)
class _Named:
    name: str
    retriever: Retriever
    timeout_s: float


def configured(settings: Mapping[str, RetrieverSettings], tell: Callable[[str], None]) -> Retriever:
    """Return one retriever that asks all of these in turn. `tell` is called with what went wrong. Raises ConfigError for one
    that cannot be created.
    """
    if not settings:
        return NoRetriever()
    return _Retrievers([_created(name, one) for name, one in settings.items()], tell)


def _created(name: str, settings: RetrieverSettings) -> _Named:
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
    return _Named(name, made, settings.timeout_s)


class _Retrievers:
    def __init__(self, named: list[_Named], tell: Callable[[str], None]) -> None:
        self._named = named
        self._tell = tell
        self._busy: set[str] = set()

    def retrieve(self, request: str, application: str) -> Knowledge:
        """Blocking: until each has answered or its time is over."""
        found = [self._asked(one, request, application) for one in self._named]
        return Knowledge(
            **{one.name: tuple(text for each in found for text in getattr(each, one.name)) for one in fields(Knowledge)}
        )

    def _asked(self, one: _Named, request: str, application: str) -> Knowledge:
        if one.name in self._busy:
            return Knowledge()
        answers: SimpleQueue[Any] = SimpleQueue()

        def ask() -> None:
            try:
                answers.put(one.retriever.retrieve(request, application))
            except Exception as error:  # noqa: BLE001 the boundary of code from outside
                answers.put(error)
            finally:
                self._busy.discard(one.name)

        # It is not asked again while it hangs, and the process does not wait for it at its end.
        self._busy.add(one.name)
        threading.Thread(target=ask, name=f"retriever {one.name}", daemon=True).start()
        try:
            answer = answers.get(timeout=one.timeout_s)
        except Empty:
            self._tell(
                f"the retriever {one.name!r} did not answer within {one.timeout_s:g} s; this turn goes on without it"
            )
            return Knowledge()
        return self._checked(one.name, answer)

    def _checked(self, name: str, answer: Any) -> Knowledge:
        if isinstance(answer, Exception):
            self._tell(note_fault(_log, f"the retriever {name!r}", answer))
            return Knowledge()
        if not isinstance(answer, Knowledge):
            self._tell(f"the retriever {name!r} returned {type(answer).__name__}, not Knowledge; it is left out")
            return Knowledge()
        return Knowledge(**{one.name: _short(getattr(answer, one.name)) for one in fields(Knowledge)})


def _short(texts: Any) -> tuple[str, ...]:
    return tuple(str(one)[:_MOST_CHARS] for one in tuple(texts)[:_MOST_TEXTS])
