"""`ufo batch`: does many tasks, each on a private desktop and in a process of its own, several side by side.

Each process does what `ufo run` does. What is done is in the journal (`batch/journal.py`), so a batch that was killed goes on
with what is missing.

The process of a task is told it on standard input (`task`), and ends with the batch.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ufo.cli.batch.journal import Journal, JournalListener, keys_of
from ufo.cli.batch.results import Results, Task, read_ended
from ufo.cli.commands.run import Manner, Way, work
from ufo.cli.output import Terminal, print_json
from ufo.cli.process.side_by_side import Child, run_child, side_by_side, told_by_parent
from ufo.cli.settings import command_settings, given
from ufo.config.settings import Settings
from ufo.errors import ConfigError
from ufo.platform.loop_signals import stopping
from ufo.runs.assembly import require_models
from ufo.runs.plans.plan import Plan
from ufo.runs.plans.read_batch import RESULTS, Broken, Entry, read_batch
from ufo.schema.exit_codes import EXIT_CANCELLED
from ufo.schema.outcome import RunOutcome
from ufo.schema.running_mode import RunningMode


@dataclass(frozen=True, slots=True)
class Order:
    """What the batch tells the process. `journal` is written under `key`; `lock` is a descriptor that is held to the end."""

    plan: dict[str, Any]
    key: str
    journal: str
    lock: int
    mode: str
    consents: bool = False
    overrides: dict[str, Any] = field(default_factory=dict)

    def line(self) -> str:
        return json.dumps(asdict(self))


def task() -> int:
    """Do the task as `ufo run --json` does, and return its exit code. Raises ConfigError where no batch started it."""
    try:
        order = Order(**json.loads(told_by_parent(_stop)))
    except (ValueError, TypeError):
        raise ConfigError("batch-task is started by ufo batch, which tells it what to do; use ufo run") from None
    # Programs that are started here must not hold the lock.
    os.set_inheritable(order.lock, False)
    plan, mode = Plan.model_validate(order.plan), RunningMode(order.mode)
    way = Way(
        plan=plan if mode is RunningMode.FOLLOWER else None,
        mode=mode,
        listener=JournalListener(Path(order.journal), order.key),
    )
    return work(plan.request, command_settings(**order.overrides), Manner(order.consents, as_json=True), way)


def _stop() -> None:
    """Stop this process as a person would, in order."""
    os.kill(os.getpid(), signal.SIGTERM)


_COMMAND = (sys.executable, "-m", "ufo", "batch-task")
_OVERDUE_S = 60.0
"""How much longer than its limit a task's process may take: to start, to close its desktop, to write its report."""
_MOST_BROKEN = 50
_SHORT = 70


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
    journal = Journal(path)
    batch = _Batch(settings, options, how, mode, journal, results)
    try:
        stopped = asyncio.run(batch.do())
        results.write(path)
    except BaseException:
        journal.close(done_with=False)
        raise
    journal.close(done_with=True)
    batch.tell_end(path)
    return EXIT_CANCELLED if stopped else results.exit_code


@dataclass
class _Batch:
    settings: Settings
    options: Mapping[str, Any]
    how: BatchManner
    mode: RunningMode
    journal: Journal
    results: Results
    console: Terminal = field(init=False)
    over: int = 0
    """How many tasks are over, with those that were before."""

    def __post_init__(self) -> None:
        self.console = Terminal(stderr=self.how.as_json)

    async def do(self) -> bool:
        """Do what is missing. Return whether the person stopped it."""
        ended = self.results.ended
        ended.update({line.key: line.summary for line in self.journal.new_lines()})
        kept = {task.key for task in self.results.tasks if task.key in ended and not self._again(ended[task.key])}
        self.over = len(kept)
        self._tell_begin(len(kept))
        missing = [task for task in self.results.tasks if task.key not in kept]
        for task in missing:
            ended.pop(task.key, None)
        with stopping(lambda: os._exit(EXIT_CANCELLED)):
            try:
                await side_by_side(missing, self.how.jobs, self._one)
            except asyncio.CancelledError:
                self._take_in()
                return True
        return False

    def _again(self, summary: Mapping[str, Any]) -> bool:
        done = (RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED)
        return self.how.retry and summary.get("outcome") not in done

    async def _one(self, task: Task) -> None:
        order = Order(
            plan=task.plan.model_dump(mode="json"),
            key=task.key,
            journal=str(self.journal.path),
            lock=self.journal.lock,
            mode=RunningMode.FOLLOWER if task.plan.steps else self.mode,
            consents=self.how.consents,
            overrides=self._overrides(task),
        )
        within_s = self.settings.limits.max_time_s + _OVERDUE_S
        # It is this program again, which needs the same settings and keys.
        child = Child(_COMMAND, os.environ, told=order.line(), keeps=(self.journal.lock,), within_s=within_s)
        over = await run_child(child)
        self._take_in()
        if task.key not in self.results.ended:
            last = over.said.splitlines()[-1:] or [f"its process ended with {over.code}"]
            self.results.failed_to_end[task.key] = last[0].removeprefix("ufo: ")
        self._tell(task)

    def _overrides(self, task: Task) -> dict[str, Any]:
        """Return the options of the task's run. A person, or a program, that answers in a folder answers each task in its own."""
        options: dict[str, Any] = {
            name: str(value) if isinstance(value, Path) else value for name, value in self.options.items()
        }
        kind, _, folder = self.settings.model.name.partition(":")
        if kind == "hand":
            own = Path(folder).expanduser().absolute() / task.key
            options["model"] = {**options.get("model", {}), "name": f"hand:{own}"}
        return options

    def _take_in(self) -> None:
        self.results.ended.update({line.key: line.summary for line in self.journal.new_lines()})

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
