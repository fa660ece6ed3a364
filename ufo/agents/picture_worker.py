"""Encodes and writes pictures in a worker thread: this takes longer than most looks, and no step should wait for the log.

A picture is written to the run's folder as soon as it is made. A step ends, and the next begins, only when all its pictures
are.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from ufo.schema.picture import Picture
from ufo.trace.emitter import Emitter
from ufo.trace.events import Noticed

_LATER_S = 0.07
"""Drawing is put off for so many seconds. From a look to the end of its action, the keys for a field included, nothing waits, and
drawing would hold the action up, since threads share one interpreter. A moment later the application or the model works."""


class PictureWorker:
    def __init__(self, emitter: Emitter, tidy: Callable[[], None] = lambda: None) -> None:
        """Create a worker. `tidy` is called whenever no picture is left to be made."""
        self._emitter = emitter
        self._tidy = tidy
        self._open = 0
        self._drawing: dict[asyncio.Task[Picture], str] = {}
        self._preparing: set[asyncio.Task[object]] = set()
        self._hurry = asyncio.Event()
        # A picture takes several times the memory of its pixels while it is drawn; two at once would only take more memory.
        self._one_at_a_time = asyncio.Semaphore(1)

    def submit(
        self, role: str, path: str, make: Callable[[], Picture], *, at_once: bool = False
    ) -> asyncio.Task[Picture]:
        """Make a picture in a thread and save it under `path`, without delay `at_once` where a caller awaits it."""
        task = asyncio.create_task(self._made(role, path, make, at_once), name=f"picture {path}")
        self._drawing[task] = path
        return task

    def prepare(self, work: Callable[[], object]) -> None:
        """Start work in a thread whose result is needed soon. Whoever needs the result meets its failure again."""
        task = asyncio.create_task(asyncio.to_thread(work), name="a picture to come")
        self._preparing.add(task)
        task.add_done_callback(self._prepared)

    def _prepared(self, task: asyncio.Task[object]) -> None:
        self._preparing.discard(task)
        if not task.cancelled():
            task.exception()

    async def finish(self) -> None:
        """Wait until every picture begun is on disk. One that could not be made is reported, and the step goes on."""
        self._hurry.set()
        if self._preparing:
            await asyncio.wait(self._preparing)
        while self._drawing:
            pictures, self._drawing = self._drawing, {}
            for path, result in zip(
                pictures.values(), await asyncio.gather(*pictures, return_exceptions=True), strict=True
            ):
                if isinstance(result, BaseException):
                    self._emitter.emit(Noticed(text=f"the picture {path!r} could not be made: {result}"))
        self._hurry.clear()

    async def _made(self, role: str, path: str, make: Callable[[], Picture], at_once: bool) -> Picture:
        self._open += 1
        try:
            if not at_once:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._hurry.wait(), _LATER_S)
            async with self._one_at_a_time:
                picture = await asyncio.to_thread(make)
        finally:
            self._open -= 1
            if not self._open:
                self._tidy()
        self._emitter.save_picture(role, path, picture)
        return picture
