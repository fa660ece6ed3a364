"""Several actions a turn on real applications: menus and dialogs that the turn foresaw are crossed, with the same end."""

from __future__ import annotations

import pytest

from bench.batches import do
from bench.tasks import TASKS, Task
from tests.requirement import requirement

pytestmark = pytest.mark.apps


@pytest.mark.matrix
@pytest.mark.parametrize(
    "task",
    [TASKS[0], *(pytest.param(item, marks=pytest.mark.matrix) for item in TASKS[3:5])],
    ids=lambda task: task.program.rpartition("/")[2],
)
@requirement("batch:saves-turns")
async def test_a_task_that_takes_a_turn_for_each_action_takes_one_where_all_are_given_at_once(task: Task) -> None:
    single = await do(task, 1)
    assert single.success and single.turns == len(task.steps), single
    at_once = await do(task, len(task.steps))
    assert at_once.success and at_once.turns == 1 and at_once.skipped == 0, at_once
