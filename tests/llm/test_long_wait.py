from __future__ import annotations

import asyncio

import pytest

from ufo.llm.retries import told_while_waiting


async def test_a_quick_answer_is_not_remarked_on() -> None:
    told: list[str] = []
    assert await told_while_waiting(asyncio.sleep(0, "here"), "m", told.append) == "here"
    assert not told


async def test_a_long_wait_is_told_ever_more_rarely_and_goes_on() -> None:
    told: list[str] = []
    there = asyncio.Event()

    def tell(text: str) -> None:
        told.append(text)
        if len(told) == 3:
            there.set()

    await told_while_waiting(there.wait(), "the model", tell, first_s=0.01)
    assert [line.split(" s;")[0] for line in told] == [
        f"the model has not answered for {seconds}" for seconds in (0.01, 0.02, 0.04)
    ]


async def test_an_error_of_the_work_is_the_error() -> None:
    async def fail() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await told_while_waiting(fail(), "m", lambda _: None)


async def test_a_cancelled_wait_ends_the_work() -> None:
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    waiting = asyncio.ensure_future(told_while_waiting(work(), "m", lambda _: None))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.wait_for(ended.wait(), 1)
