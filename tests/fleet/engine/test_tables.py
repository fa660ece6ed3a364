"""Databases of other releases."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.fleet.working import Scene, task, working
from ufo.errors import ConfigError
from ufo.fleet.engine.address import Database
from ufo.fleet.engine.fleet import Fleet
from ufo.fleet.engine.tables import SCHEMA
from ufo.fleet.jobs.rows import TaskRow


def _change(scene: Scene, statement: str) -> None:
    with sqlite3.connect(scene.folder / "fleet.sqlite") as connection:
        connection.execute(statement)
    connection.close()


def test_a_database_of_a_later_release_is_refused_with_the_next_move(scene: Scene) -> None:
    _change(scene, f"UPDATE ufo_fleet SET version = {SCHEMA + 1}")
    with pytest.raises(
        ConfigError, match=rf"has version {SCHEMA + 1}, and this release of ufo knows {SCHEMA}: update ufo"
    ):
        Fleet(scene.database)


def test_a_database_of_an_earlier_release_gets_what_it_lacks(scene: Scene) -> None:
    _change(scene, "DROP TABLE ufo_alone")
    _change(scene, "UPDATE ufo_fleet SET version = 1")
    scene.fleet.submit([task("")])
    with Fleet(scene.database) as fleet:
        assert len(fleet.tasks()) == 1
    _change(scene, "SELECT name FROM ufo_alone")


async def test_a_worker_leaves_the_tasks_of_another_release_to_workers_of_that_one(scene: Scene) -> None:
    scene.fleet.submit([task("", "theirs"), task("", "ours")])
    _change(
        scene, "UPDATE workflow_status SET application_version = 'ufo-fleet-9' WHERE workflow_uuid LIKE 'job/theirs/%'"
    )
    async with working(scene) as work:
        await work.until_state("done 1", "ours")
        assert scene.states()["theirs"] == "queued 1"
        await asyncio.to_thread(scene.fleet.cancel, task("", "theirs")[0])
        assert scene.states()["theirs"] == "cancelled 1"


def test_many_who_open_a_new_database_at_once_find_it_made_once(tmp_path: Path) -> None:
    database = Database.in_file(tmp_path / "new.sqlite")

    def opened(_number: int) -> list[TaskRow]:
        with Fleet(database) as fleet:
            return fleet.tasks()

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(opened, range(4))) == [[]] * 4
