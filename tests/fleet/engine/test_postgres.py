"""The same fleet on real PostgreSQL, which the tests start."""

from __future__ import annotations

import asyncio
import itertools
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fleet.postgres import Postgres, postgres
from tests.fleet.working import Scene, scene_in, task, working
from ufo.errors import ConfigError
from ufo.fleet.engine.address import Database
from ufo.fleet.engine.fleet import Fleet

_NUMBERS = itertools.count()


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with postgres() as started:
        yield started


@pytest.fixture
def on_postgres(server: Postgres, tmp_path: Path) -> Iterator[Scene]:
    with scene_in(tmp_path, server.made(f"fleet{next(_NUMBERS)}")) as made:
        yield made


async def test_a_fleet_does_the_same_on_postgresql(on_postgres: Scene) -> None:
    scene = on_postgres
    async with working(scene, desktops=2) as work:
        await work.submit(
            task("cost=0.5 calls=2", "done", model_key="k", calls_per_minute=6000),
            task("outcome=FAILED", "failed", tries=2),
            task("ask=colour", "held", hold_s=60),
            task("ask=colour", "late", hold_s=0),
            *(task("", f"alone{n}", exclusive="x") for n in range(2)),
            task("", "dear", job_budget=0.25),
        )
        await work.until(lambda: scene.row("held").held)
        await asyncio.to_thread(scene.fleet.answer, task("", "held")[0], "blue")
        await work.until_state("waiting 1", "late")
        await asyncio.to_thread(scene.fleet.answer, task("", "late")[0], "red")
        await work.until_over()
        states = scene.states()
        assert states.pop("dear") in ("done 1", "failed 1"), "it depends on which of the two began first"
        assert states == {
            "done": "done 1",
            "failed": "failed 2",
            "held": "done 1",
            "late": "done 2",
            "alone0": "done 1",
            "alone1": "done 1",
        }
        assert abs(scene.fleet.now() - scene.row("done").ended) < 60
    assert not scene.fleet.workers()


def test_an_address_keeps_what_it_says_of_its_connections(server: Postgres) -> None:
    made = server.made("schemas")
    server.order("CREATE SCHEMA own", "schemas")
    with Fleet(Database(made.url.update_query_dict({"options": "-csearch_path=own"}))):
        found = server.order("SELECT schemaname FROM pg_tables WHERE tablename = 'ufo_worker'", "schemas")
    assert found == "own"


async def test_a_wrong_password_is_told_and_not_shown(server: Postgres) -> None:
    server.order("CREATE ROLE ann LOGIN PASSWORD 'right'")
    with pytest.raises(ConfigError) as raised:
        await asyncio.to_thread(Fleet, server.address("postgres", "ann", "s3cret"))
    assert 'password authentication failed for user "ann"' in str(raised.value)
    assert "s3cret" not in str(raised.value)
    with pytest.raises(ConfigError, match="cannot be used"):
        await asyncio.to_thread(Fleet, server.address("none"))


@pytest.mark.matrix
def test_no_worker_is_taken_for_dead_when_the_server_was_away(on_postgres: Scene, server: Postgres) -> None:
    """Away for longer than a worker may be silent: all hold, none is taken over, and all go on."""
    scene = on_postgres
    # Times that a busy machine keeps.
    lease = {"beat_s": 0.2, "fence_s": 1.5, "dead_s": 4.0, "desktops": 2}
    for _ in range(2):
        scene.start(manner=lease)
    scene.fleet.submit([task("seconds=6", f"k{n}") for n in range(4)])
    scene.until(lambda: len(scene.effects("begin")) == 4)
    workers = {row.name for row in scene.fleet.workers()}
    server.stop()
    scene.until_still()
    time.sleep(lease["dead_s"])
    server.start()
    scene.until(lambda: scene.is_reached() and scene.fleet.figures(scene.fleet.tasks()).is_over, 90)
    assert set(scene.states().values()) == {"done 1"}
    assert {row.name for row in scene.fleet.workers()} == workers
    assert len(scene.effects("begin")) == 4


@pytest.mark.matrix
@pytest.mark.parametrize("place", ["acting", "in the store"])
def test_a_worker_that_is_killed_is_taken_over_on_postgresql(on_postgres: Scene, place: str) -> None:
    scene = on_postgres
    killed = scene.start(stop_at=place)
    scene.fleet.submit([task("")])
    assert killed.wait(timeout=40) == -signal.SIGKILL
    # As one of another machine, of whose process nothing is known.
    scene.start(manner={"trusts_pids": False})
    scene.until_over()
    assert scene.states() == {"task": "interrupted 1" if place == "acting" else "done 1"}
    scene.until(lambda: len(scene.fleet.workers()) == 1)


@pytest.mark.matrix
async def test_a_worker_speaks_to_the_server_that_the_address_names_and_to_no_other(tmp_path: Path) -> None:
    named, other = "127.83.7.9", "127.83.7.10"
    with postgres(f"{named},{other}", certified=named) as server:
        server.made("fleet")
        strangers = tmp_path / "strangers.pem"
        subprocess.run(
            [
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-subj",
                "/CN=x",
                "-keyout",
                "x",
                "-out",
                strangers,
            ],
            cwd=tmp_path,
            capture_output=True,
            check=True,
        )

        def address(host: str, authority: Path) -> Database:
            return Database.parse(f"postgresql://postgres@{host}/fleet?sslmode=verify-full&sslrootcert={authority}")

        with scene_in(tmp_path, address(named, server.authority)) as scene:
            async with working(scene) as work:
                await work.submit(task(""))
                await work.until_over()
            lines = server.order(
                "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE datname = 'fleet'"
            )
            assert set(lines.split()) == {"t"}
        for wrong, why in (
            (address(other, server.authority), "does not match"),
            (address(named, strangers), "certificate verify failed"),
        ):
            with pytest.raises(ConfigError, match=why):
                await asyncio.to_thread(Fleet, wrong)
