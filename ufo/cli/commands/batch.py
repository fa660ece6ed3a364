"""`ufo batch`: does many tasks, each on a private desktop and in a process of its own, several side by side.

It is client and worker of a fleet (`ufo/fleet`) in one process, whose database lies beside the result file until that is written.
Each task's process does what `ufo run` does, and ends with the batch. A batch that was killed goes on with what is missing.
"""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ufo.cli.batch.kept_work import KeptWork
from ufo.cli.batch.results import Results, Task, read_ended
from ufo.cli.fleet.collector import Logged, telemetry
from ufo.cli.output import Terminal, print_json
from ufo.cli.process.surroundings import working_folder
from ufo.cli.settings import command_settings, given
from ufo.config.sections import PlayerSections
from ufo.config.settings import Settings
from ufo.fleet.child.floors import Floors
from ufo.fleet.child.player import ChildPlayer, Ways
from ufo.fleet.engine.address import Database
from ufo.fleet.engine.fleet import Fleet
from ufo.fleet.engine.worker import Worker
from ufo.fleet.jobs.ends import AttemptEnd, AttemptOutcome, TaskState
from ufo.fleet.jobs.manner import WorkerManner
from ufo.fleet.jobs.names import AttemptId, JobId, TaskKey
from ufo.fleet.jobs.order import TaskOrder
from ufo.fleet.jobs.rows import TaskRow
from ufo.fleet.store.places import open_store
from ufo.platform.loop_signals import stopping
from ufo.runs.named_models import require_models
from ufo.runs.plans.plan_keys import keys_of
from ufo.runs.plans.read_batch import RESULTS, Broken, Entry, read_batch
from ufo.schema.exit_codes import EXIT_CANCELLED
from ufo.schema.outcome import RunOutcome
from ufo.schema.running_mode import RunningMode

_MOST_BROKEN = 50
_SHORT = 70
_POLL_S, _LOOK_S = 0.2, 10.0
_STILL = (TaskState.QUEUED, TaskState.RUNNING)


@dataclass(frozen=True, slots=True)
class BatchManner:
    """How a batch is done: `jobs` tasks at a time, with the person's consent in advance or without. `retry`: what ended otherwise
    than done is done again.
    """

    jobs: int = 1
    consents: bool = False
    operator: bool = False
    retry: bool = False
    as_json: bool = False


def run(source: Path, out: Path | None, overrides: Mapping[str, Any], **manner: Any) -> int:
    """Do the tasks in a file or folder and return the exit code. `overrides` holds None where an option was not given."""
    how = BatchManner(**manner)
    options = given({**overrides, "desktop": {**overrides.get("desktop", {}), "where": "private"}})
    settings = command_settings(**options)
    mode = RunningMode.BATCH_OPERATOR if how.operator else RunningMode.BATCH_NORMAL
    # A wrong model or mode is reported once, and not by each task.
    asyncio.run(require_models(settings, mode))
    read = read_batch(source)
    entries = [entry for entry in read if isinstance(entry, Entry)]
    keys = keys_of(entry.plan for entry in entries)
    tasks = [Task(key, entry.place, entry.plan) for key, entry in zip(keys, entries, strict=True)]
    broken = [item for item in read if isinstance(item, Broken)]
    path = (out or Path(f"{source.absolute().stem}{RESULTS}")).absolute()
    results = Results(str(source), tasks, broken, read_ended(path))
    work = KeptWork(path)
    batch = _Batch(settings, options, how, mode, work, results)
    try:
        stopped = batch.do()
        results.write(path)
    except BaseException:
        work.close(done_with=False)
        raise
    work.close(done_with=True)
    batch.tell_end(path)
    return EXIT_CANCELLED if stopped else results.exit_code


