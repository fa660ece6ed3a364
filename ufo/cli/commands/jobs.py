"""`ufo jobs`: lists, watches and decides about the work of a fleet."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.live import Live

from ufo.cli.fleet.fleet_place import FleetPlace
from ufo.cli.fleet.shown_jobs import (
    as_object,
    figures_line,
    figures_object,
    job_object,
    jobs_table,
    next_move,
    schedules_table,
    tasks_table,
    watched,
    workers_table,
)
from ufo.cli.output import Terminal, print_answer, print_json, print_remark, print_text
from ufo.errors import ConfigError
from ufo.fleet.engine.fleet import Fleet
from ufo.fleet.jobs.decision import Decision
from ufo.fleet.jobs.ends import TaskState
from ufo.fleet.jobs.names import AttemptId, JobId, TaskKey, checked_name
from ufo.fleet.jobs.rows import TaskRow
from ufo.fleet.jobs.seams import Store
from ufo.schema.exit_codes import EXIT_FAILED
from ufo.schema.secret import PLACEHOLDER
from ufo.secrets.password_guess import asks_for_a_secret
from ufo.trace.console import ConsoleListener
from ufo.trace.reader import parsed

_MOST_ROWS = 40
_LOOK_S, _FOLLOW_S = 2.0, 2.0
_DAY_S = 86400.0
_DECISIONS = {decision.value: decision for decision in (Decision.AGAIN, Decision.DONE, Decision.DROP)}


def list_(place: Mapping[str, Any], as_json: bool) -> int:
    with _fleet(place) as fleet:
        jobs, schedules = fleet.jobs(), fleet.schedules()
    if as_json:
        print_json({"jobs": [job_object(row) for row in jobs], "schedules": [as_object(row) for row in schedules]})
        return 0
    console = Terminal()
    if jobs:
        console.print(jobs_table(jobs))
    if schedules:
        console.print(schedules_table(schedules))
    if not jobs and not schedules:
        print_text('there is no job; give one: ufo submit "REQUEST", and play it: ufo worker')
    return 0


def show(which: str, place: Mapping[str, Any], everything: bool, as_json: bool) -> int:
    """Show a job with its tasks, or a task with its attempts."""
    with _fleet(place) as fleet:
        target = _named(which)
        if isinstance(target, TaskKey):
            rows = fleet.attempts(target)
        elif not (rows := fleet.tasks(target, orders=True)):
            raise _none(which)
        figures = fleet.figures(rows)
    if as_json:
        print_json({**figures_object(figures), "rows": [as_object(row) for row in rows]})
        return 0
    most = len(rows) if everything else _MOST_ROWS
    console = Terminal()
    console.print(tasks_table(rows, most))
    if len(rows) > most:
        console.say(f"… and {len(rows) - most} more: --all")
    if move := next_move(rows):
        console.say(move, "yellow")
    if not isinstance(target, TaskKey):
        console.say(figures_line(figures))
    return 0


def watch(which: str | None, place: Mapping[str, Any], as_json: bool) -> int:
    """Show how far a job or a task is, until nothing of it runs or will run by itself. Exit code 11 where not all is done."""
    target = _named(which) if which else None
    job = target.job if isinstance(target, TaskKey) else target
    console = Terminal()
    with _fleet(place) as fleet, Live(console=console, auto_refresh=False, transient=False) as live:
        before = None
        while True:
            rows = [row for row in fleet.tasks(job) if target in (job, row.attempt.task)]
            if target is not None and not rows:
                raise _none(which)
            figures = fleet.figures(rows)
            told = figures_object(figures)
            if as_json:
                if told["counts"] != before:
                    print_json(told)
                before = told["counts"]
            else:
                live.update(watched(figures, rows, _MOST_ROWS), refresh=True)
            if figures.is_over:
                return 0 if figures.counts.get(TaskState.DONE, 0) == figures.total else EXIT_FAILED
            # A database tells nobody that it has changed.
            time.sleep(_LOOK_S)


def logs(which: str, place: Mapping[str, Any], follow: bool, as_json: bool) -> int:
    """Print the events of a task's last attempt, or of one attempt, as far as they have come; without texts before its end."""
    store = FleetPlace(**place).opened_store()
    attempt = _attempt(which, place)
    listener, at, count = ConsoleListener(Terminal()), 0, 0
    while True:
        data = store.read_events(attempt, at)
        at += len(data)
        if ended := store.ended(attempt) is not None:
            # The whole log has taken the place of the lines without texts; it has the same events in the same order.
            lines = store.read_events(attempt).split(b"\n")[count:-1]
        else:
            lines = data.split(b"\n")[:-1]
        count += len(lines)
        _tell(lines, listener, as_json)
        if not follow or ended:
            break
        # What another machine writes tells nobody here.
        time.sleep(_FOLLOW_S)
    if not count:
        raise ConfigError(f"{attempt} has told nothing yet; ufo jobs show {attempt.task} says how it stands")
    return 0


def _tell(lines: list[bytes], listener: ConsoleListener, as_json: bool) -> None:
    if as_json:
        for line in lines:
            print_text(line.decode("utf-8", "replace"))
        return
    events, doubts = parsed(lines)
    for event in events:
        listener.on_event(event)
    for doubt in doubts:
        print_remark(doubt)


