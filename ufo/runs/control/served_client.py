"""One client of the control socket, from its greeting to its end."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Protocol

from pydantic import BaseModel

from ufo.errors import ControlError, DesktopError
from ufo.runs.control.desktop_aside import Relay
from ufo.runs.control.frames import framed, read_frame
from ufo.runs.control.messages import (
    FROM_CLIENT,
    MOST_FROM_CLIENT,
    PROTOCOL,
    Answer,
    Answered,
    Give,
    Hello,
    Pause,
    PicturesFailed,
    PictureUpdate,
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
from ufo.runs.control.picture_stream import PictureStream
from ufo.runs.control.steered_run import Given, Steering

_HELLO_S = 5.0
_SLOW_S = 10.0
_MOST_WAITING = 256
_MOST_INPUTS = 64
_LEAVING = b""


class Served(Protocol):
    """The run that a client is served of."""

    run_id: str
    steering: Steering
    stream: PictureStream
    relay: Relay

    def state(self) -> RunState: ...


class ServedClient:
    """`id` is the client's, as in the state; `name` is what people read."""

    def __init__(self, client_id: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, run: Served) -> None:
        self.id = client_id
        self.name = ""
        self.is_person = False
        self._reader = reader
        self._writer = writer
        self._run = run
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue(_MOST_WAITING)
        self._inputs: asyncio.Queue[SendInput | Give] = asyncio.Queue(_MOST_INPUTS)
        self._takes: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Serve until the client goes or sends what is no message. Raises OSError, IncompleteReadError, ValidationError."""
        try:
            async with asyncio.timeout(_HELLO_S):
                hello = FROM_CLIENT.validate_json((await read_frame(self._reader, MOST_FROM_CLIENT, 0))[0])
        except (ControlError, TimeoutError):
            return
        if not isinstance(hello, Hello):
            return
        if hello.protocol != PROTOCOL:
            why = (
                f"this run speaks version {PROTOCOL} of the protocol and not {hello.protocol}; update the older of both"
            )
            self._writer.write(framed(Answered(number=0, why=why)))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_HELLO_S):
                    await self._writer.drain()
            self._writer.close()
            return
        self.name = hello.name or f"client {self.id}"
        self.is_person = hello.person
        self.send(Welcome(run_id=self._run.run_id, client=self.id))
        self._run.steering.stir()
        work = [asyncio.ensure_future(each()) for each in (self._write, self._read, self._work)]
        try:
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (*work, *self._takes):
                task.cancel()
            await asyncio.wait(work)
        for task in work:
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error

    def send(self, message: BaseModel, data: bytes = b"") -> None:
        self.send_frame(framed(message, data))

    def send_frame(self, frame: bytes) -> None:
        """Have a frame sent. A client that fetches nothing is left."""
        try:
            self._outgoing.put_nowait(frame)
        except asyncio.QueueFull:
            self._writer.transport.abort()

    def leave(self) -> None:
        """End once everything was sent."""
        self.send_frame(_LEAVING)

    async def _write(self) -> None:
        while frame := await self._outgoing.get():
            self._writer.write(frame)
            try:
                async with asyncio.timeout(_SLOW_S):
                    await self._writer.drain()
            except TimeoutError:
                return
        self._writer.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_SLOW_S):
                await self._writer.wait_closed()

    async def _read(self) -> None:
        while True:
            try:
                body, _ = await read_frame(self._reader, MOST_FROM_CLIENT, 0)
            except ControlError:
                return
            message = FROM_CLIENT.validate_json(body)
            self._run.steering.sign_of_life(self.id)
            match message:
                case Hello():
                    return
                case Seen(sequence=sequence):
                    self._run.stream.seen(self.id, sequence)
                case SendInput() | Give():
                    await self._inputs.put(message)
                case Take():
                    task = asyncio.ensure_future(self._take(message))
                    self._takes.add(task)
                    task.add_done_callback(self._takes.discard)
                case _:
                    self._answer(message, self._do(message))

    def _do(self, request: Request) -> str:
        """Do what needs no waiting, and return why it is refused, or ""."""
        steering, stream = self._run.steering, self._run.stream
        match request:
            case TellState():
                self.send(self._run.state())
            case Pause():
                return steering.pause(self.name)
            case Resume():
                return steering.resume()
            case Step():
                return steering.step()
            case Stop():
                return steering.stop()
            case Answer(question=question, choice=choice, text=text):
                return steering.answer(question, Given(choice, self.name, text))
            case Watch(width=width):
                stream.watch(self.id, width, self._send_picture)
                steering.stir()
            case Unwatch():
                stream.unwatch(self.id)
                steering.stir()
        return ""

    def _send_picture(self, update: PictureUpdate | PicturesFailed, data: bytes) -> None:
        self.send(update, data)

    async def _take(self, request: Take) -> None:
        self._answer(request, await self._run.steering.take(self.id, request.name or self.name))

    async def _work(self) -> None:
        """Do the input of a client that holds the lease, one after another; it gives the desktop back after all of it."""
        while True:
            request = await self._inputs.get()
            if isinstance(request, Give):
                self._answer(request, self._run.steering.give(self.id))
                continue
            if not self._run.steering.holds(self.id):
                self._answer(request, "you do not have the desktop; take it first")
                continue
            try:
                await self._run.relay.do(request.events)
            except DesktopError as error:
                self._answer(request, str(error))
            else:
                self._answer(request, "")
            self._run.steering.sign_of_life(self.id)

    def _answer(self, request: Request, why: str) -> None:
        self.send(Answered(number=request.number, why=why))
