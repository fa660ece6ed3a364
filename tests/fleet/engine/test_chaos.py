"""A night of a fleet in half a minute: workers are killed at random, one is frozen and wakes, and the server is restarted."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.fleet.postgres import postgres
from tests.fleet.working import Scene, scene_in, task

_TASKS, _WORKERS, _DESKTOPS, _KILLS = 120, 4, 5, 6
_BETWEEN_S = 2.0
_LEASE = {"beat_s": 0.5, "fence_s": 3.0, "dead_s": 8.0, "trusts_pids": False, "most_cuts": 50, "desktops": _DESKTOPS}
_WITHIN_S = 300.0


@pytest.mark.matrix
@pytest.mark.timeout(600)
def test_no_task_is_lost_and_none_is_recorded_twice(tmp_path: Path) -> None:
    chance = random.Random(7)
    with postgres() as server, scene_in(tmp_path, server.made("night")) as scene:
        workers = [scene.start(manner=_LEASE) for _ in range(_WORKERS)]
        tasks = [task("seconds=0.5 cost=1", f"k{n}", repeatable=bool(n % 2)) for n in range(_TASKS)]
        assert scene.fleet.submit(tasks) == _TASKS
        frozen = workers.pop()
        for number in range(_KILLS):
            time.sleep(_BETWEEN_S)
            if number == 0:
                frozen.send_signal(signal.SIGSTOP)
            if number == _KILLS // 2:
                server.stop()
                server.start()
            _kill(workers.pop(chance.randrange(len(workers))))
            workers.append(scene.start(manner=_LEASE))
        scene.until(lambda: scene.fleet.figures(scene.fleet.tasks()).is_over, _WITHIN_S)
        frozen.send_signal(signal.SIGCONT)
        assert frozen.wait(timeout=60) == 0
        _check(scene)


def _check(scene: Scene) -> None:
    rows = scene.fleet.tasks()
    assert len(rows) == _TASKS, "none is lost"
    begun = Counter(attempt for attempt in scene.effects("begin"))
    assert not [attempt for attempt, times in begun.items() if times > 1], "no attempt is played twice"
    for row in rows:
        number = int(row.attempt.task.key[1:])
        plays = [attempt for attempt in begun if attempt.startswith(f"{row.attempt.task}/")]
        if number % 2:
            assert row.state.value == "done", row
        else:
            # One that was cut between the record of acting and its play was never played.
            assert len(plays) <= 1, f"what may not be repeated is played once: {row}"
            assert row.state.value == ("done" if row.outcome == "VERIFIED" else "interrupted"), row
    interrupted = [row for row in rows if row.state.value == "interrupted"]
    ended = {str(row.attempt) for row in rows if scene.store.ended(row.attempt) is not None}
    assert not {str(row.attempt) for row in interrupted} & ended, "what the frozen one brings late is refused"
    assert sum(row.cost for row in rows) == _TASKS - len(interrupted)
    assert interrupted, "the kills came too late to cut anything"


def _kill(program: subprocess.Popen[str]) -> None:
    program.kill()
    program.wait()
