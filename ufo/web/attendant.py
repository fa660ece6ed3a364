"""Is there for a run that the page started, so that its questions wait for a person who has not opened it yet, and tells them
what no page shows: that it asks, and how it ended.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path

from ufo.errors import ControlError
from ufo.runs.control.control_client import ControlClient
from ufo.runs.control.messages import RunState
from ufo.trace.run_folders import RunFolder, line_of_run

_LOOK_S = 0.1
"""A run opens its socket before its first turn, which takes longer than this."""
_MOST_CHARS = 500
Tell = Callable[[str, str], Awaitable[object]]
"""Tells the person: a title, and a text."""


class Attendant:
    """Of one run. `run`: its folder; `address`: of its page."""

    def __init__(self, run: Path, address: str, tell: Tell) -> None:
        self._run = run
        self._address = address
        self._tell = tell
        self._told: set[str] = set()
        self._is_alone = False

    async def attend(self, goes_on: Callable[[], bool]) -> None:
        """Be there until the run has ended, which `goes_on` tells."""
        while goes_on():
            with contextlib.suppress(ControlError):
                async with await ControlClient.connect(self._run, "the page's server") as client:
                    async for news in client.changes():
                        if isinstance(news, RunState):
                            await self._mind(news)
            await asyncio.sleep(_LOOK_S)
        if self._is_alone:
            await self._say_end()

    async def _mind(self, state: RunState) -> None:
        self._is_alone = state.clients <= 1
        for question in state.questions:
            if self._is_alone and question.id not in self._told:
                self._told.add(question.id)
                await self._say(f"ufo asks: {question.text}", state.request)

    async def _say_end(self) -> None:
        line = await asyncio.to_thread(line_of_run, RunFolder(self._run))
        request = line.started.request if line.started else self._run.name
        ended = line.summary
        said = f"{ended.outcome}: {ended.reason or ended.answer}" if ended else "broken off: its process has ended"
        await self._say(f"ufo: {request}", said)

    async def _say(self, title: str, text: str) -> None:
        await self._tell(title.splitlines()[0][:_MOST_CHARS], f"{text[:_MOST_CHARS]}\n{self._address}")
