"""A DevTools connection to a browser: JSON messages that end with a zero byte, answers by number, events by session."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

_MOST_BYTES = 32 * 1024 * 1024

Hears = Callable[[str, Mapping[str, Any]], None]


class QuestionRefused(Exception):
    """The browser answered with an error."""


UNANSWERED = (TimeoutError, OSError, EOFError, ValueError, QuestionRefused)
"""What a question raises that gets no answer in time, or none that can be read."""


class Connection:
    """Closing the connection detaches from all targets. Every question raises EOFError or OSError once it is closed, and
    ValueError where the browser says what cannot be read.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._hearing: dict[str, Hears] = {}
        self._over: Exception | None = None
        self._listens = asyncio.create_task(self._listen())

    @classmethod
    async def open(cls, place: Path) -> Self:
        return cls(*await asyncio.open_unix_connection(place, limit=_MOST_BYTES))

    @property
    def is_open(self) -> bool:
        return self._over is None

    async def ask(self, method: str, session: str = "", /, **parameters: Any) -> Any:
        """Return the answer to a question. Raises QuestionRefused."""
        if self._over is not None:
            raise self._over
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
        answer = self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            self._writer.write(json.dumps(message).encode() + b"\0")
            await self._writer.drain()
            return await answer
        finally:
            self._asked.pop(number, None)

    def hear(self, session: str, heard: Hears) -> None:
        """Call `heard` with each event of a session from now on."""
        self._hearing[session] = heard

    async def close(self) -> None:
        self._listens.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._listens
        self._writer.close()

    async def _listen(self) -> None:
        try:
            while True:
                self._take(json.loads((await self._reader.readuntil(b"\0"))[:-1]))
        except asyncio.LimitOverrunError:
            self._end(ValueError("its answer is too long to be read"))
        except (EOFError, OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            self._end(error)
        finally:
            self._end(EOFError("the connection is closed"))

    def _take(self, message: Mapping[str, Any]) -> None:
        if "id" not in message:
            heard = self._hearing.get(str(message.get("sessionId", "")))
            if heard is not None:
                heard(str(message["method"]), message.get("params", {}))
            return
        answer = self._asked.get(message["id"])
        if answer is None or answer.done():
            return
        if "error" in message:
            answer.set_exception(QuestionRefused(str(message["error"].get("message", ""))))
        else:
            answer.set_result(message["result"])

    def _end(self, error: Exception) -> None:
        self._over = self._over or error
        for answer in self._asked.values():
            if not answer.done():
                answer.set_exception(self._over)
