"""Jobs, tasks and workers of a fleet as tables for people and as objects for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from ufo.cli.output import table
from ufo.fleet.jobs.ends import TaskState
from ufo.fleet.jobs.rows import Figures, JobRow, ScheduleRow, TaskRow, WorkerRow

_MINUTE_S, _HOUR_S = 60, 3600
_FIRST = (TaskState.WAITING, TaskState.INTERRUPTED, TaskState.RUNNING, TaskState.FAILED)
"""What a person wants to see first: what waits for them, then what runs."""
_STYLES = {
    TaskState.WAITING: "yellow",
    TaskState.INTERRUPTED: "yellow",
    TaskState.FAILED: "red",
    TaskState.RUNNING: "cyan",
}


def as_object(row: TaskRow | WorkerRow | ScheduleRow) -> dict[str, Any]:
    if isinstance(row, TaskRow):
        return {"task": str(row.attempt.task), **asdict(row), "attempt": row.attempt.number, "state": row.state.value}
    return asdict(row)


def figures_object(figures: Figures) -> dict[str, Any]:
    """Return the figures. `per_minute`, `left_s` and `cost` (USD) as in `Figures`."""
    counts = {state.value: number for state, number in figures.counts.items()}
    return {
        "tasks": figures.total,
        "over": figures.over,
        "counts": counts,
        "per_minute": round(figures.per_minute, 2),
        "left_s": None if figures.left_s is None else round(figures.left_s),
        "cost": round(figures.cost, 4),
    }


def job_object(row: JobRow) -> dict[str, Any]:
    return {"job": row.job, "submitted": row.submitted, **figures_object(row.figures)}


def figures_line(figures: Figures) -> str:
    """Say how far it is, in one line."""
    told = [f"{figures.over} of {figures.total} over"]
    told += [f"{number} {state.value}" for state, number in figures.counts.items()]
    if figures.per_minute and not figures.is_over:
        told.append(f"{figures.per_minute:.1f} a minute")
    if figures.left_s:
        told.append(f"{for_how_long(figures.left_s)} left")
    if figures.cost:
        told.append(f"{figures.cost:.2f} USD")
    return ", ".join(told)


def for_how_long(seconds: float) -> str:
    minutes = max(1, round(seconds / _MINUTE_S))
    return f"{minutes} min" if seconds < _HOUR_S else f"{minutes // 60} h {minutes % 60} min"


def jobs_table(rows: Sequence[JobRow]) -> Table:
    cells = [(row.job, _time(row.submitted), figures_line(row.figures)) for row in rows]
    return table(("job", "submitted", "how far"), cells, whole=("job", "submitted"))


def schedules_table(rows: Sequence[ScheduleRow]) -> Table:
    cells = [(row.name, row.cron, row.zone, str(row.tasks), row.last) for row in rows]
    return table(("again and again", "when", "zone", "tasks", "last"), cells, whole=("again and again", "when"))


def tasks_table(rows: Sequence[TaskRow], most: int) -> Table:
    """Return the table of tasks, those first that a person has to do with; at most so many."""
    ordered = sorted(rows, key=lambda row: _FIRST.index(row.state) if row.state in _FIRST else len(_FIRST))
    made = Table(box=None, pad_edge=False)
    made.add_column("task", no_wrap=True)
    made.add_column("state", no_wrap=True)
    made.add_column("what", overflow="fold")
    last = {row.attempt.task: row.attempt for row in sorted(rows, key=lambda row: row.attempt)}
    for row in ordered[:most]:
        tells_more = row.state.is_over and row.outcome.casefold() != row.state.value
        state = f"{row.state.value} {row.outcome}".strip() if tells_more else row.state.value
        if row.attempt != last[row.attempt.task]:
            # What came of an earlier attempt; the task is where the last one is.
            state = row.outcome or state
        made.add_row(Text(str(row.attempt)), Text(state, _STYLES.get(row.state, "")), Text(_what(row)))
    return made


def _what(row: TaskRow) -> str:
    if row.question:
        held = ", and a desktop is held for the answer" if row.held else ""
        return f"asks{held}: {row.question}"
    told = row.line if row.state is TaskState.RUNNING else row.why
    if row.state is TaskState.QUEUED and row.not_before:
        told = f"not before {_time(row.not_before)}"
    at = f"{row.place} " if row.place else ""
    return " · ".join(part for part in (f"{at}{row.request[:70]}".strip(), told, row.worker) if part)


def next_move(rows: Sequence[TaskRow]) -> str:
    """Say what a person can do about tasks that wait for one, "" where none does."""
    moves = [
        f"{said}: ufo jobs answer {first.attempt.task} {form}"
        for said, form, first in (
            (
                "answer",
                "TEXT",
                next((row for row in rows if row.question and row.state is not TaskState.INTERRUPTED), None),
            ),
            ("decide", "again|done|drop", next((row for row in rows if row.state is TaskState.INTERRUPTED), None)),
        )
        if first is not None
    ]
    return "; ".join(moves)


def workers_table(rows: Sequence[WorkerRow]) -> Table:
    cells = [
        (
            row.name,
            f"{row.running} of {row.desktops}",
            ", ".join(queue or "any" for queue in row.queues),
            _time(row.begun),
            _doing(row),
        )
        for row in rows
    ]
    return table(("worker", "desktops", "queues", "since", ""), cells, whole=("worker",))


def _doing(row: WorkerRow) -> str:
    if row.taken_by:
        return f"dead; {row.taken_by} puts its work back"
    older = "" if row.current else "of another release: it takes none of these tasks"
    return "; ".join(part for part in (row.says, older) if part)


def watched(figures: Figures, rows: Sequence[TaskRow], most: int) -> RenderableType:
    """Return what `ufo jobs watch` shows: a bar, the figures, and the tasks that run or wait for a person."""
    now = [row for row in rows if row.state in _FIRST[:3]]
    # By itself a bar does not end its line.
    bar = Padding(ProgressBar(total=max(1, figures.total), completed=figures.over, width=60), 0)
    below: list[RenderableType] = [tasks_table(now, most), Text(next_move(now), "yellow")] if now else []
    return Group(bar, Text(figures_line(figures)), *below)


def _time(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds).astimezone():%Y-%m-%d %H:%M}" if seconds else ""
