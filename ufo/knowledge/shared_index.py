"""The index of one run: opened when it is first needed, in the thread that needs it, and shared by all that look things up."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from ufo.knowledge.index.store import KnowledgeStore

INDEX = "index.sqlite"
"""The name of the index in the folder of what was learned."""


def _nothing(_: KnowledgeStore) -> None:
    pass


class SharedIndex:
    """Calls `ready` with the index once, when it is opened. `tell` is called where it had to be made anew. Thread-safe."""

    def __init__(
        self,
        knowledge_folder: Path,
        tell: Callable[[str], None],
        ready: Callable[[KnowledgeStore], None] = _nothing,
    ) -> None:
        self._path = knowledge_folder.expanduser() / INDEX
        self._tell = tell
        self._ready = ready
        self._opening = threading.Lock()
        self._store: KnowledgeStore | None = None

    def get(self) -> KnowledgeStore:
        """Return the index, made where there is none. Blocking. Raises KnowledgeError where it cannot be used."""
        with self._opening:
            if self._store is None:
                store = KnowledgeStore(self._path, self._tell)
                self._ready(store)
                self._store = store
            return self._store

    def if_any(self) -> KnowledgeStore | None:
        """Return the index, None where nothing was ever learned. Blocking. Raises KnowledgeError where it cannot be used."""
        return self.get() if self._store is not None or self._path.exists() else None

    def close(self) -> None:
        with self._opening:
            if self._store is not None:
                self._store.close()
                self._store = None
