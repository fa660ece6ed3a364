"""One attempt at a task, as a workflow of five recorded steps: look, fetch, acting, play, end.

What the engine has recorded it does not do again. An attempt that begins and finds a step of another beginning was cut: its
worker died, or was taken for dead. Such a one is never played on. Where it had not begun to act, or may be repeated, another
attempt does the task; else a person decides.
"""

from __future__ import annotations

import asyncio
import secrets
import shutil
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from dbos import DBOS, PortableWorkflowError, StepOptions

from ufo.errors import ConfigError
from ufo.fleet.engine.consequences import WAIT, Ending
from ufo.fleet.engine.desks import Desks
from ufo.fleet.engine.leftovers import end_left_in, place_of
from ufo.fleet.engine.queues import ATTEMPT
from ufo.fleet.jobs.ends import AttemptEnd, AttemptOutcome
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.jobs.order import TaskOrder
from ufo.fleet.jobs.seams import Store

P = ParamSpec("P")
T = TypeVar("T")

_MOST_BEGINNINGS = 20
"""How often an attempt begins before the engine leaves it: each time its worker died."""

_LONGEST_WHY = 300
_KEPT = ("seconds", "cost", "steps", WAIT)

Hook = Callable[[str, AttemptId], None]


def no_hook(_place: str, _attempt: AttemptId) -> None: ...


@dataclass(frozen=True, slots=True)
class Attempts:
    """`folder`: where attempts have their folders while they are played. `hook` is told each place that is reached; tests end the
    process there.
    """

    store: Store
    desks: Desks
    ending: Ending
    folder: Path
    hook: Hook = no_hook

    def register(self) -> None:
        """Make the workflow known to the engine of this process."""

        async def attempt(order: str) -> dict[str, str]:
            return await self._attempt(AttemptId.parse(DBOS.workflow_id or ""), TaskOrder.parse(order))

        DBOS.workflow(name=ATTEMPT, max_recovery_attempts=_MOST_BEGINNINGS)(attempt)

    async def _attempt(self, attempt: AttemptId, order: TaskOrder) -> dict[str, str]:
        # Random, so that a second beginning knows by it what the first one has recorded.
        me = secrets.token_hex(8)
        with self.desks.counted(order):
            self.hook("claimed", attempt)
            try:
                end = AttemptEnd.parse(await self._played(attempt, order, me))
            except (ConfigError, PortableWorkflowError) as error:
                # A store that is away, or lacks an input; the second one is the first one, as the engine has recorded it.
                end = AttemptEnd(outcome=AttemptOutcome.NOT_DONE, why=str(error)[:_LONGEST_WHY])
            self.hook("played", attempt)
            told = await _step("end", self.ending.record, attempt, order, end)
            self.hook("ended", attempt)
            return told

    async def _played(self, attempt: AttemptId, order: TaskOrder, me: str) -> str:
        looked, known = await _step("look", self._look, attempt, order, me)
        if known:
            return known
        cut = looked != me
        async with self.desks.alone(attempt, order, needed=not cut) as is_alone:
            if not is_alone:
                return _short(
                    AttemptEnd(outcome=AttemptOutcome.POSTPONED, why="its worker leaves", summary={WAIT: 0.0})
                )
            async with self.desks.desk(needed=not cut):
                return await self._acted(attempt, order, me, cut)

    async def _acted(self, attempt: AttemptId, order: TaskOrder, me: str, cut: bool) -> str:
        await _step("fetch", self._fetch, attempt, order, cut)
        self.hook("fetched", attempt)
        acting = await _step("acting", _said, me)
        self.hook("acting", attempt)
        if cut:
            # Under the name of the step in whose place it is: what that one has recorded counts.
            return await _step("play", self._look_again, attempt, acting != me, me)

        async def play() -> str:
            return await self._play(attempt, order, me)

        # Without arguments: the engine writes those of a step that it cancels into its log, and these are a person's words.
        return await DBOS.run_step_async(StepOptions(name="play", preemptible=True), play)

    async def _look(self, attempt: AttemptId, order: TaskOrder, me: str) -> tuple[str, str]:
        """Return who begins, and how the attempt ended where that is known already, or where it may not begin."""
        end = await self.desks.in_thread(self.store.ended, attempt) or await self.ending.refused(attempt, order)
        return me, _short(end) if end else ""

    async def _fetch(self, attempt: AttemptId, order: TaskOrder, cut: bool) -> None:
        if cut:
            return
        folder = place_of(attempt, self.folder)
        await self.desks.in_thread(_empty, folder)
        for given in order.inputs:
            await self.desks.in_thread(self.store.fetch_input, given.sha256, folder / given.name)

    async def _look_again(self, attempt: AttemptId, acted: bool, me: str) -> str:
        """Return how an attempt ended whose worker is gone."""
        # From here on the store refuses the worker that played it, should it come back.
        await self.desks.in_thread(self.store.begin, attempt, me)
        if end := await self.desks.in_thread(self.store.ended, attempt):
            return _short(end)
        place = place_of(attempt, self.folder)
        if end := end_left_in(place):
            return _short(await self.desks.keep(attempt, me, place, end) or end)
        if acted:
            return _short(AttemptEnd(outcome=AttemptOutcome.INTERRUPTED, why="its worker was gone in mid-act"))
        return _short(AttemptEnd(outcome=AttemptOutcome.POSTPONED, why="its worker was gone before it acted"))

    async def _play(self, attempt: AttemptId, order: TaskOrder, me: str) -> str:
        folder = place_of(attempt, self.folder)
        await self.desks.in_thread(self.store.begin, attempt, me)
        self.hook("playing", attempt)
        try:
            end = await self.desks.play(order, attempt, folder, me)
        except asyncio.CancelledError:
            await self.desks.leave(attempt, me, folder)
            raise
        self.hook("before the store", attempt)
        still_here = await self.desks.keep(attempt, me, folder, end)
        self.hook("in the store", attempt)
        if still_here is not None:
            return _short(still_here)
        await self.desks.in_thread(shutil.rmtree, folder, True)
        return _short(end)


async def _step(name: str, function: Callable[P, Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs) -> T:
    return await DBOS.run_step_async(StepOptions(name=name), function, *args, **kwargs)


async def _said(me: str) -> str:
    return me


def _short(end: AttemptEnd) -> str:
    """Return what the database holds of an end. The whole summary is in the store."""
    kept = {name: value for name, value in end.summary.items() if name in _KEPT}
    return end.model_copy(update={"summary": kept}).model_dump_json()


def _empty(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, mode=0o700)
