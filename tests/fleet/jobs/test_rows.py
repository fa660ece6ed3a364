"""The figures that a person watches."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.errors import ConfigError
from ufo.fleet.jobs.ends import TaskState
from ufo.fleet.jobs.manner import WorkerManner
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.jobs.rows import TaskRow, figures_of


def _row(number: int, state: TaskState, **more: float) -> TaskRow:
    return TaskRow(AttemptId.parse(f"job/k{number}/0/1"), state, **more)  # type: ignore[arg-type]


def test_the_pace_is_that_of_the_last_ten_minutes() -> None:
    now = 10_000.0
    rows = [
        *(_row(n, TaskState.DONE, begun=1.0, ended=100.0, cost=0.5) for n in range(50)),
        *(_row(n, TaskState.DONE, begun=now - 400, ended=now - 300) for n in range(50, 60)),
        *(_row(n, TaskState.QUEUED) for n in range(60, 63)),
        _row(63, TaskState.WAITING),
    ]
    figures = figures_of(rows, now)
    assert figures.per_minute == 1.0
    assert figures.left_s == 180.0
    assert (figures.total, figures.over, figures.cost, figures.is_over) == (64, 60, 25.0, False)


def test_a_job_that_has_just_begun_has_no_pace_and_one_that_is_over_has_nothing_left() -> None:
    begun = figures_of([_row(1, TaskState.RUNNING, begun=9_999.0)], 10_000.0)
    assert (begun.per_minute, begun.left_s, begun.is_over) == (0.0, None, False)
    over = figures_of([_row(1, TaskState.INTERRUPTED), _row(2, TaskState.CANCELLED)], 10_000.0)
    assert (over.left_s, over.is_over, over.over) == (0.0, True, 1)


@pytest.mark.parametrize(
    "wrong",
    [{"desktops": 0}, {"desktops": 10**6}, {"queues": ("a/b",)}, {"queues": ()}, {"fence_s": 60}, {"beat_s": 0}],
)
def test_a_worker_that_could_be_taken_over_before_it_holds_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        WorkerManner(Path(), **wrong)  # type: ignore[arg-type]
