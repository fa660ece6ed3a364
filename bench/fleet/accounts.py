"""What has to be right after a night of a fleet, and a table of what was found."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench.fleet.lease_watch import LeaseWatch
from tests.fleet.working import Scene
from ufo.fleet.jobs.ends import TaskState
from ufo.fleet.jobs.names import AttemptId

NOTICED_S = 60.0


@dataclass(frozen=True)
class Found:
    """`rows`: what, and how much of it. `faults`: what must not be. `cut`: how many plays a kill has cut."""

    rows: Sequence[tuple[str, str]]
    faults: Sequence[str]
    cut: int

    def table(self) -> str:
        lines = [f"| {what} | {found} |" for what, found in (("", "found"), ("---", "---"), *self.rows)]
        return "\n".join([*lines, *(f"FAULT: {fault}" for fault in self.faults)])


def found_in(scene: Scene, leases: LeaseWatch, repeatable: Mapping[str, bool], took_s: float) -> Found:
    """Look at the lists, at what the stand-in runs have really done, and at what the store keeps. `repeatable`: all
    tasks, and which may be repeated.
    """
    rows = scene.fleet.tasks()
    total = len(repeatable)
    begun = Counter(scene.effects("begin"))
    cut = set(begun) - set(scene.effects("over"))
    ends = {str(row.attempt): scene.store.ended(row.attempt) for row in rows}
    once = [row for row in rows if not repeatable[str(row.attempt.task)]]
    interrupted = [row for row in rows if row.state is TaskState.INTERRUPTED]
    twice = sorted(attempt for attempt, times in begun.items() if times > 1)
    played = Counter(str(AttemptId.parse(attempt).task) for attempt in begun)
    played_again = sorted(task for task, times in played.items() if times > 1 and not repeatable[task])
    cut_and_not_interrupted = [
        str(row.attempt) for row in once if str(row.attempt) in cut and row.state is not TaskState.INTERRUPTED
    ]
    wrong = [
        f"{row.attempt} is {row.state.value}"
        for row in rows
        if row.state not in (TaskState.DONE, TaskState.INTERRUPTED)
        or (row.state is TaskState.DONE) != (ends[str(row.attempt)] is not None)
        or (row.state is TaskState.INTERRUPTED and repeatable[str(row.attempt.task)])
    ]
    cost = sum(row.cost for row in rows)
    late = max(leases.took_s, default=0.0)
    faults = [
        *([f"{total - len(rows)} of {total} tasks are lost"] if len(rows) != total else []),
        *(f"attempt {attempt} was played twice" for attempt in twice),
        *(f"{task} may not be repeated and was played again" for task in played_again),
        *(f"{attempt} was cut, may not be repeated, and is not interrupted" for attempt in cut_and_not_interrupted),
        *wrong,
        *(
            [f"{cost:g} were paid for {len(rows) - len(interrupted)} results"]
            if cost != len(rows) - len(interrupted)
            else []
        ),
        *(f"worker {pid} was taken over and was not dead" for pid in leases.taken_falsely),
        *([f"a dead worker was noticed after {late:.0f} s"] if late > NOTICED_S else []),
        *(f"worker {row.name} has left its lease" for row in scene.fleet.workers()),
    ]
    return Found(
        [
            ("tasks, done, interrupted", f"{len(rows)}, {len(rows) - len(interrupted)}, {len(interrupted)}"),
            ("minutes", f"{took_s / 60:.1f}"),
            ("plays; cut in mid-act; played again", f"{len(begun)}; {len(cut)}; {len(begun) - len(played)}"),
            ("workers that were killed or frozen for good", str(len(leases.killed))),
            ("of these had a lease, and were taken over", str(len(leases.took_s))),
            ("taken over after, in seconds", _spread(leases.took_s)),
            ("their work was back after that, in seconds", _spread(leases.until_back_s)),
            (
                "lost; recorded twice; false take-overs",
                f"{total - len(rows)}; {len(twice)}; {len(leases.taken_falsely)}",
            ),
        ],
        faults,
        len(cut),
    )


def _spread(times: Sequence[float]) -> str:
    if not times:
        return "none"
    return f"least {min(times):.1f}, middle {statistics.median(times):.1f}, most {max(times):.1f}"
