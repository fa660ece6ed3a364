"""A listener of a run that tells the editor what happens, in order and without keeping the run waiting."""

from __future__ import annotations

import asyncio
import base64
import logging
from pathlib import Path

from acp import RequestError, image_block, tool_content, update_agent_message_text, update_tool_call
from acp.interfaces import Client

from ufo.acp_server.changed_files import changed_call
from ufo.acp_server.updates import Update, Updates
from ufo.schema.picture import Picture
from ufo.trace.events import Event, PictureSaved, RunEnded, StepEnded

_log = logging.getLogger(__name__)
_SHOWN = "clean"
"""The role of the pictures that are shown: a window as it was looked at in a step."""
_MOST_PICTURE = 1 << 20


class ToldUpdates:
    """`run`: the folder of the run's log; `folder`: where relative paths start. `has_begun`: whether a request began."""

    def __init__(self, client: Client, session: str, run: Path, folder: Path) -> None:
        self._client = client
        self._session = session
        self._run = run
        self._folder = folder
        self._updates = Updates(folder)
        self._queue: asyncio.Queue[Update] = asyncio.Queue()
        self._calls: dict[int, str] = {}
        self._pictures: dict[int, Picture] = {}
        self.has_begun = False

    def on_event(self, event: Event) -> None:
        self.has_begun = True
        if isinstance(event, RunEnded):
            self._tell_files(event.summary.files)
        before = self._updates.last_call
        for update in self._updates.of(event):
            self._queue.put_nowait(update)
        if isinstance(event, StepEnded) and self._updates.last_call != before:
            self._calls[event.step] = self._updates.last_call
            if (picture := self._pictures.pop(event.step, None)) is not None:
                self._show(self._calls[event.step], picture)

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        """Show the picture at the call of its step, which may end before or after the picture is ready."""
        if event.role != _SHOWN or len(picture.data) > _MOST_PICTURE:
            return
        if event.step in self._calls:
            self._show(self._calls[event.step], picture)
        else:
            self._pictures = {event.step: picture}

    def say(self, text: str) -> None:
        self._queue.put_nowait(update_agent_message_text(text))

    def next_call(self) -> str:
        return self._updates.next_call()

    async def send(self) -> None:
        """Send what is to be told, until cancelled. An editor that is gone is told nothing more."""
        while True:
            update = await self._queue.get()
            try:
                await self._client.session_update(self._session, update)
            except (RequestError, ConnectionError) as error:
                _log.debug("the editor was not told: %s", error)
            finally:
                self._queue.task_done()

    async def flushed(self) -> None:
        """Wait until all that was to be told is sent."""
        await self._queue.join()

    def _show(self, call: str, picture: Picture) -> None:
        data = base64.b64encode(picture.data).decode("ascii")
        self._queue.put_nowait(update_tool_call(call, content=[tool_content(image_block(data, picture.mime))]))

    def _tell_files(self, files: tuple[str, ...]) -> None:
        try:
            call = changed_call(self._updates.next_call(), self._run, self._folder, files)
        except OSError as error:
            _log.warning("how files were before cannot be read: %s", error)
            return
        if call is not None:
            self._queue.put_nowait(call)