def cancel(which: str, place: Mapping[str, Any], as_json: bool) -> int:
    """Cancel a job or a task, or end a schedule."""
    with _fleet(place) as fleet:
        if which in [row.name for row in fleet.schedules()]:
            fleet.end_schedule(which)
            print_answer(as_json, {"schedule": which, "ended": True}, f"{which} is submitted no more; its jobs stay")
            return 0
        count = fleet.cancel(_named(which))
    said = f"{count} tasks cancelled" if count != 1 else "1 task cancelled"
    print_answer(as_json, {"cancelled": count}, said if count else "all of it is over already")
    return 0


def retry(which: str, place: Mapping[str, Any], as_json: bool) -> int:
    """Do again what has failed or was cancelled."""
    with _fleet(place) as fleet:
        again = fleet.retry(_named(which))
    print_answer(as_json, {"again": [str(attempt) for attempt in again]}, f"{len(again)} tasks are done again")
    return 0


def answer(which: str, text: str, place: Mapping[str, Any], as_json: bool) -> int:
    """Answer a task's question; of one that was cut in mid-act, decide: again, done or drop. The first answer wins."""
    task = _task(which)
    if not text.strip():
        raise ConfigError("an answer has at least one word")
    with _fleet(place) as fleet:
        row = fleet.attempts(task)[-1]
        if row.state is TaskState.INTERRUPTED:
            decision = _DECISIONS.get(text)
            if decision is None:
                raise ConfigError(f"{task} was cut in mid-act; decide with one of: {', '.join(_DECISIONS)}")
            fleet.decide(task, decision)
        else:
            _require_no_secret(row, text)
            fleet.answer(task, text)
    held = row.held
    said = (
        "its run goes on" if held else "it begins anew, answer in hand" if text != "done" and text != "drop" else text
    )
    print_answer(as_json, {"task": str(task), "answered": True}, f"{task}: {said}")
    return 0


def _require_no_secret(row: TaskRow, text: str) -> None:
    """Raise ConfigError for a password: the database may be read by others."""
    if asks_for_a_secret(row.question) and not PLACEHOLDER.search(text):
        raise ConfigError(
            "this asks for something secret, which does not belong into the fleet's database: put it on the worker's machine "
            "with ufo secret set NAME, and answer {{secret:NAME}}"
        )


def fetch(which: str, into: Path | None, place: Mapping[str, Any], as_json: bool) -> int:
    """Fetch the files of a task's last attempt, or of all tasks of a job. Exit code 11 where some could not be fetched."""
    store, folder = FleetPlace(**place).opened_store(), into or Path.cwd()
    console = Terminal(stderr=True)
    fetched, failed = [], 0
    for attempt in _ended_attempts(which, place, store):
        try:
            fetched.append({"attempt": str(attempt), "folder": str(store.fetch(attempt, folder))})
        except ConfigError as error:
            failed += 1
            console.say(f"ufo: {error}", "red")
    if as_json:
        print_json(fetched)
    else:
        for one in fetched:
            print_text(one["folder"])
    if not fetched and not failed:
        raise ConfigError(f"nothing of {which!r} has ended yet")
    return EXIT_FAILED if failed else 0


def workers(place: Mapping[str, Any], as_json: bool) -> int:
    with _fleet(place) as fleet:
        rows = fleet.workers()
    if as_json:
        print_json([as_object(row) for row in rows])
    elif rows:
        Terminal().print(workers_table(rows))
    else:
        print_text("no worker lives; start one: ufo worker --desktops 2")
    return 0


def forget(days: float, queues: Sequence[str], place: Mapping[str, Any], as_json: bool) -> int:
    """Forget the tasks that have been over for so many days, with their files; of these queues, or of all."""
    store = FleetPlace(**place).opened_store()
    with _fleet(place) as fleet:
        count = fleet.forget(days * _DAY_S, store, queues)
    print_answer(as_json, {"forgotten": count}, f"{count} tasks forgotten, with their files")
    return 0


@contextmanager
def _fleet(place: Mapping[str, Any]) -> Iterator[Fleet]:
    with Fleet(FleetPlace(**place).opened_database()) as fleet:
        yield fleet


def _none(which: str | None) -> ConfigError:
    kind = "task" if "/" in str(which) else "job"
    return ConfigError(f"there is no {kind} {which!r}; ufo jobs list names jobs, and ufo jobs show JOB their tasks")


def _named(text: str) -> JobId | TaskKey:
    """Return the job, or the task, also where an attempt of it is named."""
    return _task(text) if "/" in text else JobId(checked_name(text, "job"))


def _task(text: str) -> TaskKey:
    return AttemptId.parse(text).task if text.count("/") == 3 else TaskKey.parse(text)


def _attempt(text: str, place: Mapping[str, Any]) -> AttemptId:
    if text.count("/") == 3:
        return AttemptId.parse(text)
    with _fleet(place) as fleet:
        return fleet.attempts(_task(text))[-1].attempt


def _ended_attempts(which: str, place: Mapping[str, Any], store: Store) -> list[AttemptId]:
    if which.count("/") == 3:
        return [AttemptId.parse(which)]
    with _fleet(place) as fleet:
        target = _named(which)
        rows = fleet.attempts(target)[-1:] if isinstance(target, TaskKey) else fleet.tasks(target)
    if not rows:
        raise _none(which)
    # What was cancelled has left files where it had begun.
    return [
        row.attempt for row in rows if row.outcome or (row.state is TaskState.CANCELLED and store.ended(row.attempt))
    ]
