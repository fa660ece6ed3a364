"""What the commands ask of a fleet."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.fleet.working import JOB, Scene, task, working
from ufo.errors import ConfigError
from ufo.fleet.jobs.ends import TaskState
from ufo.fleet.jobs.names import JobId
from ufo.fleet.jobs.order import Input


async def test_a_schedule_submits_a_job_at_each_time_and_is_ended(scene: Scene) -> None:
    fleet = scene.fleet
    with pytest.raises(ConfigError, match="'never' is no schedule"):
        fleet.repeat(JOB, "never", [task("")])
    with pytest.raises(ConfigError, match="Invalid timezone"):
        fleet.repeat(JOB, "* * * * *", [task("")], "Nowhere/None")
    fleet.repeat(JobId("nightly"), "* * * * * *", [task(""), task("", "more")], "Europe/Berlin")
    (row,) = fleet.schedules()
    assert (row.name, row.cron, row.zone, row.tasks, row.active) == ("nightly", "* * * * * *", "Europe/Berlin", 2, True)
    async with working(scene, desktops=4) as work:
        await work.until(lambda: sum(job.figures.over == 2 for job in fleet.jobs()) >= 2)
        await asyncio.to_thread(fleet.end_schedule, "nightly")
        await work.until_over()
    assert all(job.job.startswith("nightly-2") and job.figures.total == 2 for job in fleet.jobs())
    with pytest.raises(ConfigError, match="there is no schedule 'nightly'"):
        fleet.end_schedule("nightly")


async def test_what_is_over_for_long_is_forgotten_with_its_files(scene: Scene, tmp_path: Path) -> None:
    shas = {}
    for name in ("old", "young"):
        (tmp_path / f"{name}.txt").write_text(name, encoding="utf-8")
        shas[name] = scene.store.put_input(tmp_path / f"{name}.txt")
    inputs = {name: (Input(name="given", sha256=sha),) for name, sha in shas.items()}
    async with working(scene, desktops=2) as work:
        await work.submit(
            task("outcome=FAILED", "old", inputs=inputs["old"], tries=2),
            task("ask=colour", "waits", inputs=inputs["young"], hold_s=0),
        )
        await work.until_over()
    assert scene.fleet.forget(3600, scene.store) == 0
    await asyncio.sleep(1.1)  # SQLite's engine counts whole seconds.
    assert scene.fleet.forget(0, scene.store, ["far"]) == 0
    assert scene.fleet.forget(0, scene.store) == 1
    assert scene.states() == {"waits": "waiting 1"}
    assert [attempt.task.key for attempt in scene.store.attempts(JOB)] == ["waits"]
    assert not scene.store.has_input(shas["old"]) and scene.store.has_input(shas["young"])
    assert scene.fleet.submit([task("", "old")]) == 1, "it is a new task now"


def test_many_tasks_wait_as_if_each_had_been_submitted_alone(scene: Scene) -> None:
    tasks = [
        task(f"n={n}", f"k{n}", queue="big" * (n % 2), exclusive="x" * (n % 3 == 0), priority=n % 5)
        for n in range(1100)
    ]
    assert scene.fleet.submit(tasks[:1], 60.0) == 1
    assert scene.fleet.submit(tasks, 60.0) == 1099
    rows = scene.fleet.tasks(orders=True)
    assert [(row.request, row.queue, row.priority) for row in rows] == [
        (f"n={n}", "big" * (n % 2), n % 5) for n in range(1100)
    ]
    assert all(row.not_before > row.submitted for row in rows)


def test_jobs_and_tasks_are_listed_as_they_were_submitted(scene: Scene) -> None:
    scene.fleet.submit([task("one two", f"k{n}", place=f"a.txt:{n}", priority=n, queue="big") for n in range(3)])
    scene.fleet.submit([task("", "k", "other-job")])
    rows = scene.fleet.tasks(JOB, orders=True)
    assert [(row.place, row.request, row.priority, row.queue) for row in rows] == [
        (f"a.txt:{n}", "one two", n, "big") for n in range(3)
    ]
    assert {job.job: job.figures.counts for job in scene.fleet.jobs()} == {
        "job": {TaskState.QUEUED: 3},
        "other-job": {TaskState.QUEUED: 1},
    }
    assert scene.fleet.order(rows[1].attempt.task).place == "a.txt:1"
    (attempt,) = scene.fleet.attempts(rows[1].attempt.task)
    assert (attempt.attempt.number, attempt.state) == (1, TaskState.QUEUED)
    with pytest.raises(ConfigError, match="there is no job 'jo'"):
        scene.fleet.cancel(JobId("jo"))
    assert scene.fleet.cancel(JOB) == 3
    assert scene.fleet.cancel(JOB) == 0
