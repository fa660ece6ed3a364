"""The table of kills: a worker's process is stopped at each place of an attempt, and another worker finds what it left."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.fleet.working import JOB, Scene, task
from tests.needs import needs
from ufo.fleet.jobs.decision import Decision
from ufo.fleet.jobs.names import TaskKey
from ufo.platform.proc import pids, process_facts

_DONE, _AGAIN, _CUT = "done 1", "done 2", "interrupted 1"
_DECIDED = {Decision.AGAIN: "done 2", Decision.DONE: "done 1", Decision.DROP: "cancelled 1"}
_MATRIX = pytest.mark.matrix


@pytest.mark.parametrize(
    ("place", "repeatable", "state", "played"),
    [
        pytest.param("claimed", False, _DONE, 1, marks=_MATRIX),
        pytest.param("fetched", False, _AGAIN, 1, marks=_MATRIX),
        pytest.param("acting", False, _CUT, 0, marks=_MATRIX),
        pytest.param("playing", True, _AGAIN, 1, marks=_MATRIX),
        pytest.param("before the store", False, _DONE, 1),
        pytest.param("in the store", False, _DONE, 1, marks=_MATRIX),
        pytest.param("played", False, _DONE, 1, marks=_MATRIX),
        pytest.param("ended", False, _DONE, 1, marks=_MATRIX),
    ],
)
def test_a_task_whose_worker_is_killed(scene: Scene, place: str, repeatable: bool, state: str, played: int) -> None:
    """Acting is recorded before `acting`, the run's result is on its disk at `before the store`, and then `in the store`."""
    killed = scene.start(stop_at=place)
    scene.fleet.submit([task("cost=1", repeatable=repeatable)])
    assert killed.wait(timeout=40) == -signal.SIGKILL
    scene.start()
    scene.until_over()
    assert scene.states() == {"task": state}
    assert len(scene.effects("begin")) == played
    scene.until(lambda: len(scene.fleet.workers()) == 1)
    assert scene.fleet.figures(scene.fleet.tasks()).cost == (1 if state != _CUT else 0)
    scene.until(lambda: not list((scene.folder / "playing").iterdir()))


@pytest.mark.matrix
@pytest.mark.parametrize(("repeatable", "state"), [(False, _CUT), (True, _AGAIN)])
def test_what_had_ended_on_another_machine_and_was_not_in_the_store_is_not_known(
    scene: Scene, repeatable: bool, state: str
) -> None:
    elsewhere = str(scene.folder / "elsewhere")
    killed = scene.start(stop_at="before the store", manner={"playing": elsewhere})
    scene.fleet.submit([task("", repeatable=repeatable)])
    killed.wait(timeout=40)
    scene.start()
    scene.until_over()
    assert scene.states() == {"task": state}


@pytest.mark.matrix
@pytest.mark.parametrize("decision", [Decision.AGAIN, Decision.DONE, Decision.DROP, None])
def test_a_person_decides_over_a_task_that_was_cut_or_cancels_it(scene: Scene, decision: Decision | None) -> None:
    killed = scene.start(stop_at="playing")
    scene.fleet.submit([task("")])
    killed.wait(timeout=40)
    scene.start()
    scene.until(lambda: scene.states() == {"task": "interrupted 1"})
    assert "Do it again, call it done, or drop it?" in scene.row().question
    key = TaskKey(JOB, "task")
    if decision is None:
        assert scene.fleet.cancel(key) == 1
    else:
        scene.fleet.decide(key, decision)
    wanted = "cancelled 1" if decision is None else _DECIDED[decision]
    scene.until(lambda: scene.states() == {"task": wanted})


@pytest.mark.matrix
def test_who_is_killed_in_putting_work_back_leaves_it_to_the_next(scene: Scene) -> None:
    killed = scene.start(stop_at="playing")
    scene.fleet.submit([task("", repeatable=True)])
    killed.wait(timeout=40)
    other = scene.start()

    def adopter() -> int:
        for facts in filter(None, map(process_facts, pids())):
            if facts.parent == other.pid and "ufo.fleet.engine.adopt" in facts.arguments:
                return facts.pid
        return 0

    scene.until(adopter)
    os.kill(adopter(), signal.SIGKILL)
    scene.until_over()
    assert scene.states() == {"task": "done 2"}
    scene.until(lambda: [row.pid for row in scene.fleet.workers()] == [other.pid])


@pytest.mark.matrix
@needs("faketime")
def test_a_clock_that_jumps_costs_no_worker_its_lease_and_no_task_its_end(scene: Scene) -> None:
    clock = scene.folder / "clock"
    clock.write_text("+0", encoding="ascii")
    (library,) = Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")
    told = {"LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": clock, "FAKETIME_NO_CACHE": 1, "DONT_FAKE_MONOTONIC": 1}
    lease = {"beat_s": 0.3, "fence_s": 3.0, "dead_s": 8.0}
    jumps = scene.start(within=("env", *(f"{name}={value}" for name, value in told.items())), manner=lease)
    steady = scene.start(manner=lease)
    scene.fleet.submit([task("seconds=3", f"k{number}") for number in range(6)])
    for jump in ("+1d", "-1d", "+0"):
        acts = len(scene.effects("act"))
        clock.write_text(jump, encoding="ascii")
        scene.until(lambda acts=acts: len(scene.effects("act")) > acts + 50)  # type: ignore[misc]
    scene.until_over()
    assert set(scene.states().values()) == {"done 1"} and len(scene.effects("begin")) == 6
    assert {row.pid for row in scene.fleet.workers()} == {jumps.pid, steady.pid}


@pytest.mark.matrix
def test_a_task_over_which_three_workers_died_has_failed(scene: Scene) -> None:
    scene.fleet.submit([task("seconds=60", repeatable=True)])
    for number in range(1, 4):
        worker = scene.start()
        scene.until(lambda number=number: len(scene.effects("begin")) == number)  # type: ignore[misc]
        _kill(worker)
    scene.start()
    scene.until_over()
    assert (scene.row().state.value, scene.row().why) == ("failed", "3 workers have died over it")
    assert len(scene.effects("begin")) == 3


def _kill(program: subprocess.Popen[str]) -> None:
    program.kill()
    program.wait()
