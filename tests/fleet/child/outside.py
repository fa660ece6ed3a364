"""Whom the runs of a test tell and ask."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tests.waiting import in_time
from ufo.fleet.jobs.seams import Progress


class Outside:
    """Answers each question with `answer`, or never. Implements `ufo.fleet.jobs.seams.Outward`."""

    def __init__(self, answer: str | None = None) -> None:
        self.answer = answer
        self.asked: list[str] = []
        self.told: list[Progress] = []
        self.logged: list[bytes] = []
        self.calls = 0
        self.refuses: Exception | None = None
        self._news = asyncio.Event()

    async def ask(self, question: str) -> str | None:
        self.asked.append(question)
        self._news.set()
        if self.answer is None:
            await asyncio.Event().wait()
        return self.answer

    async def tell(self, progress: Progress) -> None:
        self.told.append(progress)
        self._news.set()

    async def log(self, lines: bytes) -> None:
        if self.refuses is not None:
            raise self.refuses
        self.logged.append(lines)
        self._news.set()

    async def may_call(self) -> None:
        self.calls += 1

    async def until(self, condition: Callable[[], object]) -> None:
        with in_time():
            while not condition():
                await self._news.wait()
                self._news.clear()
