"""Attempts from their submission to their end, by a worker in this process on real SQLite."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.fleet.working import Scene, task, working
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.jobs.order import Input


async def test_each_task_ends_in_its_state_and_is_played_as_often_as_it_may(scene: Scene) -> None:
    async with working(scene, desktops=4) as work:
        await work.submit(
            task("seconds=0.05 cost=0.25", "done"),
            task("outcome=COMPLETED_UNVERIFIED", "unverified"),
            task("outcome=FAILED why=broken", "failed", tries=3),
            task("fault", "fault"),
            task("outcome=LIMIT", "limit"),
        )
        await work.until_over()
        assert scene.states() == {
            "done": "done 1",
            "unverified": "done 1",
            "failed": "failed 3",
            "fault": "failed 1",
            "limit": "failed 1",
        }
        row = scene.row("done")
        assert (row.outcome, row.cost, row.worker) == ("VERIFIED", 0.25, work.worker.name)
        assert scene.row("failed").why == "broken"
        assert scene.row("fault").why == "RuntimeError: the player broke"
    assert sorted(scene.effects("begin")) == sorted(
        [
            "job/done/0/1",
            "job/unverified/0/1",
            *(f"job/failed/0/{n}" for n in (1, 2, 3)),
            "job/fault/0/1",
            "job/limit/0/1",
        ]
    )
    assert not scene.fleet.workers(), "a worker that is drained leaves no row"


async def test_what_is_submitted_twice_is_done_once(scene: Scene) -> None:
    async with working(scene) as work:
        assert await work.submit(task("", "a"), task("", "b")) == 2
        await work.until_over()
        assert await work.submit(task("", "a"), task("", "b"), task("", "c")) == 1
        await work.until_over()
    assert sorted(scene.effects("begin")) == ["job/a/0/1", "job/b/0/1", "job/c/0/1"]


async def test_inputs_come_by_their_hash_and_the_run_goes_into_the_store(scene: Scene, tmp_path: Path) -> None:
    given = tmp_path / "abc.txt"
    given.write_text("the table", encoding="utf-8")
    sha256 = scene.store.put_input(given)
    async with working(scene) as work:
        inputs = (Input(name="table.txt", sha256=sha256),)
        await work.submit(task("", inputs=inputs), task("", "lacking", inputs=(Input(name="a", sha256="f" * 64),)))
        await work.until_over()
    attempt = AttemptId.parse("job/task/0/1")
    made = json.loads((scene.store.fetch(attempt, tmp_path / "fetched") / "made.txt").read_text(encoding="utf-8"))
    assert made["inputs"] == {"table.txt": "the table"}
    assert scene.store.read_events(attempt) == b'{"said": "done"}\n'
    assert scene.row("lacking").state.value == "failed"
    assert "the store has no file" in scene.row("lacking").why
    assert not list((scene.folder / "playing").glob("*task*")), "the folder of an attempt goes when it is in the store"


async def test_what_a_full_store_does_not_take_stays_on_the_worker_and_the_result_counts(scene: Scene) -> None:
    (scene.folder / "store").mkdir()
    (scene.folder / "store" / "full").touch()
    async with working(scene) as work:
        await work.submit(task(""))
        await work.until_over()
    row = scene.row()
    assert row.state.value == "done"
    assert "its files are only at" in row.why and "no space left" in row.why
    assert (scene.folder / "playing" / "job+task+0+1" / "made.txt").exists()


async def test_a_worker_plays_no_more_at_once_than_it_has_desktops_and_the_urgent_first(scene: Scene) -> None:
    alone = task("seconds=0.05", "alone", exclusive="name")
    async with working(scene) as work:
        work.player.full = "it waits until all are submitted"
        await work.submit(*(task("seconds=0.05", f"k{n}", priority=n) for n in range(4)), alone)
        work.player.full = ""
        await work.until_over()
    assert scene.words("begin", "over") == ["begin", "over"] * 5
    assert [attempt.split("/")[1] for attempt in scene.effects("begin") if "alone" not in attempt] == [
        "k3",
        "k2",
        "k1",
        "k0",
    ]


async def test_tasks_of_one_exclusive_name_are_done_one_after_the_other(scene: Scene) -> None:
    async with working(scene, desktops=3) as work:
        await work.submit(*(task("seconds=0.1", f"k{n}", exclusive="mailbox") for n in range(3)))
        await work.until_over()
    assert scene.words("begin", "over") == ["begin", "over"] * 3


async def test_one_exclusive_name_holds_over_all_classes_of_machines(scene: Scene) -> None:
    async with working(scene, desktops=3, queues=("", "big")) as work:
        await work.submit(*(task("seconds=0.2", f"k{n}", exclusive="mailbox", queue="big" * (n % 2)) for n in range(4)))
        await work.until_over()
    assert scene.words("begin", "over") == ["begin", "over"] * 4


@pytest.mark.matrix
async def test_who_waits_for_a_name_leaves_its_worker_free_and_goes_on_when_the_other_one_is_gone(scene: Scene) -> None:
    dies = scene.start(manner={"queues": ["far"]})
    scene.fleet.submit([task("seconds=60", "far", exclusive="mailbox", queue="far")])
    await asyncio.to_thread(scene.until, lambda: len(scene.effects("begin")) == 1)
    async with working(scene) as work:
        await work.submit(task("", "waits", exclusive="mailbox"))
        await work.until(lambda: "waits for the other task of 'mailbox'" in scene.row("waits").line)
        await work.submit(task("", "others"))
        await work.until_state("done 1", "others")
    assert scene.states()["waits"] == "queued 2", "its worker left before its turn"
    async with working(scene) as work:
        await work.until_state("running 2", "waits")
        dies.kill()
        await work.until_state("done 2", "waits")


async def test_a_worker_serves_its_own_classes_and_takes_nothing_where_it_lacks_room(scene: Scene) -> None:
    async with working(scene, queues=("big",)) as work:
        await work.submit(task("", "any"), task("", "big", queue="big"))
        await work.until_state("done 1", "big")
        work.player.full = "3 GB of memory are free, and a task needs 4"
        await work.submit(task("", "more", queue="big"))
        await work.until(lambda: scene.fleet.workers()[0].says == work.player.full)
        assert scene.states() == {"any": "queued 1", "big": "done 1", "more": "queued 1"}
        work.player.full = ""
        await work.until_state("done 1", "more")


async def test_a_task_begins_not_before_its_time(scene: Scene) -> None:
    async with working(scene) as work:
        await work.submit(task("", "later"), delay_s=3600)
        await work.submit(task("", "now"))
        await work.until_state("done 1", "now")
        row = scene.row("later")
        assert row.state.value == "queued" and row.not_before > scene.fleet.now() + 3000


async def test_no_task_begins_when_the_money_of_its_job_or_day_is_used_up(scene: Scene) -> None:
    async with working(scene) as work:
        await work.submit(task("cost=2", "first", job_budget=1.5, day_budget=100))
        await work.until_over()
        await work.submit(task("", "second", job_budget=1.5))
        await work.until_over()
        await work.submit(task("", "third", "other", day_budget=2))
        await work.until(lambda: scene.states().get("third") == "queued 2")
    assert scene.row("second").why == "the job's money is used up: 2.00 of 1.50 USD"
    third = scene.row("third")
    assert 0 < third.not_before - scene.fleet.now() <= 86400, "it waits for the next day"
    assert scene.effects("begin") == ["job/first/0/1"]


async def test_calls_of_one_model_key_are_apart_over_all_tasks(scene: Scene) -> None:
    async with working(scene, desktops=2) as work:
        await work.submit(*(task("calls=3", key, model_key="key", calls_per_minute=600) for key in ("a", "b")))
        await work.until_over()
    times = sorted(float(done[3]) for done in scene.done() if done[0] == "call")
    assert len(times) == 6
    # One each 0.1 s; what is left open is how long a process waits for its turn after its sleep.
    assert times[-1] - times[0] > 0.4


async def test_a_cancelled_task_ends_in_each_state(scene: Scene) -> None:
    async with working(scene, desktops=2) as work:
        fleet = scene.fleet
        await work.submit(task("seconds=60", "runs"), task("ask=colour", "waits", hold_s=0), task("", "done"))
        await work.until_state("waiting 1", "waits")
        await work.until_state("done 1", "done")
        await work.submit(task("seconds=60", "runs-too"), task("", "queued"))
        await work.submit(task("", "later"), delay_s=3600)
        await work.until(lambda: len(scene.effects("begin")) == 4)
        assert await asyncio.to_thread(fleet.cancel, task("")[0].job) == 5
        await work.until(lambda: len(scene.effects("over")) == 4)
        assert set(scene.states().values()) == {"cancelled 1", "done 1"}
        # What it did before is kept, and its folder is not left.
        ended = AttemptId.parse("job/runs/0/1")
        await work.until(
            lambda: scene.store.ended(ended) is not None and not list((scene.folder / "playing").glob("*runs*"))
        )
        assert scene.store.fetch(ended, scene.folder / "fetched").is_dir()
        assert [row.why for row in fleet.tasks() if row.attempt.task.key == "queued"] == [""]
        assert [str(attempt) for attempt in await asyncio.to_thread(fleet.retry, task("", "queued")[0])] == [
            "job/queued/0/2"
        ]
        await work.until_state("done 2", "queued")
