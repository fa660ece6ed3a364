"""How a worker does its work: its desktops, its queues, and the intervals of its lease. The defaults are for real runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ufo.errors import ConfigError
from ufo.fleet.jobs.names import checked_name

MOST_DESKTOPS = 1000


@dataclass(frozen=True, slots=True)
class WorkerManner:
    """`folder`: where attempts are played. `queues`: the classes of machines that it serves, "" for tasks of no class.

    All times are in seconds. It beats each `beat_s`. One whose counter another worker has seen standing still for `dead_s`, while
    its own beats went through, is dead. One whose beats have not gone through for `fence_s` lets its runs hold. `trusts_pids`: a
    worker of this machine whose process is gone is dead at once.

    `poll_s`: how often it looks for work and for answers. The `n`th try waits `backoff_s` · 2^(n-1), at most `most_backoff_s`.
    After `most_cuts` workers have died over a task, it has failed. `schedules_s`: how often it looks for new schedules.
    """

    folder: Path
    desktops: int = 1
    queues: tuple[str, ...] = ("",)
    beat_s: float = 5.0
    dead_s: float = 45.0
    fence_s: float = 20.0
    trusts_pids: bool = True
    poll_s: float = 1.0
    backoff_s: float = 30.0
    most_backoff_s: float = 3600.0
    most_cuts: int = 3
    schedules_s: float = 30.0

    def __post_init__(self) -> None:
        if not 1 <= self.desktops <= MOST_DESKTOPS:
            raise ConfigError(f"a worker has 1 to {MOST_DESKTOPS} desktops, and not {self.desktops}")
        for queue in filter(None, self.queues):
            checked_name(queue, "queue")
        if not self.queues:
            raise ConfigError("a worker serves at least one queue")
        if not 0 < self.beat_s < self.fence_s < self.dead_s:
            # A worker must hold before another one may take over.
            raise ConfigError("the times of a worker's lease must rise: beat, fence, dead")
