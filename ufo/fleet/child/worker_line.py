"""The run's side of the line to its worker: it tells what is done, passes questions on, and holds the run where the worker says
so or is silent for too long. When the worker is gone, the run ends.

It lives in a thread with an event loop of its own, so that a run that hangs is held and ended all the same. The run is held and
answered by its control socket, as by any other client.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from ufo.errors import ConfigError, ControlError
from ufo.fleet.child.words import (
    FROM_WORKER,
    MOST_LINE,
    Answer,
    Asks,
    Began,
    Call,
    ChildOrder,
    Closed,
    Did,
    Go,
    Held,
    Hold,
    Over,
    WantsCall,
    line_of,
    word_of,
)
from ufo.runs.control.control_client import ControlClient
from ufo.runs.control.messages import Question, QuestionClosed, RunState
from ufo.schema.outcome import RunSummary
from ufo.schema.usage import Usage
from ufo.trace.events import Asked, Event, RunEnded, RunStarted, StepEnded

_NAME = "worker"
_ENDING_S = 2.0
_ACTING = frozenset({"running", "pausing"})


class WorkerLine:
    """A listener of the run (`ufo.trace.emitter.Listener`). Between `start` and `close` it attends to the worker. `gone` is
    called in its thread once the worker is gone, or where the run has to hold and cannot.
    """

    def __init__(self, told: Callable[[RunSummary], dict[str, Any]], gone: Callable[[], object]) -> None:
        """`told`: makes a summary what `ufo run --json` prints. Takes standard input and output away from the rest of the
        process. Raises ConfigError where standard input holds no order.
        """
        self._told, self._gone = told, gone
        self._hears, self._says = os.dup(0), os.dup(1)
        first, self._rest = _first_line(self._hears)
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1):
            os.dup2(nothing, descriptor)
        os.close(nothing)
        try:
            self.order = ChildOrder.model_validate_json(first)
        except ValidationError:
            raise ConfigError(
                "batch-task is started by ufo batch or ufo worker, which tell it what to do; use ufo run"
            ) from None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._attend()), name="worker-line", daemon=True)
        self._is_closing = False
        self._calls: list[Future[None]] = []
        self._steps, self._usage, self._unanswered = 0, Usage(), ""

    def start(self) -> None:
        self._thread.start()
        self._is_ready.wait()

    def close(self) -> None:
        """Let the worker hear all that was said; no longer than that."""
        if self._loop is not None and self._thread.is_alive():
            self._is_closing = True
            self._call(self._out.close)
            self._thread.join(_ENDING_S)

    # The run tells, in its own thread.

    def on_event(self, event: Event) -> None:
        match event:
            case RunStarted():
                self._say(Began())
                self._call(self._run_is_there.set)
            case StepEnded():
                self._steps += 1
                self._usage += event.usage
                self._say(Did(steps=self._steps, cost=self._usage.least_cost, line=_in_short(event)))
            case Asked():
                is_open = event.answer is None or (event.confirmation and event.answer == "no")
                self._unanswered = event.question if is_open else ""
            case RunEnded(summary=summary):
                self._say(Over(summary=self._told(summary), question=self._unanswered))

    async def may_call(self) -> None:
        """Return when the worker says that a model may be called."""
        allowed: Future[None] = Future()
        self._calls.append(allowed)
        self._say(WantsCall())
        await asyncio.wrap_future(allowed)

    def _say(self, word: BaseModel) -> None:
        self._call(self._out.write, line_of(word))

    def _call(self, function: Callable[..., object], *arguments: object) -> None:
        with suppress(RuntimeError):
            assert self._loop is not None
            self._loop.call_soon_threadsafe(function, *arguments)

    # All below is in the thread of the line.

    async def _attend(self) -> None:
        loop = asyncio.get_running_loop()
        self._run_is_there, self._changed, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._must_hold, self._until, self._is_held = False, float("inf"), False
        self._client: ControlClient | None = None
        self._state: RunState | None = None
        self._asked: dict[str, Question] = {}
        reader = asyncio.StreamReader(limit=MOST_LINE)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(self._hears, "rb", 0))
        self._out, _ = await loop.connect_write_pipe(lambda: _Out(ended), os.fdopen(self._says, "wb", 0))
        self._loop = loop
        self._is_ready.set()
        reader_with_rest = asyncio.ensure_future(self._hear(reader))
        others = [asyncio.ensure_future(work) for work in (self._steer(), self._follow())]
        await ended.wait()
        if not self._is_closing:
            self._gone()
        for task in (reader_with_rest, *others):
            task.cancel()

    async def _hear(self, reader: asyncio.StreamReader) -> None:
        lines = self._rest.split(b"\n")
        for line in lines[:-1]:
            self._take(line)
        begun = lines[-1]
        while line := await reader.readline():
            self._take(begun + line)
            begun = b""
        if not self._is_closing:
            self._gone()

    def _take(self, line: bytes) -> None:
        match word_of(line, FROM_WORKER):
            case Go(within_s=within_s):
                self._must_hold = False
                self._until = float("inf") if within_s is None else time.monotonic() + within_s
                self._changed.set()
            case Hold():
                self._must_hold = True
                self._changed.set()
            case Call() if self._calls:
                allowed = self._calls.pop(0)
                if not allowed.done():
                    allowed.set_result(None)
            case Answer(question=question, text=text) if question in self._asked:
                asyncio.ensure_future(self._answer(self._asked[question], text))  # noqa: RUF006 the run waits for it

    @property
    def _wants_hold(self) -> bool:
        return self._must_hold or time.monotonic() >= self._until

    async def _steer(self) -> None:
        """Hold the run and let it go on, as is wanted."""
        holds = False
        while True:
            if self._wants_hold != holds:
                holds = not holds
                await self._hold(holds)
            self._tell_held()
            left = None if holds or self._until == float("inf") else max(0.0, self._until - time.monotonic())
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
            self._changed.clear()

    async def _hold(self, holds: bool) -> None:
        if self._client is None:
            if holds and self._run_is_there.is_set():
                # Nothing else can keep it from acting.
                self._gone()
            return
        # Where the run is over by now, it does nothing more anyway.
        with suppress(ControlError):
            if holds:
                await self._client.pause()
            elif self._state is not None and self._state.parked_by == _NAME:
                await self._client.resume()

    def _tell_held(self) -> None:
        rests = self._state is None or self._state.phase not in _ACTING or bool(self._state.questions)
        held = self._wants_hold and rests
        if held != self._is_held:
            self._is_held = held
            self._say_here(Held(held=held))

    async def _follow(self) -> None:
        """Pass on what the run asks, from its beginning to its end."""
        await self._run_is_there.wait()
        folder = Path(self.order.log_dir) / self.order.run_id
        try:
            async with await ControlClient.connect(folder, _NAME, person=self.order.attended) as client:
                self._client = client
                if self._wants_hold:
                    await client.pause()
                async for news in client.changes():
                    if isinstance(news, QuestionClosed):
                        self._close(news.id)
                    else:
                        self._state = news
                        self._pass_on(news)
                    self._tell_held()
        except ControlError:
            if self._wants_hold and self._client is None:
                self._gone()
        self._client = self._state = None

    def _pass_on(self, state: RunState) -> None:
        for question in state.questions if self.order.attended else ():
            if question.id not in self._asked:
                self._asked[question.id] = question
                is_consent = question.asks != "text"
                self._say_here(Asks(question=question.id, text=question.text, yes_or_no=is_consent))

    def _close(self, question: str) -> None:
        if self._asked.pop(question, None) is not None:
            self._say_here(Closed(question=question))

    async def _answer(self, question: Question, text: str) -> None:
        if self._client is None:
            return
        # Somebody else may have been faster.
        with suppress(ControlError):
            if question.asks == "text":
                await self._client.answer(question.id, "text", text)
            else:
                await self._client.answer(question.id, "yes" if text.strip().casefold() == "yes" else "no")

    def _say_here(self, word: BaseModel) -> None:
        self._out.write(line_of(word))


class _Out(asyncio.BaseProtocol):
    def __init__(self, ended: asyncio.Event) -> None:
        self._ended = ended

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended.set()


def _first_line(descriptor: int) -> tuple[bytes, bytes]:
    """Return the first line, and what came with it."""
    data = b""
    while b"\n" not in data and len(data) < MOST_LINE and (part := os.read(descriptor, 65536)):
        data += part
    line, _, rest = data.partition(b"\n")
    return line, rest


def _in_short(event: StepEnded) -> str:
    """Say what a step was by the names of its tools alone: their arguments hold texts of the person's."""
    tools = ", ".join(dict.fromkeys(action.function for action in event.actions if action.function)) or event.status
    where = f" in {event.application}" if event.application else ""
    return f"{event.agent}{where}: {tools}"[:200]
