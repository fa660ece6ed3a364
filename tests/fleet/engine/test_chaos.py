"""A night of a fleet in two minutes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.fleet.night import Size, play

_LEASE = {"beat_s": 0.5, "fence_s": 3.0, "dead_s": 8.0, "poll_s": 0.2}


@pytest.mark.matrix
@pytest.mark.timeout(900)
def test_no_task_is_lost_and_none_is_recorded_twice(tmp_path: Path) -> None:
    size = Size(tasks=60, workers=4, desktops=5, seconds=2.0, between_s=4.0, away_s=6.0, lease=_LEASE)
    found = play(size, tmp_path)
    assert not found.faults, found.table()
    assert found.cut, "the kills came too late to cut anything"
