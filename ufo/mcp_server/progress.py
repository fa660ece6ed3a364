"""Tells a client how far its request is: one notification for each step and each end of a sub-task."""

from __future__ import annotations

import asyncio

from ufo.mcp_server.errands import Errand
from ufo.schema.picture import Picture
from ufo.trace.events import Event, PictureSaved, StateEntered, StepEnded, SubtaskEnded

_LONGEST = 200


class Progress:
    """A listener of a run. `most_steps`: what the run's limit is, as the total."""

    def __init__(self, errand: Errand, most_steps: int) -> None:
        self._errand = errand
        self._most_steps = most_steps
        self._steps = 0
        self._lines: asyncio.Queue[tuple[int, str]] = asyncio.Queue()

    def on_event(self, event: Event) -> None:
        said = self._said(event)
        if said:
            self._lines.put_nowait((self._steps, " ".join(said.split())[:_LONGEST]))

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        """Do nothing: a client is told in words."""

    async def report(self) -> None:
        """Pass the lines on to whichever call now waits, until cancelled."""
        while True:
            steps, line = await self._lines.get()
            if self._errand.called is not None:
                await self._errand.called.report_progress(steps, self._most_steps, line)

    def _said(self, event: Event) -> str:
        if isinstance(event, StepEnded):
            self._steps += 1
            done = ", ".join(one.function for one in event.actions if one.function)
            return f"{event.agent}: {done or event.status}"
        if isinstance(event, SubtaskEnded):
            return f"{event.record.agent}: {event.record.status} {event.record.subtask}"
        return f"{event.agent} is in {event.state}" if isinstance(event, StateEntered) and not self._steps else ""
