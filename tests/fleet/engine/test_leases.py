"""Who is alive, who is dead, and who may still act."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import time

import pytest
import sqlalchemy as sa

from tests.fleet.working import Scene, Working, task, working
from ufo.fleet.engine.leases import is_gone, place_of_this
from ufo.fleet.engine.tables import RELEASE, WORKERS, prepare
from ufo.fleet.engine.worker import WorkerEnd


@pytest.mark.matrix
def test_a_frozen_worker_holds_by_itself_is_taken_over_and_is_refused_when_it_wakes(scene: Scene) -> None:
    frozen = scene.start()
    scene.fleet.submit([task("seconds=3", "once"), task("seconds=1", "again", repeatable=True)])
    scene.until(lambda: len(scene.effects("act")) > 2)
    frozen.send_signal(signal.SIGSTOP)
    scene.start(manner={"desktops": 2})
    scene.until(lambda: scene.row("once").state.value == "interrupted")
    scene.until(lambda: scene.states()["again"].startswith("done"))
    frozen.send_signal(signal.SIGCONT)
    assert frozen.stdout is not None
    assert frozen.stdout.readline().strip() == WorkerEnd.LOST
    assert frozen.wait(timeout=20) == 0
    assert scene.states()["once"] == "interrupted 1"
    assert not scene.store.ended(scene.row("once").attempt), "what it brings to the store is refused"


async def test_a_worker_that_nobody_confirms_lets_its_runs_hold_and_goes_on_when_it_is_still_the_owner(
    scene: Scene,
) -> None:
    async with working(scene, beat_s=0.05, fence_s=0.3, dead_s=60) as work:
        await work.submit(task("seconds=2.5"))
        await work.until(lambda: len(scene.effects("act")) > 2)
        # Nobody else can write as long as this transaction is open: no beat goes through.
        other = sqlite3.connect(scene.folder / "fleet.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        await asyncio.to_thread(scene.until_still)
        held = time.monotonic() - begun
        acts = len(scene.effects("act"))
        await asyncio.sleep(0.2)
        assert len(scene.effects("act")) == acts, "it holds"
        other.execute("ROLLBACK")
        other.close()
        assert held > 0.2
        await work.until_over()
        assert scene.states() == {"task": "done 1"}
        assert len(scene.effects("act")) > acts, "it goes on"


@pytest.mark.matrix
async def test_a_worker_whose_own_beat_took_long_takes_nobody_for_dead(scene: Scene) -> None:
    tables = prepare(scene.database)
    tables.change(_row("other", taken_by="", place="", counter=1))
    async with working(scene, fence_s=1.0, dead_s=4.0) as work:
        await work.until(lambda: _beats(scene, work) > 2)
        # All beats wait, as behind a lock of the server's owner: this worker's as well as the other one's.
        with sqlite3.connect(scene.folder / "fleet.sqlite", isolation_level=None) as lock:
            lock.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(4.5)
            before = lock.execute("SELECT counter FROM ufo_worker WHERE id = ?", (work.worker.name,)).fetchone()[0]
            lock.execute("COMMIT")
        lock.close()
        # The other one's comes a little later.
        await work.until(lambda: _beats(scene, work) > before + 1)
        assert [row.taken_by for row in scene.fleet.workers() if row.name == "other"] == [""]
    tables.close()


def _beats(scene: Scene, work: Working) -> int:
    return next(row.counter for row in scene.fleet.workers() if row.name == work.worker.name)


async def test_a_worker_whose_row_another_one_has_taken_stops_all_and_records_nothing(scene: Scene) -> None:
    async with working(scene) as work:
        await work.submit(task("seconds=60"))
        await work.until(lambda: scene.effects("act"))
        with sqlite3.connect(scene.folder / "fleet.sqlite") as connection:
            connection.execute("UPDATE ufo_worker SET taken_by = 'another'")
        connection.close()
        assert await work.run is WorkerEnd.LOST
        assert len(scene.effects("over")) == 1
        assert scene.states() == {"task": "running 1"}, "the one that has taken it over says what it is"


@pytest.mark.matrix
async def test_the_work_of_a_worker_that_died_in_taking_over_is_taken_over_again(scene: Scene) -> None:
    tables = prepare(scene.database)
    for name, taker in (("dead", "adopter"), ("adopter", ""), ("alive", "")):
        tables.change(_row(name, taken_by=taker, place="" if name == "alive" else f"{place_of_this()}9"))
    async with working(scene, dead_s=60) as work:
        await work.until(
            lambda: [row.name for row in scene.fleet.workers() if row.name != work.worker.name] == ["alive"]
        )
    tables.close()


async def test_a_worker_that_drains_first_puts_back_what_it_has_taken_over(scene: Scene) -> None:
    tables = prepare(scene.database)
    tables.change(_row("dead", taken_by="", place=f"{place_of_this()}9"))
    async with working(scene, dead_s=60) as work:
        await work.until(lambda: [row.taken_by for row in scene.fleet.workers() if row.name == "dead"] != [""])
        work.worker.drain()
        assert await work.run is WorkerEnd.DRAINED
        assert scene.fleet.workers() == []
    tables.close()


async def test_what_a_worker_took_after_it_had_lost_its_lease_is_not_left_behind(scene: Scene) -> None:
    scene.fleet.submit([task("")])
    with sqlite3.connect(scene.folder / "fleet.sqlite") as connection:
        connection.execute("UPDATE workflow_status SET status = 'PENDING', executor_id = 'woke'")
    connection.close()
    async with working(scene) as work:
        await work.until_over()
        assert scene.states() == {"task": "done 1"}
        await work.until(lambda: len(scene.fleet.workers()) == 1)


def _row(name: str, **more: object) -> sa.Insert:
    facts = {
        "counter": 3,
        "release": RELEASE,
        "host": "h",
        "pid": 1,
        "desktops": 1,
        "queues": "",
        "running": 0,
        "says": "",
    }
    return sa.insert(WORKERS).values(id=name, begun=0.0, **{**facts, **more})


def test_only_a_process_of_this_machine_that_has_surely_ended_is_gone() -> None:
    here = place_of_this()
    machine, pid, begun = here.split(" ")
    assert int(pid) == os.getpid()
    assert not is_gone(here)
    assert is_gone(f"{machine} {pid} 1.5"), "its number belongs to another process now"
    assert is_gone(f"{machine} {2**22 + 7} {begun}")
    assert not is_gone(f"elsewhere {2**22 + 7} {begun}")
    for broken in ("", machine, f"{machine} x y", f"{machine} {10**30} 1"):
        assert not is_gone(broken)
