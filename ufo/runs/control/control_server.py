"""The control socket of a run: lets other programs of the same user watch the run and steer it.

A client that sends what is no message, too much of it, or reads nothing for long is left: it never holds up the run or another.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from pydantic import ValidationError

from ufo.platform.runtime_folder import made_folder
from ufo.runs.control.desktop_aside import Relay
from ufo.runs.control.frames import CONTROL_FILE, framed
from ufo.runs.control.messages import ControlFile, QuestionClosed, RunState
from ufo.runs.control.picture_stream import PictureStream
from ufo.runs.control.served_client import ServedClient
from ufo.runs.control.steered_run import Given, Steering
from ufo.secrets import files
from ufo.trace.events import Event, RoundStarted, RunEnded, StepEnded

_log = logging.getLogger(__name__)
_MOST_CLIENTS = 32
_CREDENTIALS = struct.Struct("iII")
_CLOSING_S = 1.0
_MODE = 0o600


class ControlServer:
    """Serves the clients of one run. It listens to the run's events (`ufo.trace.emitter.Listener`). `display`: as in
    `ControlFile`.
    """

    def __init__(self, run_id: str, steering: Steering, stream: PictureStream, relay: Relay, display: str = "") -> None:
        self.run_id = run_id
        self.steering = steering
        self.stream = stream
        self.relay = relay
        self._display = display
        self._connected: dict[str, ServedClient] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._ids = itertools.count(1)
        self._is_due = self._was_attended = False
        steering.changed = self._state_changed
        steering.closed = self._question_closed

    def on_event(self, event: Event) -> None:
        match event:
            case RoundStarted(request=request):
                self.steering.begins(request)
            case StepEnded(step=step):
                self.steering.has_done(step)
            case RunEnded(summary=summary):
                self.steering.has_ended(summary.outcome.value, summary.reason)

    @property
    def is_attended(self) -> bool:
        """Tell whether a client has a person behind it, or had: they come back, as a page does whose server is started again."""
        return self._was_attended or any(client.is_person for client in self._clients)

    @property
    def _clients(self) -> list[ServedClient]:
        return [client for client in self._connected.values() if client.name]

    def state(self) -> RunState:
        return self.steering.state(len(self._clients), self.stream.watchers)

    @asynccontextmanager
    async def serving(self, folder: Path, refused: Callable[[str], object]) -> AsyncIterator[None]:
        """Serve inside of the context; `folder` is that of the run's log. `refused` is told why no socket can be opened."""
        opened = await self._opened(folder, refused)
        pictures = asyncio.ensure_future(self.stream.run())
        try:
            yield
        finally:
            self.steering.closes()
            pictures.cancel()
            await self._close(opened)
            await asyncio.wait([pictures])
            if opened is not None:
                # The run's folder may have been taken away meanwhile, which its log tells.
                with contextlib.suppress(OSError):
                    (folder / CONTROL_FILE).unlink()

    async def _opened(self, folder: Path, refused: Callable[[str], object]) -> tuple[asyncio.Server, Path] | None:
        path: Path | None = None
        try:
            path = made_folder("runs") / f"{self.run_id[-40:]}.sock"
            path.unlink(missing_ok=True)
            listening = socket.socket(socket.AF_UNIX)
            try:
                listening.bind(os.fspath(path))
                path.chmod(_MODE)
                server = await asyncio.start_unix_server(self._serve, sock=listening)
            except BaseException:
                listening.close()
                raise
            file = ControlFile(socket=os.fspath(path), pid=os.getpid(), run_id=self.run_id, display=self._display)
            files.write(folder / CONTROL_FILE, file.model_dump_json().encode())
        except (OSError, AttributeError) as error:
            if path is not None:
                path.unlink(missing_ok=True)
            # A platform without such sockets has no names for them.
            why = error if isinstance(error, OSError) else "this system has no Unix sockets for Python"
            refused(f"nobody can watch or steer this run from elsewhere: no control socket ({why})")
            return None
        return server, path

    async def _close(self, opened: tuple[asyncio.Server, Path] | None) -> None:
        if opened is not None:
            server, path = opened
            server.close()
            path.unlink(missing_ok=True)
        for client in self._clients:
            client.send(self.state())
            client.leave()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_CLOSING_S)
        for task in self._tasks:
            task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not _is_ours(writer) or len(self._connected) >= _MOST_CLIENTS:
            writer.close()
            return
        client = ServedClient(str(next(self._ids)), reader, writer, self)
        self._connected[client.id] = client
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await client.serve()
        except (OSError, asyncio.IncompleteReadError, ValidationError):
            _log.debug("A client of the control socket is gone", exc_info=True)
        finally:
            del self._connected[client.id]
            self._was_attended |= client.is_person
            self._tasks.discard(task)
            self.stream.unwatch(client.id)
            self.steering.gone(client.id)
            writer.transport.abort()

    def _state_changed(self) -> None:
        """Tell everybody the state, once for all that changes in this turn of the loop."""
        if not self._is_due and self._connected:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._tell_state)

    def _tell_state(self) -> None:
        self._is_due = False
        frame = framed(self.state())
        for client in self._clients:
            client.send_frame(frame)

    def _question_closed(self, question: str, given: Given | None) -> None:
        closed = QuestionClosed(id=question, choice=given.choice if given else None, by=given.by if given else "")
        for client in self._clients:
            client.send(closed)


def _is_ours(writer: asyncio.StreamWriter) -> bool:
    """Tell whether the other side runs as the same user (Linux: SO_PEERCRED)."""
    connection = writer.get_extra_info("socket")
    with contextlib.suppress(OSError, AttributeError):
        told = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        return bool(_CREDENTIALS.unpack(told)[1] == os.getuid())
    return False
