from __future__ import annotations

from pathlib import Path

import pytest

from bench.minds.own import TASKS
from bench.minds.task import Task
from tests.bench.minds.own.solutions import MISTAKES, SOLUTIONS
from tests.bench.minds.prepared import prepared

_each = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)


@_each
def test_a_judge_says_no_as_long_as_nothing_was_done(task: Task, tmp_path: Path) -> None:
    with prepared(task, tmp_path) as place:
        verdict = task.judge(place, "All of it is done.")
    assert not verdict.solved
    assert verdict.why


@_each
def test_a_judge_says_yes_to_the_world_as_it_should_be_whatever_was_answered(task: Task, tmp_path: Path) -> None:
    with prepared(task, tmp_path) as place:
        SOLUTIONS[task.name](place)
        verdict = task.judge(place, "I could not do it.")
    assert verdict.solved, verdict.why


@_each
def test_a_judge_says_no_to_a_mistake_that_comes_close(task: Task, tmp_path: Path) -> None:
    with prepared(task, tmp_path) as place:
        MISTAKES[task.name](place)
        assert not task.judge(place, "Done.").solved


def test_every_task_has_a_name_of_its_own_a_request_and_programs() -> None:
    assert len({task.name for task in TASKS}) == len(TASKS) >= 18
    assert all(task.request and task.needs and task.careful_calls >= 2 for task in TASKS)
