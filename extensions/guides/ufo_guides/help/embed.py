"""Makes the vectors of what was learned, a few sections at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.vectors import Embedder

_AT_ONCE = 64
_MOST_CHARS = 4_000


async def embed_sections(store: KnowledgeStore, embedder: Embedder, advanced: Callable[[int], None]) -> int:
    """Ask for the vectors that are missing, and return how many were added. `advanced` is called with how many are. Raises what
    the embedder raises, and KnowledgeError.
    """
    count = 0
    while waiting := await asyncio.to_thread(store.without_vector, embedder.name, _AT_ONCE):
        vectors = await embedder.embed([text[:_MOST_CHARS] for _, text in waiting], asked=False)
        found = {row: vector for (row, _), vector in zip(waiting, vectors, strict=True)}
        await asyncio.to_thread(store.keep_vectors, embedder.name, found)
        count += len(found)
        advanced(count)
    return count
