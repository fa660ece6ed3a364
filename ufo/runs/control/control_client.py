"""Watches and steers a run from another process, over its control socket.

    async with await ControlClient.connect(run_folder, "page") as client:
        await client.pause()
        async for picture in client.pictures(width=1280): ...

Every call raises ControlError where the run is gone or refuses, with the reason and the next move.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from pydantic import BaseModel, ValidationError

from ufo.errors import ControlError
from ufo.runs.control.frames import control_file, framed, read_frame
from ufo.runs.control.messages import (
    FROM_SERVER,
    MOST_DATA,
    MOST_EVENTS,
    MOST_JSON,
    Answer,
    Answered,
    Choice,
    Give,
    Hello,
    Pause,
    PersonInput,
    PicturesFailed,
    PictureUpdate,
    QuestionClosed,
    Request,
    Resume,
    RunState,
    Seen,
    SendInput,
    Step,
    Stop,
    Take,
    TellState,
    Unwatch,
    Watch,
    Welcome,
)

_CONNECT_S = 5.0
ANSWER_S = 30.0
_TAKE_S = 180.0
"""An act in hand ends before the lease is given, such as a program that starts."""
_MOST_NEWS = 256
GONE = "the run is gone: it has ended or was killed; read how with: ufo report last"

News = RunState | QuestionClosed
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """What changed in the picture, and the file of each tile, in their order."""

    update: PictureUpdate
    files: tuple[bytes, ...]


class ControlClient:
    """One connection to one run. It may be used by several tasks of one event loop. `run_id` is the run's, `client_id` this
    client's, as in `RunState.lease`.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, welcome: Welcome) -> None:
        self._reader = reader
        self._writer = writer
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[str]] = {}
        self._news: set[asyncio.Queue[News | None]] = set()
        self._pictures: asyncio.Queue[ShownPicture | str | None] | None = None
        self._last: RunState | None = None
        self._is_over = False
        self.run_id, self.client_id = welcome.run_id, welcome.client
        self._reading = asyncio.create_task(self._read(), name="control-client")

    @classmethod
    async def connect(cls, run_folder: Path, name: str = "", *, person: bool = True) -> Self:
        """Connect to the run whose log lies in that folder. `name`: what people read as this client's name; `person`: a person is
        behind it who may be asked.
        """
        return cls(*await greet(run_folder, Hello(name=name[:80], person=person)))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection. A lease that it held ends."""
        self._reading.cancel()
        await asyncio.wait([self._reading])
        self._end()
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    async def state(self) -> RunState:
        """Return the state of the run now. Whoever holds the lease renews it by this."""
        await self._do(TellState())
        if self._last is None:
            raise ControlError(GONE)
        return self._last

    async def pause(self) -> None:
        """Park the run before its next act or turn. Returns at once."""
        await self._do(Pause())

    async def resume(self) -> None:
        await self._do(Resume())

    async def step(self) -> None:
        """Let a parked run do one act or one turn."""
        await self._do(Step())

    async def stop(self) -> None:
        """End the run as CANCELLED. Returns when that is under way."""
        await self._do(Stop())

    async def answer(self, question_id: str, choice: Choice, text: str = "") -> None:
        """Answer an open question of `RunState.questions`. Refused where somebody else was faster."""
        await self._do(Answer(question=question_id, choice=choice, text=text))

    async def take(self, name: str = "") -> None:
        """Get the lease: return when the act in hand has ended, the turn is parked and the desktop is free to work on."""
        await self._do(Take(name=name[:80]), _TAKE_S)

    async def give(self) -> None:
        await self._do(Give())

    async def send_input(self, *events: PersonInput) -> None:
        """Do events of pointer and keyboard, in order; return when they were delivered."""
        for start in range(0, len(events), MOST_EVENTS):
            await self._do(SendInput(events=events[start : start + MOST_EVENTS]))

    async def changes(self) -> AsyncGenerator[News, None]:
        """Yield the state as it is, and then each change, until the run ends. What is not fetched in time is joined to the newest
        state.
        """
        queue: asyncio.Queue[News | None] = asyncio.Queue(_MOST_NEWS)
        self._news.add(queue)
        if self._last is not None:
            queue.put_nowait(self._last)
        if self._is_over:
            _offer(queue, None)
        try:
            while (news := await queue.get()) is not None:
                yield news
        finally:
            self._news.discard(queue)

    async def pictures(self, width: int = 1280) -> AsyncGenerator[ShownPicture, None]:
        """Yield a whole picture, at most `width` pixels wide, and then what changes in it, until the run ends. Who fetches slowly
        gets fewer pictures, and always the newest. One iterator at a time: a new one ends the one before.

        Raises ControlError where no picture can be shown.
        """
        if self._pictures is not None:
            _offer(self._pictures, None)
        queue: asyncio.Queue[ShownPicture | str | None] = asyncio.Queue(4)
        self._pictures = queue
        if self._is_over:
            return
        await self._do(Watch(width=width))
        try:
            while (shown := await queue.get()) is not None:
                if isinstance(shown, str):
                    raise ControlError(shown)
                yield shown
                self._send(Seen(sequence=shown.update.sequence))
        finally:
            if self._pictures is queue:
                self._pictures = None
                with contextlib.suppress(ControlError):
                    await self._do(Unwatch())

    async def _do(self, request: Request, within_s: float = ANSWER_S) -> None:
        number = next(self._numbers)
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            self._send(request.model_copy(update={"number": number}))
            async with asyncio.timeout(within_s):
                why = await answer
        except TimeoutError as error:
            raise ControlError(f"the run did not answer within {within_s:g} s; see whether it is stopped") from error
        finally:
            self._waiting.pop(number, None)
        if why:
            raise ControlError(why)

    def _send(self, message: BaseModel) -> None:
        if self._is_over or self._writer.is_closing():
            raise ControlError(GONE)
        self._writer.write(framed(message))

    async def _read(self) -> None:
        try:
            while True:
                body, data = await read_frame(self._reader, MOST_JSON, MOST_DATA)
                self._receive(FROM_SERVER.validate_json(body), data)
        except (OSError, asyncio.IncompleteReadError, ValidationError, ControlError):
            self._end()

    def _receive(self, message: BaseModel, data: bytes) -> None:
        match message:
            case Answered(number=number, why=why):
                answer = self._waiting.get(number)
                if answer is not None and not answer.done():
                    answer.set_result(why)
            case RunState() | QuestionClosed():
                if isinstance(message, RunState):
                    self._last = message
                for queue in self._news:
                    _offer(queue, message)
            case PictureUpdate():
                if self._pictures is not None:
                    _offer(self._pictures, ShownPicture(message, _files(message, data)))
            case PicturesFailed(why=why):
                if self._pictures is not None:
                    _offer(self._pictures, why)

    def _end(self) -> None:
        """Tell everybody who waits that nothing comes any more."""
        self._is_over = True
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_result(GONE)
        for queue in self._news:
            _offer(queue, None)
        if self._pictures is not None:
            _offer(self._pictures, None)


async def greet(run_folder: Path, hello: Hello) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, Welcome]:
    """Connect to the run whose log lies in that folder. Raises ControlError where it is gone or refuses."""
    path = control_file(run_folder).socket
    try:
        async with asyncio.timeout(_CONNECT_S):
            reader, writer = await asyncio.open_unix_connection(path)
            writer.write(framed(hello))
            body, _ = await read_frame(reader, MOST_JSON, 0)
            welcome = FROM_SERVER.validate_json(body)
    except (OSError, TimeoutError, asyncio.IncompleteReadError, ValidationError) as error:
        raise ControlError(GONE) from error
    if isinstance(welcome, Welcome):
        return reader, writer, welcome
    writer.close()
    if isinstance(welcome, Answered):
        raise ControlError(welcome.why)
    raise ControlError("what answers at the control socket is no run of this version; update the older of both")


def _offer(queue: asyncio.Queue[T], item: T) -> None:
    """Put an item into a queue; where it is full, in the place of the oldest."""
    if queue.full():
        queue.get_nowait()
    queue.put_nowait(item)


def _files(update: PictureUpdate, data: bytes) -> tuple[bytes, ...]:
    ends = list(itertools.accumulate(tile.size for tile in update.tiles))
    return tuple(data[end - tile.size : end] for tile, end in zip(update.tiles, ends, strict=True))
