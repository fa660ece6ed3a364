from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.minds.own import TASKS
from bench.minds.task import Place, Task
from tests.bench.minds.own.solutions import MISTAKES, SOLUTIONS

_each = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
_MADE_BY_PROGRAMS = {"settings-editor": ("gsettings", "mousepad")}


@contextmanager
def _prepared(task: Task, root: Path) -> Iterator[Place]:
    missing = [one for one in _MADE_BY_PROGRAMS.get(task.name, ()) if shutil.which(one) is None]
    if missing:
        pytest.skip(f"not installed: {missing}")
    folder, home = root / "task", root / "home"
    folder.mkdir()
    home.mkdir()
    environment = {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "PATH": "/usr/bin:/bin",
        "GSETTINGS_BACKEND": "keyfile",
    }
    server = task.serve(folder) if task.serve else None
    try:
        place = Place(folder, environment, server.port if server else None)
        task.prepare(place)
        yield place
    finally:
        if server:
            server.close()


@_each
def test_a_judge_says_no_as_long_as_nothing_was_done(task: Task, tmp_path: Path) -> None:
    with _prepared(task, tmp_path) as place:
        verdict = task.judge(place, "All of it is done.")
    assert not verdict.solved
    assert verdict.why


@_each
def test_a_judge_says_yes_to_the_world_as_it_should_be_whatever_was_answered(task: Task, tmp_path: Path) -> None:
    with _prepared(task, tmp_path) as place:
        SOLUTIONS[task.name](place)
        verdict = task.judge(place, "I could not do it.")
    assert verdict.solved, verdict.why


@_each
def test_a_judge_says_no_to_a_mistake_that_comes_close(task: Task, tmp_path: Path) -> None:
    with _prepared(task, tmp_path) as place:
        MISTAKES[task.name](place)
        assert not task.judge(place, "Done.").solved


def test_every_task_has_a_name_of_its_own_a_request_and_programs() -> None:
    assert len({task.name for task in TASKS}) == len(TASKS) >= 18
    assert all(task.request and task.needs and task.careful_calls >= 2 for task in TASKS)
