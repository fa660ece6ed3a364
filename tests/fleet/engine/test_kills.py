"""The table of kills: a worker's process is stopped at each place of an attempt, and another worker finds what it left."""

from __future__ import annotations

import signal
import subprocess

import pytest

from tests.fleet.working import Scene, task
from ufo.fleet.jobs.decision import Decision
from ufo.fleet.jobs.names import TaskKey

_DONE, _AGAIN, _CUT = "done 1", "done 2", "interrupted 1"
_MATRIX = pytest.mark.matrix


@pytest.mark.parametrize(
    ("place", "repeatable", "state", "played"),
    [
        pytest.param("claimed", False, _DONE, 1, marks=_MATRIX),
        pytest.param("fetched", False, _AGAIN, 1, marks=_MATRIX),
        pytest.param("acting", False, _CUT, 0, marks=_MATRIX),
        pytest.param("playing", True, _AGAIN, 1, marks=_MATRIX),
        pytest.param("before the store", False, _CUT, 1),
        pytest.param("before the store", True, _AGAIN, 2, marks=_MATRIX),
        pytest.param("in the store", False, _DONE, 1, marks=_MATRIX),
        pytest.param("played", False, _DONE, 1, marks=_MATRIX),
        pytest.param("ended", False, _DONE, 1, marks=_MATRIX),
    ],
)
def test_a_task_whose_worker_is_killed(scene: Scene, place: str, repeatable: bool, state: str, played: int) -> None:
    """Acting is recorded before `acting`, and the run's result is in the store at `in the store`."""
    killed = scene.start(stop_at=place)
    scene.fleet.submit([task("cost=1", repeatable=repeatable)])
    assert killed.wait(timeout=40) == -signal.SIGKILL
    scene.start()
    scene.until_over()
    assert scene.states() == {"task": state}
    assert len(scene.effects("begin")) == played
    scene.until(lambda: len(scene.fleet.workers()) == 1)
    assert scene.fleet.figures(scene.fleet.tasks()).cost == (1 if state != _CUT else 0)


@pytest.mark.matrix
@pytest.mark.parametrize("decision", [Decision.AGAIN, Decision.DONE, Decision.DROP])
def test_a_person_decides_over_a_task_that_was_cut(scene: Scene, decision: Decision) -> None:
    killed = scene.start(stop_at="playing")
    scene.fleet.submit([task("")])
    killed.wait(timeout=40)
    scene.start()
    scene.until(lambda: scene.states() == {"task": "interrupted 1"})
    assert "Do it again, call it done, or drop it?" in scene.row().question
    scene.fleet.decide(TaskKey(task("")[0].job, "task"), decision)
    wanted = {Decision.AGAIN: "done 2", Decision.DONE: "done 1", Decision.DROP: "cancelled 1"}[decision]
    scene.until(lambda: scene.states() == {"task": wanted})


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
