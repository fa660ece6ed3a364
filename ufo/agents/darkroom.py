"""Pictures are drawn and packed beside the work on the screen: it takes longer than most looks, and nobody waits for the log.

A picture is in the run's folder as soon as it is made. A step ends, and the next one begins, only when all of its are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ufo.schema.picture import Picture
from ufo.trace.emitter import Emitter
from ufo.trace.events import Noticed


class Darkroom:
    def __init__(self, emitter: Emitter) -> None:
        self._emitter = emitter
        self._developing: dict[asyncio.Task[Picture], str] = {}

    def develop(self, role: str, path: str, make: Callable[[], Picture]) -> asyncio.Task[Picture]:
        """Begins to make a picture in a thread and keeps it under `path`. Who needs it at once awaits what is returned."""
        task = asyncio.create_task(self._made(role, path, make), name=f"picture {path}")
        self._developing[task] = path
        return task

    async def finish(self) -> None:
        """Until every picture begun is on disk. One that could not be made is told; the step stands without it."""
        while self._developing:
            pictures, self._developing = self._developing, {}
            for path, result in zip(
                pictures.values(), await asyncio.gather(*pictures, return_exceptions=True), strict=True
            ):
                if isinstance(result, BaseException):
                    self._emitter.emit(Noticed(text=f"the picture {path!r} could not be made: {result}"))

    async def _made(self, role: str, path: str, make: Callable[[], Picture]) -> Picture:
        picture = await asyncio.to_thread(make)
        self._emitter.save_picture(role, path, picture)
        return picture
