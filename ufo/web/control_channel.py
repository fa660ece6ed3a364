"""The channel between a page and a run: what the page asks goes to the run's control socket, and news and pictures come back.

Both speak the messages of `ufo.runs.control.messages`. A picture is one binary message: 4 bytes with the length of its JSON, the
JSON, and the files of its tiles. The page says when it has drawn one; until then no other is sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import struct
from collections.abc import Callable
from pathlib import Path

from pydantic import BaseModel, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from ufo.errors import ControlError
from ufo.runs.control.control_client import ControlClient, ShownPicture
from ufo.runs.control.messages import (
    FROM_CLIENT,
    Answer,
    Answered,
    Give,
    Hello,
    Pause,
    PicturesFailed,
    Request,
    Resume,
    Seen,
    SendInput,
    Step,
    Stop,
    Take,
    TellState,
    Unwatch,
    Watch,
)

_LENGTH = struct.Struct(">I")
_MOST_AT_ONCE = 32
_NO_RUN = 4404
_SILENT_S = 60.0
"""A page says something every few seconds, if only that it is there."""


class ControlChannel:
    """One page at one run."""

    def __init__(self, socket: WebSocket, client: ControlClient) -> None:
        self._socket = socket
        self._client = client
        self._pictures: asyncio.Task[None] | None = None
        self._drawn = asyncio.Event()
        self._sending = asyncio.Lock()

    async def run(self) -> None:
        """Carry messages both ways until the page leaves or the run ends."""
        requests = asyncio.Queue[Request](_MOST_AT_ONCE)
        tasks = [
            asyncio.create_task(work) for work in (self._hear(requests), self._do_in_order(requests), self._tell_news())
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            await self._stop_pictures()
        for task in done:
            task.result()

    async def _tell_news(self) -> None:
        async for news in self._client.changes():
            await self._tell(news)

    async def _hear(self, requests: asyncio.Queue[Request]) -> None:
        """Take what the page says, until it leaves or falls silent."""
        while True:
            try:
                async with asyncio.timeout(_SILENT_S):
                    text = await self._socket.receive_text()
            except (WebSocketDisconnect, TimeoutError, KeyError):
                return
            try:
                message = FROM_CLIENT.validate_json(text)
            except ValidationError:
                await self._tell(Answered(number=0, why="the page sent what is no message; load it again"))
                continue
            if isinstance(message, Seen):
                self._drawn.set()
            elif isinstance(message, Watch):
                await self._stop_pictures()
                self._pictures = asyncio.create_task(self._tell_pictures(message.width))
            elif isinstance(message, Unwatch):
                await self._stop_pictures()
            elif not isinstance(message, Hello):
                await requests.put(message)

    async def _do_in_order(self, requests: asyncio.Queue[Request]) -> None:
        while True:
            request = await requests.get()
            why = ""
            try:
                await self._do(request)
            except ControlError as error:
                why = str(error)
            await self._tell(Answered(number=request.number, why=why))

    async def _do(self, request: Request) -> None:
        client = self._client
        match request:
            case TellState():
                await client.state()
            case Pause():
                await client.pause()
            case Resume():
                await client.resume()
            case Step():
                await client.step()
            case Stop():
                await client.stop()
            case Answer():
                await client.answer(request.question, request.choice, request.text)
            case Take():
                await client.take(request.name)
            case Give():
                await client.give()
            case SendInput():
                await client.send_input(*request.events)

    async def _tell_pictures(self, width: int) -> None:
        try:
            async for shown in self._client.pictures(width):
                self._drawn.clear()
                async with self._sending:
                    await self._socket.send_bytes(_framed(shown))
                await self._drawn.wait()
        except ControlError as error:
            await self._tell(PicturesFailed(why=str(error)))
        except (WebSocketDisconnect, RuntimeError):
            # The page has left; who hears it ends the rest.
            return

    async def _stop_pictures(self) -> None:
        if self._pictures is not None:
            self._pictures.cancel()
            await asyncio.wait([self._pictures])
            self._pictures = None

    async def _tell(self, message: BaseModel) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            async with self._sending:
                await self._socket.send_text(message.model_dump_json())


async def connect(socket: WebSocket, folder: Path | None, vnc: Callable[[Path], str]) -> None:
    """Connect a page to the run in a folder. Where there is none to reach, say why and close. `vnc` returns the address at which
    a run is shown by VNC, or "".
    """
    await socket.accept()
    try:
        if folder is None:
            raise ControlError("there is no such run")
        async with await ControlClient.connect(folder, "the page") as client:
            told = {"run_id": client.run_id, "client": client.client_id, "vnc": vnc(folder)}
            await socket.send_json({"kind": "welcome", **told})
            await ControlChannel(socket, client).run()
    except ControlError as error:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_json({"kind": "gone", "why": str(error)})
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(_NO_RUN)


def _framed(shown: ShownPicture) -> bytes:
    body = shown.update.model_dump_json().encode()
    return b"".join((_LENGTH.pack(len(body)), body, *shown.files))
