"""The channel between a page and a run: what the page asks goes to the run's control socket, and news and pictures come back.

Both speak the messages of `ufo.runs.control.messages`. A picture is one binary message: 4 bytes with the length of its JSON, the
JSON, and the files of its tiles. The page says when it has drawn one; until then the run sends no other.
"""

from __future__ import annotations

import asyncio
import contextlib
import struct
from collections.abc import Callable
from pathlib import Path

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from ufo.errors import ControlError
from ufo.runs.control.control_client import ANSWER_S, greet
from ufo.runs.control.frames import framed, read_frame
from ufo.runs.control.messages import (
    FROM_CLIENT,
    FROM_SERVER,
    MOST_DATA,
    MOST_JSON,
    Answered,
    Hello,
    PictureUpdate,
    Seen,
)

_LENGTH = struct.Struct(">I")
_NO_RUN = 4404
_SILENT_S = 60.0
"""A page says something every few seconds, if only that it is there."""
_LEFT = (WebSocketDisconnect, RuntimeError, OSError, EOFError)
"""What is raised where the page has left, or the run has ended."""


class ControlChannel:
    """One page at one run, whose control socket has welcomed it. `answer_s`: how long an answer of the run may take."""

    def __init__(
        self,
        socket: WebSocket,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        answer_s: float = ANSWER_S,
    ) -> None:
        self._socket = socket
        self._reader = reader
        self._writer = writer
        self._answer_s = answer_s
        self._unanswered: set[int] = set()
        self._patience: asyncio.Timeout | None = None
        """The time that the run has for its next frame, while one is waited for."""

    async def run(self) -> None:
        """Carry messages both ways until the page leaves or the run ends. Raises ControlError where the run is silent."""
        tasks = [asyncio.create_task(work) for work in (self._hear(), self._tell())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        for task in done:
            task.result()

    async def _hear(self) -> None:
        """Pass on what the page says, until it leaves or falls silent."""
        with contextlib.suppress(*_LEFT, KeyError):
            while True:
                async with asyncio.timeout(_SILENT_S):
                    text = await self._socket.receive_text()
                try:
                    message = FROM_CLIENT.validate_json(text)
                except ValidationError:
                    why = "the page sent what is no message; load it again"
                    await self._socket.send_text(Answered(number=0, why=why).model_dump_json())
                    continue
                if not isinstance(message, Hello):
                    self._writer.write(framed(message))
                    if not isinstance(message, Seen):
                        self._begin_to_wait(message.number)
                    await self._writer.drain()

    def _begin_to_wait(self, number: int) -> None:
        self._unanswered.add(number)
        if self._patience is not None and self._patience.when() is None:
            self._patience.reschedule(asyncio.get_running_loop().time() + self._answer_s)

    async def _tell(self) -> None:
        """Pass on what the run says, until it ends. Raises ControlError where it does not answer the page in time."""
        with contextlib.suppress(*_LEFT, ValidationError):
            while True:
                body, data = await self._next_frame()
                message = FROM_SERVER.validate_json(body)
                if isinstance(message, Answered):
                    self._unanswered.discard(message.number)
                if isinstance(message, PictureUpdate):
                    await self._socket.send_bytes(b"".join((_LENGTH.pack(len(body)), body, data)))
                else:
                    await self._socket.send_text(body.decode())

    async def _next_frame(self) -> tuple[bytes, bytes]:
        try:
            async with asyncio.timeout(self._answer_s if self._unanswered else None) as self._patience:
                return await read_frame(self._reader, MOST_JSON, MOST_DATA)
        except TimeoutError as error:
            raise ControlError(
                f"the run did not answer within {self._answer_s:g} s; see whether it is stopped"
            ) from error
        finally:
            self._patience = None


async def connect(socket: WebSocket, folder: Path | None, vnc: Callable[[Path], str]) -> None:
    """Connect a page to the run in a folder. Where there is none to reach, say why and close. `vnc` returns the address at which
    a run is shown by VNC, or "".
    """
    await socket.accept()
    try:
        if folder is None:
            raise ControlError("there is no such run")
        reader, writer, welcome = await greet(folder, Hello(name="the page"))
        with contextlib.closing(writer):
            told = {"run_id": welcome.run_id, "client": welcome.client, "vnc": vnc(folder)}
            await socket.send_json({"kind": "welcome", **told})
            await ControlChannel(socket, reader, writer).run()
    except ControlError as error:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_json({"kind": "gone", "why": str(error)})
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(_NO_RUN)
