from __future__ import annotations

import asyncio
import time

from ufo.knowledge.configured import NamedRetriever, together
from ufo.schema.knowledge import Knowledge, Passage, Query


def _asked(seconds: float = 5.0) -> Query:
    return Query("freeze the first row", "calc", time.monotonic() + seconds)


class Answering:
    def __init__(self, text: str) -> None:
        self._text = text

    async def retrieve(self, query: Query) -> Knowledge:
        return Knowledge(offline_docs=(Passage(self._text),))


class Hanging:
    def __init__(self) -> None:
        self.cancelled = False

    async def retrieve(self, query: Query) -> Knowledge:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        return Knowledge()


async def test_retrievers_are_asked_side_by_side_and_one_that_hangs_is_cancelled_and_left_out() -> None:
    told: list[str] = []
    hanging = Hanging()
    named = [NamedRetriever("web", hanging, 0.05), NamedRetriever("guide", Answering("View > Freeze"), 5.0)]
    found = await together(named, told.append).retrieve(_asked())
    assert found == Knowledge(offline_docs=(Passage("View > Freeze", "guide"),))
    assert hanging.cancelled and "'web' did not answer within 0.05 s" in told[0]


async def test_the_time_of_the_query_limits_every_retriever() -> None:
    told: list[str] = []
    found = await together([NamedRetriever("web", Hanging(), 60.0)], told.append).retrieve(_asked(0.05))
    assert found == Knowledge() and len(told) == 1


async def test_a_turn_that_is_cancelled_cancels_what_it_looked_up() -> None:
    hanging = Hanging()
    turn = asyncio.create_task(together([NamedRetriever("web", hanging, 60.0)], lambda _: None).retrieve(_asked(60.0)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    turn.cancel()
    await asyncio.gather(turn, return_exceptions=True)
    assert hanging.cancelled
