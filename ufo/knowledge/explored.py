"""Has the help that an application brought along read when a run first works in it, so that the next look-up finds it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from ufo.errors import KnowledgeError
from ufo.faults import note_fault
from ufo.knowledge.left_behind import in_thread
from ufo.knowledge.retriever import Retriever
from ufo.knowledge.shared_index import SharedIndex
from ufo.schema.knowledge import Knowledge, Query

_log = logging.getLogger(__name__)
_MOST_S = 3.0
_SPARE_S = 0.3


LearnInstalled = Callable[[SharedIndex, str, float], str]
"""Brings the help that an installed application (its root) brought along into the index, until that moment on the clock of
`time.monotonic`; what did not change is not read again. Returns in words what is new, "" for nothing. Blocking. Raises
KnowledgeError.
"""


class Explored:
    """Asks `inner`, at the first question about an application once its own help was read, for as long as the question waits."""

    def __init__(
        self, inner: Retriever, index: SharedIndex, learn: LearnInstalled, tell: Callable[[str], None]
    ) -> None:
        self._inner = inner
        self._index = index
        self._learn = learn
        self._tell = tell
        self._begun: dict[str, asyncio.Task[None]] = {}

    async def retrieve(self, query: Query) -> Knowledge:
        name = query.application
        if name and name not in self._begun:
            self._begun[name] = asyncio.create_task(self._explore(name))
        if name and not (task := self._begun[name]).done():
            await asyncio.wait([task], timeout=max(0.0, query.left_s(time.monotonic()) - _SPARE_S))
        return await self._inner.retrieve(query)

    async def _explore(self, application: str) -> None:
        def learn() -> str:
            return self._learn(self._index, application, time.monotonic() + _MOST_S)

        try:
            said = await in_thread(f"help of {application}", learn)
        except KnowledgeError as error:
            _log.info("the help of %s is not read: %s", application, error)
        except Exception as error:  # noqa: BLE001 a fault in what is only of help must not end a turn
            note_fault(_log, f"reading the help of {application}", error)
        else:
            if said:
                self._tell(said)
