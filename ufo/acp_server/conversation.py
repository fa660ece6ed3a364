"""One session of an editor: one request after another on one desktop, where each continues from what was done before.

The desktop is opened with the first request, by a task that also closes it, and stays for the next ones.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

from acp.interfaces import Client
from acp.schema import StopReason

from ufo.acp_server.editor_person import EditorPerson
from ufo.acp_server.told_updates import ToldUpdates
from ufo.config.settings import Settings
from ufo.errors import TraceError, UfoError
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.desktops import open_desktop
from ufo.schema.outcome import RunSummary
from ufo.schema.request_text import complaint
from ufo.trace.writer import LogWriter
from ufo.viewer.report import write_report

_Turn = asyncio.Future[RunSummary | None]


class Conversation:
    """`client` is the editor; `folder` is the working folder of the requests. `session`: the name that the editor knows it by; ""
    for the id of its run.
    """

    def __init__(self, settings: Settings, folder: Path, client: Client, session: str = "") -> None:
        """Raises TraceError where the log of the run cannot be written."""
        self._settings = settings
        self._folder = folder
        self._log = LogWriter(settings.log_dir)
        self.id = session or self._log.run_id
        self._told = ToldUpdates(client, self.id, self._log.folder, folder)
        self._person = EditorPerson(client, self.id, self._told, settings.system.question_timeout_s)
        self._requests: asyncio.Queue[tuple[str, _Turn]] = asyncio.Queue()
        self._sending: asyncio.Task[None] | None = None
        self._working: asyncio.Task[None] | None = None
        self._running: asyncio.Task[RunSummary] | None = None
        self._turn: _Turn | None = None

    async def prompt(self, request: str) -> StopReason:
        """Do a request, or go on with the one whose question this answers. Return at its end, at a question, or when it was
        cancelled. Raises UfoError where it goes on already, or where the desktop cannot be opened.
        """
        if self._sending is None:
            self._sending = asyncio.create_task(self._told.send(), name="what an editor is told")
        if self._turn is not None and not self._turn.done():
            if not self._person.answered(request):
                raise UfoError("a request goes on already; stop it first, or wait for its end")
        elif problem := complaint(request):
            self._told.say(problem)
            await self._told.flushed()
            return "end_turn"
        else:
            self._begin(request)
        return await self._ended_or_asked()

    def cancel(self) -> None:
        """Stop the request that goes on, in order."""
        if self._running is not None:
            self._running.cancel()
        elif self._turn is not None and not self._turn.done() and self._working is not None:
            # Its desktop is not open yet.
            self._working.cancel()

    async def close(self) -> None:
        """End what goes on, close the desktop, and write the report."""
        for task in (self._working, self._sending):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await task
        if not self._told.has_begun:
            self._log.discard()
        self._log.close()
        if self._told.has_begun:
            with suppress(TraceError):
                await asyncio.to_thread(write_report, self._log.folder, None)

    def _begin(self, request: str) -> None:
        self._turn = asyncio.get_running_loop().create_future()
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work(), name="the desktop of an editor's session")
        self._requests.put_nowait((request, self._turn))

    async def _ended_or_asked(self) -> StopReason:
        assert self._turn is not None and self._working is not None
        asked = asyncio.create_task(self._person.next_question())
        try:
            waited: set[asyncio.Future[Any]] = {self._turn, self._working, asked}
            await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            if asked.done():
                self._told.say(f"**Question** {asked.result()}")
            elif not self._turn.done():
                return self._broke_off(self._working)
            elif self._turn.result() is None:
                return "cancelled"
            return "end_turn"
        finally:
            asked.cancel()
            await self._told.flushed()

    def _broke_off(self, working: asyncio.Task[None]) -> StopReason:
        """The desktop was not opened, or the work on it failed as a whole."""
        assert self._turn is not None
        self._turn.cancel()
        self._requests = asyncio.Queue()
        if not working.cancelled():
            working.result()
        return "cancelled"

    async def _work(self) -> None:
        async with open_desktop(self._settings.desktop, self._folder) as place:
            parts = SessionParts(place, self._person, self._folder, self._log, [self._told])
            async with open_session(self._settings, parts) as session:
                while True:
                    request, turn = await self._requests.get()
                    self._running = asyncio.create_task(session.run(request), name="a request of an editor")
                    await _waited(self._running)
                    done, self._running = self._running, None
                    turn.set_result(None if done.cancelled() else done.result())


async def _waited(running: asyncio.Task[RunSummary]) -> None:
    """Wait for the end of a request. Where the wait is cancelled, the request ends in order first."""
    try:
        await asyncio.wait({running})
    except asyncio.CancelledError:
        running.cancel()
        await asyncio.wait({running})
        raise
