from __future__ import annotations

from pathlib import Path

import pytest

from bench.minds.learning import TASKS
from bench.minds.learning.again import BEFORE
from bench.minds.learning.shown import SHOWN
from bench.minds.runner import judged
from bench.minds.task import Task
from tests.bench.minds.learning.solutions import MISTAKES, SOLUTIONS
from tests.bench.minds.prepared import prepared

_each = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)


@_each
def test_a_judge_tells_the_right_world_from_an_untouched_one_and_from_a_near_miss(task: Task, tmp_path: Path) -> None:
    for number, (solve, solved) in enumerate(
        ((None, False), (SOLUTIONS[task.name], True), (MISTAKES[task.name], False))
    ):
        root = tmp_path / str(number)
        root.mkdir()
        with prepared(task, root) as place:
            if solve is not None:
                solve(place)
            verdict = judged(task, place, "It is done.")
        assert verdict.solved is solved, verdict.why


def test_each_task_has_a_name_of_its_own_and_each_that_builds_on_something_names_it() -> None:
    names = {task.name for task in TASKS}
    assert len(names) == len(TASKS)
    assert set(BEFORE) | set(BEFORE.values()) | set(SHOWN) <= names
