"""One run in a process of its own, as its worker has it: started, told, listened to, and ended."""

from __future__ import annotations

import asyncio
import contextlib
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from ufo.errors import ConfigError
from ufo.fleet.child.followed_log import FollowedLog
from ufo.fleet.child.words import (
    FROM_RUN,
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
from ufo.fleet.jobs.ends import AttemptEnd, AttemptOutcome
from ufo.fleet.jobs.seams import Outward, Progress
from ufo.platform.process_groups import OWN_SESSION
from ufo.secrets import files
from ufo.trace.run_folders import EVENTS

_STOP_S, _GONE_S = 15.0, 6.0
_CLOSING_S = 60.0
"""How long a run that is over may take to close its desktop and write its report."""
_TICK_S = 1.0
_MOST_SAID = 4000


@dataclass(frozen=True, slots=True)
class Course:
    """How a run is played: the program with its environment and its working folder, the first word after its order, and how long
    it may take while nothing holds it.
    """

    command: Sequence[str]
    environment: Mapping[str, str]
    place: Path
    first: Go | Hold
    within_s: float


class PlayedRun:
    """`log_every_s`: how often new lines of its log are handed outward, None for never. `end_file`: where its end is written as
    soon as it is known; its desktop is closed after that.
    """

    def __init__(self, order: ChildOrder, outward: Outward, log_every_s: float | None, end_file: Path) -> None:
        self._order, self._outward, self._log_every_s, self._end_file = order, outward, log_every_s, end_file
        self._process: Process | None = None
        self._over: Over | None = None
        self._waits = 0
        self._is_held = asyncio.Event()
        self._must_hold = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._log = FollowedLog(Path(order.log_dir) / order.run_id / EVENTS)

    async def play(self, course: Course) -> AttemptEnd:
        """Play it to its end. It is stopped by cancelling this; no process of it is left then. Raises what `Outward` raises."""
        try:
            process = await asyncio.create_subprocess_exec(
                *course.command,
                env=dict(course.environment),
                cwd=course.place,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                limit=MOST_LINE,
                # Ctrl-C at the terminal is for this process, which ends its runs itself.
                **OWN_SESSION,
            )
        except OSError as error:
            return AttemptEnd(outcome=AttemptOutcome.NOT_DONE, why=f"its process cannot be started: {error}")
        self._process = process
        self.say(self._order)
        self.say(course.first)
        heard = asyncio.ensure_future(self._hear(process))
        said = asyncio.ensure_future(_tail(process))
        if self._log_every_s is not None:
            self._do(self._hand_out_log(self._log_every_s))
        try:
            overdue = await self._to_its_end(process, course.within_s)
        finally:
            await asyncio.shield(self._end(process, heard, said))
        if self._log_every_s is not None:
            await self._hand_out()
        return self._ended(overdue, said.result() if said.done() and not said.cancelled() else "")

    def say(self, word: BaseModel) -> None:
        if isinstance(word, Go | Hold):
            self._must_hold = isinstance(word, Hold)
            if not self._must_hold:
                self._is_held.clear()
        if self._process is not None and self._process.stdin is not None and not self._process.stdin.is_closing():
            self._process.stdin.write(line_of(word))

    async def held(self) -> None:
        """Return when the run holds, or is over."""
        await self._is_held.wait()

    async def _to_its_end(self, process: Process, within_s: float) -> bool:
        """Wait until the process has ended, or something failed. Return whether it took too long."""
        exited = asyncio.ensure_future(process.wait())
        ends: set[asyncio.Future[Any]] = {exited, self._failed}
        left, before = within_s, time.monotonic()
        try:
            while left > 0:
                await asyncio.wait(ends, timeout=_TICK_S, return_when=asyncio.FIRST_COMPLETED)
                if self._failed.done():
                    self._failed.result()
                if exited.done():
                    return False
                now = time.monotonic()
                # What holds or asks does not use up its time.
                left -= 0.0 if self._must_hold or self._waits else now - before
                left = min(left, _CLOSING_S) if self._over is not None else left
                before = now
        finally:
            exited.cancel()
        return True

    async def _end(self, process: Process, heard: asyncio.Future[None], said: asyncio.Future[str]) -> None:
        """End the process, and all tasks around it."""
        for task in (*self._tasks, *self._asking.values()):
            task.cancel()
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            try:
                await asyncio.wait_for(process.wait(), _STOP_S)
            except TimeoutError:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if process.stdin is not None:
            process.stdin.close()
        # The keeper of its desktop has this end too: it is closed once that is gone.
        readings: set[asyncio.Future[Any]] = {heard, said}
        await asyncio.wait(readings, timeout=_GONE_S)
        for reading in readings:
            reading.cancel()
        self._is_held.set()
        self._failed.cancel()

    def _ended(self, overdue: bool, said: str) -> AttemptEnd:
        over = self._over
        outcome = None if over is None else over.summary.get("outcome")
        if over is None or outcome not in set(AttemptOutcome) - {AttemptOutcome.CANCELLED}:
            code = self._process.returncode if self._process is not None else None
            last = said.splitlines()[-1:] or [f"its process ended with {code}"]
            why = "it took longer than its limit and was stopped" if overdue else last[0].removeprefix("ufo: ")
            return AttemptEnd(outcome=AttemptOutcome.NOT_DONE, why=_sound(why))
        return AttemptEnd(
            outcome=AttemptOutcome(outcome),
            summary=_cleaned(over.summary),
            why=_sound(str(over.summary.get("reason", ""))),
            question=_sound(over.question) if outcome == AttemptOutcome.NEEDS_HELP else "",
        )

    async def _hear(self, process: Process) -> None:
        assert process.stdout is not None
        with contextlib.suppress(ValueError):
            while line := await process.stdout.readline():
                await self._take(word_of(line, FROM_RUN))

    async def _take(self, word: BaseModel | None) -> None:
        match word:
            case Began():
                self._do(self._outward.tell(Progress(line="begun")))
            case Did(steps=steps, cost=cost, line=line):
                self._do(self._outward.tell(Progress(_sound(line), steps, cost)))
            case Held(held=True) if self._must_hold:
                self._is_held.set()
            case Held(held=False):
                self._is_held.clear()
            case WantsCall():
                self._do(self._allow())
            case Asks():
                self._asking[word.question] = asyncio.ensure_future(self._ask(word))
            case Closed(question=question):
                if asking := self._asking.pop(question, None):
                    asking.cancel()
            case Over():
                self._over = word
                self._is_held.set()
                end = self._ended(overdue=False, said="").model_dump_json()
                with contextlib.suppress(OSError):
                    await asyncio.to_thread(files.write, self._end_file, end.encode(), lasting=True)

    async def _ask(self, asks: Asks) -> None:
        known = dict(self._order.answers).get(asks.text)
        self._waits += 1
        try:
            text = f"{asks.text} (yes or no)" if asks.yes_or_no else asks.text
            given = known if known is not None else await self._outward.ask(text)
            if given is not None:
                self.say(Answer(question=asks.question, text=given))
        except asyncio.CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 whoever plays the run gets it
            self._fail(error)
        finally:
            self._waits -= 1

    async def _allow(self) -> None:
        await self._outward.may_call()
        self.say(Call())

    async def _hand_out_log(self, every_s: float) -> None:
        while True:
            await asyncio.sleep(every_s)
            await self._hand_out()

    async def _hand_out(self) -> None:
        # What could not be kept now is handed out with the next; at the end the archive has all of it.
        with contextlib.suppress(ConfigError):
            while lines := await asyncio.to_thread(self._log.new_lines):
                await self._outward.log(b"".join(lines))
                self._log.are_handed_out(lines)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        if not self._failed.done():
            self._failed.set_exception(error)


async def _tail(process: Process) -> str:
    """Read standard error to its end, and keep the last of it."""
    kept = b""
    while process.stderr is not None and (part := await process.stderr.read(65536)):
        kept = (kept + part)[-_MOST_SAID:]
    return kept.decode("utf-8", "replace").strip()


def _sound(text: str) -> str:
    """Return a text that every encoding has: names of files may hold lone surrogates."""
    return text.encode("utf-8", "backslashreplace").decode()


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return _sound(value)
    if isinstance(value, Mapping):
        return {_sound(str(name)): _cleaned(part) for name, part in value.items()}
    return [_cleaned(part) for part in value] if isinstance(value, list | tuple) else value
