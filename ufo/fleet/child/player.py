"""The worker's side: plays attempts in processes of their own, which end with this one however it ends.

Implements `ufo.fleet.jobs.seams.Player`.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from ufo.config.sections import PlayerSections
from ufo.errors import SecretRefused
from ufo.fleet.child.allowed_settings import complaint_about
from ufo.fleet.child.floors import Floors
from ufo.fleet.child.played_run import Course, PlayedRun
from ufo.fleet.child.words import ChildOrder, Go, Hold
from ufo.fleet.jobs.ends import END_FILE, AttemptEnd, AttemptOutcome
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.jobs.order import TaskOrder
from ufo.fleet.jobs.seams import Outward
from ufo.runs.plans.plan import Plan
from ufo.schema.running_mode import RunningMode
from ufo.schema.secret import SecretRef
from ufo.secrets.secret_resolver import SecretStore
from ufo.trace.run_folders import EVENTS
from ufo.trace.writer import new_run_id

DATABASE_VARIABLE = "UFO_DATABASE"
"""The variable with the address of the fleet's database. Runs do not get it."""
RUNS = "runs"
_COMMAND = (sys.executable, "-m", "ufo", "batch-task")
_OVERDUE_S = 60.0
"""How much longer than its limit the process of a run may take: to start, to close its desktop, to write its report."""
_SETTLED_S = 30.0
"""A model's answer may take minutes, after which a run that holds does nothing; an act takes seconds."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How a worker plays. `place`: a folder that all tasks work in, and where their runs go then; None: each works in the
    attempt's own, and its run goes there. `trusts`: the rows of the database are this person's own and may set everything.
    `log_every_s`: how often new lines of a run's log are handed outward, None for never. `begins` and `ends` are told of each
    attempt, and `logged` of its event log once its process has ended; its end is None where it was stopped.
    """

    place: tuple[Path, Path] | None = None
    trusts: bool = False
    floors: Floors = Floors()
    command: Sequence[str] = _COMMAND
    log_every_s: float | None = 10.0
    begins: Callable[[AttemptId, TaskOrder], object] = lambda _attempt, _order: None
    ends: Callable[[AttemptId, AttemptEnd], object] = lambda _attempt, _end: None
    logged: Callable[[AttemptId, AttemptEnd | None, Path], object] = lambda _attempt, _end, _log: None
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)


class ChildPlayer:
    """`settings`: the worker's own. `folder`: where attempts have their folders."""

    def __init__(self, settings: PlayerSections, folder: Path, ways: Ways) -> None:
        self._settings, self._folder, self._ways = settings, folder, ways
        self._playing: set[PlayedRun] = set()
        self._is_paused = False
        self._within_s: float | None = None

    async def play(self, order: TaskOrder, attempt: AttemptId, folder: Path, outward: Outward) -> AttemptEnd:
        why = "" if self._ways.trusts else complaint_about(order.overrides)
        if why := why or await self._lacking(order):
            end = AttemptEnd(outcome=AttemptOutcome.NOT_DONE, why=why)
            self._ways.ends(attempt, end)
            return end
        place, log_dir = self._ways.place or (folder, folder / RUNS)
        told = self._told(order, attempt, folder, log_dir)
        first = Hold() if self._is_paused else Go(within_s=self._within_s)
        run = PlayedRun(told, outward, self._ways.log_every_s, folder / END_FILE)
        self._playing.add(run)
        self._ways.begins(attempt, order)
        environment = {name: value for name, value in self._ways.environment.items() if name != DATABASE_VARIABLE}
        ended: AttemptEnd | None = None
        try:
            ended = await run.play(Course(self._ways.command, environment, place, first, self._within(order)))
        finally:
            self._playing.discard(run)
            self._ways.logged(attempt, ended, log_dir / told.run_id / EVENTS)
        self._ways.ends(attempt, ended)
        return ended

    async def pause(self) -> None:
        self._is_paused = True
        self._say(Hold())
        if self._playing:
            settled = [asyncio.ensure_future(run.held()) for run in self._playing]
            _, late = await asyncio.wait(settled, timeout=_SETTLED_S)
            for task in late:
                task.cancel()

    async def resume(self) -> None:
        self._is_paused = False
        self._say(Go(within_s=self._within_s))

    async def confirm(self, within_s: float) -> None:
        self._within_s = within_s
        if not self._is_paused:
            self._say(Go(within_s=within_s))

    def room(self) -> str:
        return self._ways.floors.lacking(self._folder)

    def _say(self, word: Go | Hold) -> None:
        for run in self._playing:
            run.say(word)

    async def _lacking(self, order: TaskOrder) -> str:
        """Return which secret that the task names is not on this machine."""
        store = SecretStore(self._settings.secrets, self._ways.environment)
        for name in order.secrets:
            try:
                if await store.is_there(SecretRef(name)):
                    continue
            except SecretRefused as error:
                return str(error)
            return f"this worker has no secret {name!r}; put it there with: ufo secret set {name}"
        return ""

    def _told(self, order: TaskOrder, attempt: AttemptId, folder: Path, log_dir: Path) -> ChildOrder:
        overrides: dict[str, Any] = dict(order.overrides)
        private = {"where": "private"}
        overrides["desktop"] = {**private, **_section(overrides, "desktop")}
        overrides["control"] = {"socket": True}
        attended = order.hold_s > 0
        if attended:
            overrides["system"] = {**_section(overrides, "system"), "question_timeout_s": order.hold_s}
        kind, _, hand = str(_section(overrides, "model").get("name", self._settings.model.name)).partition(":")
        if kind == "hand":
            # Whoever answers in a folder answers each task in its own.
            own = Path(hand).expanduser().absolute() / attempt.task.key
            overrides["model"] = {**_section(overrides, "model"), "name": f"hand:{own}"}
        return ChildOrder(
            plan=_in(folder, order),
            mode=RunningMode.FOLLOWER if order.plan.steps else order.mode,
            run_id=new_run_id(),
            log_dir=str(log_dir),
            consents=order.consents,
            overrides=overrides,
            answers=order.answers,
            attended=attended,
            counted=bool(order.model_key and order.calls_per_minute),
        )

    def _within(self, order: TaskOrder) -> float:
        most = _section(order.overrides, "limits").get("max_time_s", self._settings.limits.max_time_s)
        return float(most) + _OVERDUE_S if isinstance(most, int | float) else _OVERDUE_S


def _section(overrides: Mapping[str, JsonValue], name: str) -> dict[str, JsonValue]:
    found = overrides.get(name)
    return found if isinstance(found, dict) else {}


def _in(folder: Path, order: TaskOrder) -> Plan:
    """Return the plan with what it is done with where it lies here."""
    names = {given.name for given in order.inputs}
    here = order.plan.object in names
    return order.plan.model_copy(update={"object": str(folder / order.plan.object)}) if here else order.plan