@dataclass
class _Batch:
    settings: Settings
    options: Mapping[str, Any]
    how: BatchManner
    mode: RunningMode
    work: KeptWork
    results: Results
    console: Terminal = field(init=False)
    over: int = 0
    """How many tasks are over, with those that were before."""
    by_key: dict[str, Task] = field(init=False)
    _ended: asyncio.Event = field(init=False, default_factory=asyncio.Event)
    _told: set[str] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self.console = Terminal(stderr=self.how.as_json)
        self.by_key = {task.key: task for task in self.results.tasks}

    def do(self) -> bool:
        """Do what is missing. Return whether the person stopped it."""
        ended = self.results.ended
        ended.update(self.work.ended())
        kept = {task.key for task in self.results.tasks if task.key in ended and not self._again(ended[task.key])}
        self.over = len(kept)
        self._tell_begin(len(kept))
        missing = [task for task in self.results.tasks if task.key not in kept]
        for task in missing:
            ended.pop(task.key, None)
        if not missing:
            return False
        database = Database.in_file(self.work.database)
        say = functools.partial(self._print, style="yellow")
        with Fleet(database) as fleet, telemetry(self.settings.telemetry, database, say) as logged:
            # What a batch that was killed has left in the queues is submitted anew, in the order of now.
            before = fleet.jobs()
            for row in before:
                fleet.cancel(row.job)
            job = JobId(f"batch-{len(before) + 1}")
            fleet.submit([(TaskKey(job, task.key), self._order(task)) for task in missing])
            return asyncio.run(self._play(database, fleet, job, len(missing), logged))

    def _again(self, summary: Mapping[str, Any]) -> bool:
        done = (RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED)
        return self.how.retry and summary.get("outcome") not in done

    def _order(self, task: Task) -> TaskOrder:
        """Return what is told to the task's process. What was killed in its middle begins anew; nobody is asked."""
        return TaskOrder(
            plan=task.plan,
            place=task.place,
            mode=self.mode,
            consents=self.how.consents,
            overrides=json.loads(json.dumps(self.options, default=str)),
            repeatable=True,
            hold_s=0,
        )

    async def _play(self, database: Database, fleet: Fleet, job: JobId, count: int, logged: Logged) -> bool:
        manner = WorkerManner(
            self.work.attempts, desktops=self.how.jobs, poll_s=_POLL_S, backoff_s=0.0, most_cuts=count + 1
        )
        ways = Ways(
            place=(working_folder(), self.settings.log_dir),
            trusts=True,
            floors=Floors(0, 0),
            log_every_s=None,
            ends=self._one_ended,
            logged=logged,
        )
        player = ChildPlayer(PlayerSections.of(self.settings), self.work.attempts, ways)
        worker = Worker(database, manner, player, open_store(str(self.work.store)))
        # That a killed batch is taken over is told by what goes on.
        logging.getLogger("ufo.fleet").setLevel(logging.ERROR)
        with stopping(lambda: os._exit(EXIT_CANCELLED)):
            working = asyncio.ensure_future(worker.run())
            watching = asyncio.ensure_future(self._drained(worker, fleet, job, count))
            try:
                await asyncio.wait({working, watching}, return_when=asyncio.FIRST_COMPLETED)
                if watching.done():
                    watching.result()
                await working
            except asyncio.CancelledError:
                return True
            finally:
                for task in (working, watching):
                    task.cancel()
                await asyncio.wait({working, watching})
        return False

    async def _drained(self, worker: Worker, fleet: Fleet, job: JobId, count: int) -> None:
        """Let the worker end when all tasks are over."""
        is_over = False
        while not is_over:
            all_told = len(self._told) >= count
            try:
                await asyncio.wait_for(self._ended.wait(), _POLL_S if all_told else _LOOK_S)
            except TimeoutError:
                # The engine also ends tasks that were never played.
                rows = await asyncio.to_thread(fleet.tasks, job)
                is_over = all(self._is_over(row) for row in rows)
            self._ended.clear()
        worker.drain()

    def _is_over(self, row: TaskRow) -> bool:
        if row.state in _STILL:
            return False
        if row.attempt.task.key not in self._told:
            self._one_ended(row.attempt, AttemptEnd(outcome=AttemptOutcome.NOT_DONE, why=row.why))
        return True

    def _one_ended(self, attempt: AttemptId, end: AttemptEnd) -> None:
        key = attempt.task.key
        if end.summary:
            self.results.ended[key] = dict(end.summary)
        else:
            self.results.failed_to_end[key] = end.why
        self._tell(self.by_key[key])
        self._told.add(key)
        self._ended.set()

    def _tell_begin(self, kept: int) -> None:
        results = self.results
        for broken in results.broken[:_MOST_BROKEN]:
            self._print(f"{broken.place}: {broken.why}", "red")
        if len(results.broken) > _MOST_BROKEN:
            self._print(
                f"… and {len(results.broken) - _MOST_BROKEN} broken lines more; all are in the result file", "red"
            )
        done = f", {kept} of them done before" if kept else ""
        self._print(f"{len(results.tasks)} tasks{done}; {self.how.jobs} at a time")

    def _tell(self, task: Task) -> None:
        results = self.results
        self.over += 1
        summary = results.ended.get(task.key, {})
        seconds = f"  {summary['seconds']:.1f} s" if isinstance(summary.get("seconds"), int | float) else ""
        why = str(summary.get("reason") or results.failed_to_end.get(task.key, ""))
        said = " ".join(task.plan.task.split())
        said = said if len(said) <= _SHORT else f"{said[:_SHORT]}…"
        outcome = results.outcome(task)
        shown = "" if outcome == RunOutcome.VERIFIED else f"\n    {why}"
        self._print(f"{self.over} of {len(results.tasks)}  {task.place}  {outcome}{seconds}  {said}{shown}")

    def tell_end(self, path: Path) -> None:
        if self.how.as_json:
            print_json({**self.results.as_object(), "file": str(path)})
            return
        self.console.print(self.results.table())
        if self.results.left_out:
            self._print(f"… and {self.results.left_out} tasks more in the result file")
        counted = ", ".join(f"{number} {name}" for name, number in self.results.counts.items() if number)
        self._print(f"{counted or 'nothing'}")
        self._print(f"Results  {path}")

    def _print(self, text: str, style: str | None = None) -> None:
        self.console.say(text, style)
