"""Follows the log of a run that goes on: what is new in it as pieces of the page, each with the number of its last line.

A reader that was cut off names the last number it has, and gets what came after it, once.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from pathlib import Path

from ufo.schema.usage import Usage
from ufo.trace.cost import spent, tokens
from ufo.trace.events import (
    Asked,
    Event,
    ModelAnswered,
    Noticed,
    PersonActed,
    PhaseEnded,
    PictureSaved,
    RequestRead,
    RoundStarted,
    RunEnded,
    RunStarted,
    StateEntered,
    StepEnded,
    SubtasksChanged,
)
from ufo.trace.reader import RunRecord, parsed
from ufo.trace.run_folders import EVENTS, is_going_on
from ufo.viewer.report import account_of_request, usage_of
from ufo.viewer.request_spans import spans_of
from ufo.viewer.timeline import Shown, plans_of, steps_of
from ufo.web.page_templates import fill

LOOK_S, _END_S = 0.15, 1.0
"""The log is another process's file. Its growth is looked for, since a run may be of a version that tells nobody."""
_IN_STEPS = (StepEnded, Asked, Noticed, PersonActed, PictureSaved)
_STILLS = frozenset({"desktop", "clean"})
_MOST_READ = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Piece:
    """`kind`: what the page does with `data`. `last`: how many lines of the log it covers."""

    kind: str
    data: str
    last: int


class LiveLog:
    """One reader of one run's log. `shown`: the addresses of pictures."""

    def __init__(self, folder: Path, shown: Shown) -> None:
        self._folder = folder
        self._shown = shown
        self._events: list[Event] = []
        self._lines = 0
        self._at = 0
        self._inode = 0

    async def pieces(self, after: int) -> AsyncIterator[Piece]:
        """Yield what comes after that many lines, and then what is new, until the run has ended."""
        await asyncio.to_thread(self._read, after)
        told, looked, goes_on = len(self._events), 0.0, True
        while True:
            if await asyncio.to_thread(self._read):
                for piece in await asyncio.to_thread(self._told, told):
                    yield piece
                told = len(self._events)
            elif not goes_on:
                yield Piece("ended", "", self._lines)
                return
            elif time.monotonic() - looked > _END_S:
                # The log is read once more afterwards, so that what a run writes last is not missed.
                looked, goes_on = time.monotonic(), await asyncio.to_thread(is_going_on, self._folder)
            else:
                await asyncio.sleep(LOOK_S)

    def _read(self, most: int | None = None) -> bool:
        """Read the lines that are complete, at most so many. A log that was masked anew has the same lines in another file."""
        try:
            with (self._folder / EVENTS).open("rb") as file:
                inode = os.fstat(file.fileno()).st_ino
                if inode != self._inode:
                    self._inode, self._at = inode, 0
                    for _ in range(self._lines):
                        self._at += len(file.readline())
                file.seek(self._at)
                whole, end, _ = file.read(_MOST_READ).rpartition(b"\n")
        except OSError:
            return False
        if not end:
            return False
        lines = whole.split(b"\n")[:most]
        self._events += parsed(lines, self._lines + 1)[0]
        self._lines += len(lines)
        self._at += sum(len(line) + 1 for line in lines)
        return bool(lines)

    def _told(self, told: int) -> list[Piece]:
        """Return pieces for the events from `told` on."""
        return [Piece(kind, data, self._lines) for kind, data in self._pieces(self._events[told:])]

    def _pieces(self, new: list[Event]) -> Iterable[tuple[str, str]]:
        record = self._record(self._events)
        # Small news first, so that a step is never seen without the state that it led to.
        yield "state", json.dumps(self._state(record))
        stills = [event for event in new if isinstance(event, PictureSaved) and event.role in _STILLS]
        if stills and (address := self._shown(self._folder, stills[-1].path)):
            yield "still", address
        if any(isinstance(event, SubtasksChanged | RoundStarted) for event in new):
            plans = plans_of(record)
            yield "plan", fill("plan.html.j2", graph=plans[-1]) if plans else ""
        if any(isinstance(event, RequestRead | RunEnded | RoundStarted | RunStarted) for event in new):
            request = record.requests[-1] if record.requests else ""
            yield "request", fill("request.html.j2", parts=spans_of(request, account_of_request(record, request)))
        yield from self._steps(new)

    def _steps(self, new: list[Event]) -> Iterable[tuple[str, str]]:
        """Yield the steps that ended, or in which something was said afterwards."""
        numbers = {event.step for event in new if event.step > 0 and isinstance(event, _IN_STEPS)}
        ended = {event.step for event in self._events if isinstance(event, StepEnded)}
        record = self._record([event for event in self._events if event.step in numbers & ended])
        for step in steps_of(record, self._shown):
            yield "step", fill("step.html.j2", step=step, place=f"{step.number}")

    def _record(self, events: list[Event]) -> RunRecord:
        started = next((event for event in self._events if isinstance(event, RunStarted)), None)
        ended = [event.summary for event in events if isinstance(event, RunEnded)]
        return RunRecord(self._folder, tuple(events), started, ended[-1] if ended else None, torn=False, doubts=())

    def _state(self, record: RunRecord) -> dict[str, object]:
        usage: Usage = usage_of(record)
        last = record.events[-1] if record.events else None
        return {
            "steps": sum(isinstance(event, StepEnded) for event in record.events),
            "seconds": last.at if last else 0.0,
            "tokens": tokens(usage),
            "cost": spent(usage),
            "model": record.model,
            "doing": _doing(record.events),
            "outcome": record.summary.outcome.value if record.summary and record.finished else "",
            "reason": record.summary.reason if record.summary and record.finished else "",
        }


def _doing(events: Iterable[Event]) -> str:
    """Return what happens at this moment, in words, by the last event that tells."""
    said = ""
    for event in events:
        match event:
            case StateEntered(agent=agent):
                said = f"{agent.partition('/')[0]} looks at the screen"
            case ModelAnswered(agent=agent):
                said = f"{agent.partition('/')[0]} has an answer"
            case PhaseEnded(agent=agent, phase="data_collection"):
                said = f"{agent.partition('/')[0]} thinks"
            case PhaseEnded(agent=agent, phase="llm_interaction"):
                said = f"{agent.partition('/')[0]} acts"
            case StepEnded() | RunStarted():
                said = "the next step begins"
            case RunEnded():
                said = ""
    return said
