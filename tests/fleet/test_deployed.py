"""What `deploy/` tells others: options that there are, a unit that systemd takes, and roles that see their own queues alone."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.cli.command import Command
from tests.fleet.postgres import Postgres, postgres, programs
from tests.fleet.working import scene_in, task
from tests.needs import needs
from ufo.fleet.engine.address import Database
from ufo.fleet.engine.fleet import Fleet

_DEPLOY = Path(__file__).parents[2] / "deploy"


def _options() -> Iterator[str]:
    job = yaml.safe_load((_DEPLOY / "worker-job.yaml").read_text("utf-8"))
    yield from job["spec"]["template"]["spec"]["containers"][0]["args"]
    unit = (_DEPLOY / "ufo-worker.service").read_text("utf-8")
    yield from re.findall(r"^ExecStart=.*", unit, re.MULTILINE)[0].split()
    yield from re.findall(r'"([^"]+)"', (_DEPLOY / "Containerfile").read_text("utf-8"))


def test_every_option_of_a_worker_that_is_deployed_is_there(tmp_path: Path) -> None:
    named = {option for option in _options() if re.fullmatch(r"--\w[\w-]+", option)}
    told = Command(tmp_path).run("worker", "--help").stdout
    assert {"--desktops", "--until-empty", "--folder"} <= named
    assert [option for option in named if option not in told] == []


@needs("systemd-analyze")
@pytest.mark.matrix
def test_systemd_takes_the_unit_of_a_worker(tmp_path: Path) -> None:
    unit = tmp_path / "ufo-worker.service"
    unit.write_text((_DEPLOY / unit.name).read_text("utf-8").replace("/usr/local/bin/ufo", "/bin/true"), "utf-8")
    said = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, timeout=60)
    assert (said.returncode, "ufo-worker" in said.stderr) == (0, False), said.stderr


def _grant(server: Postgres, role: str, classes: str) -> None:
    psql = [str(programs() / "psql"), "-q", "-h", str(server.folder), "-U", "postgres", "-d", "fleet"]
    how = ["-v", f"role={role}", "-v", f"classes={classes}", "-f", str(_DEPLOY / "roles.sql")]
    subprocess.run([*psql, *how], check=True, timeout=60)


def _as_role(server: Postgres, role: str) -> Database:
    server.order(f"ALTER ROLE {role} PASSWORD 'word'")
    return server.address("fleet", role, "word")


@pytest.mark.matrix
def test_a_role_of_some_queues_reads_their_tasks_and_no_others(tmp_path: Path) -> None:
    with postgres() as server, scene_in(tmp_path, server.made("fleet")) as scene:
        scene.fleet.submit([task("one", "office", queue="office"), task("two", "lab", queue="lab")])
        for role, classes in (("ufo_office", "office"), ("ufo_all", ""), ("ufo_office", "office")):
            _grant(server, role, classes)
        with Fleet(_as_role(server, "ufo_office")) as office, Fleet(_as_role(server, "ufo_all")) as every:
            assert [row.request for row in office.tasks(orders=True)] == ["one"]
            assert sorted(row.request for row in every.tasks(orders=True)) == ["one", "two"]
        # A worker of one of its queues does its work as that role, and nothing of the others'.
        scene.start(database=_as_role(server, "ufo_office").secret_url, manner={"queues": ["office"]})
        scene.until(lambda: scene.states() == {"office": "done 1", "lab": "queued 1"})
