"""What the lists of a fleet show: tasks, workers, and the figures of a job."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ufo.fleet.jobs.ends import TaskState
from ufo.fleet.jobs.names import AttemptId, JobId

_MINUTE_S = 60.0
RECENT_S = 600.0
"""The pace is that of the last ten minutes: a job's first hour says little of its fifth."""


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A task at its last attempt. `question`: what a person has to answer or decide; `held`: a desktop waits for the answer.
    `line`: what a running task does now. Times are in seconds since 1970 by the database's clock, 0 where there is none.
    """

    attempt: AttemptId
    state: TaskState
    outcome: str = ""
    why: str = ""
    question: str = ""
    held: bool = False
    line: str = ""
    worker: str = ""
    queue: str = ""
    priority: int = 0
    steps: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    submitted: float = 0.0
    begun: float = 0.0
    ended: float = 0.0
    not_before: float = 0.0
    place: str = ""
    request: str = ""


@dataclass(frozen=True, slots=True)
class WorkerRow:
    """A worker that has its lease, or has lost it (`taken_by`). `counter`: its beats; `says`: why it takes no task. `current`: it
    plays tasks of this release.
    """

    name: str
    host: str
    pid: int
    desktops: int
    queues: tuple[str, ...]
    running: int
    says: str
    begun: float
    counter: int
    current: bool
    taken_by: str = ""


@dataclass(frozen=True, slots=True)
class QueueLoad:
    """What waits and runs in the whole fleet. `oldest_s`: how long that has waited which waits longest; `per_minute`: attempts
    that ended, lately.
    """

    waiting: int
    running: int
    oldest_s: float
    per_minute: float


@dataclass(frozen=True, slots=True)
class Figures:
    """How far a job is, or all of them. `per_minute`: tasks that ended, lately; `left_s`: how long the rest takes at that pace,
    None where that cannot be told.
    """

    counts: dict[TaskState, int] = field(default_factory=dict)
    per_minute: float = 0.0
    left_s: float | None = None
    cost: float = 0.0

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def over(self) -> int:
        return sum(number for state, number in self.counts.items() if state.is_over)

    @property
    def is_over(self) -> bool:
        """Whether nothing runs or will run by itself: what is left waits for a person."""
        return not self.counts.get(TaskState.QUEUED) and not self.counts.get(TaskState.RUNNING)


def figures_of(rows: Sequence[TaskRow], now: float) -> Figures:
    """Return the figures of tasks. `now`: the database's clock."""
    counts = Counter(row.state for row in rows)
    ends = [row.ended for row in rows if row.ended > now - RECENT_S]
    first = min((row.begun for row in rows if row.begun), default=now)
    # What ended in the first minute of a job is no pace of ten minutes.
    minutes = max(min(RECENT_S, now - first), 1.0) / _MINUTE_S
    per_minute = len(ends) / minutes if ends else 0.0
    left = counts[TaskState.QUEUED] + counts[TaskState.RUNNING]
    return Figures(
        counts={state: counts[state] for state in TaskState if counts[state]},
        per_minute=per_minute,
        left_s=left / per_minute * _MINUTE_S if per_minute else None if left else 0.0,
        cost=sum(row.cost for row in rows),
    )


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job and its figures. `submitted`: when its first task came."""

    job: JobId
    figures: Figures
    submitted: float


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """A job that is submitted again and again. `cron`: its five fields, in the time zone `zone`; `last`: when it was submitted
    last, as the engine tells it, "" for never.
    """

    name: str
    cron: str
    zone: str
    tasks: int
    active: bool
    last: str = ""
