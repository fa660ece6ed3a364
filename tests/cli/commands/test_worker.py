"""`ufo worker` over the command itself: real runs of the built-in planner, on private desktops."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command, only_object, until
from tests.cli.warmed import Forked
from tests.waiting import WAITED_S

WITHIN_S = 240


def _writes(name: str) -> str:
    return f'open Mousepad, type "{name}" and save it as {name}.txt'


def _rows(command: Command) -> list[dict[str, Any]]:
    rows = only_object(command.run("jobs", "show", "night", "--json").stdout)["rows"]
    assert isinstance(rows, list)
    return rows


def _states(command: Command) -> list[str]:
    return sorted(row["state"] for row in _rows(command))


def _submit(command: Command, *tasks: str, more: tuple[str, ...] = ()) -> None:
    (command.folder / "tasks.txt").write_text("\n".join(tasks), encoding="utf-8")
    ended = command.run("submit", "tasks.txt", "--name", "night", "--yes", *more)
    assert ended.returncode == 0, ended.stderr


def _worker(command: Command, *more: str) -> Forked:
    return command.start("worker", "--desktops", "2", "--memory-floor", "300", "--json", *more)


@pytest.mark.apps
@pytest.mark.matrix
def test_a_worker_plays_all_and_leaves_and_what_was_made_is_fetched(tmp_path: Path) -> None:
    command = Command(tmp_path)
    _submit(command, _writes("one"), "open the calculator and compute 6*7", _writes("two"))
    worker = _worker(command, "--until-empty")
    said, _ = worker.communicate(timeout=WITHIN_S)
    kinds = [json.loads(line)["kind"] for line in said.splitlines()]
    assert (worker.returncode, kinds[0], kinds[-2:], kinds.count("ended")) == (0, "ready", ["leaving", "left"], 3)
    assert [row["outcome"] for row in _rows(command)] == ["VERIFIED"] * 3
    fetched = json.loads(command.run("jobs", "fetch", "night", "-o", "out", "--json").stdout)
    assert len(fetched) == 3
    assert {path.read_text("utf-8").strip() for path in (tmp_path / "out").glob("*/*.txt")} == {"one", "two"}
    # Nothing stays where it worked: the disk is as before.
    assert list((tmp_path / "home/.local/state/ufo/fleet/attempts").iterdir()) == []
    assert command.left() == []


@pytest.mark.apps
@pytest.mark.matrix
def test_of_a_worker_killed_in_mid_act_nothing_is_left_and_a_person_decides(tmp_path: Path) -> None:
    command = Command(tmp_path)
    _submit(command, _writes("one"), _writes("two"))
    worker = _worker(command)
    assert until(lambda: sum("mousepad" in line for line in command.left()) >= 2, WITHIN_S), command.left()
    worker.kill()
    worker.wait(WAITED_S)
    assert until(lambda: not command.left(), 5.0), command.left()

    other = _worker(command)
    assert until(lambda: _states(command) == ["interrupted"] * 2, WITHIN_S), _rows(command)
    first, second = (row["task"] for row in _rows(command))
    assert command.run("jobs", "answer", first, "perhaps").returncode == 2
    assert command.run("jobs", "answer", first, "again").returncode == 0
    assert command.run("jobs", "answer", second, "drop").returncode == 0
    assert command.run("jobs", "answer", second, "again").returncode == 2
    assert until(lambda: _states(command) == ["cancelled", "done"], WITHIN_S), _rows(command)
    other.send_signal(signal.SIGTERM)
    assert other.wait(WITHIN_S) == 0
    assert command.left() == []


@pytest.mark.apps
@pytest.mark.matrix
def test_what_may_be_repeated_is_played_again_by_itself(tmp_path: Path) -> None:
    command = Command(tmp_path)
    _submit(command, _writes("one"), more=("--repeatable",))
    worker = _worker(command)
    assert until(lambda: any("mousepad" in line for line in command.left()), WITHIN_S)
    os.kill(worker.pid, signal.SIGKILL)
    worker.wait(WAITED_S)
    again = _worker(command, "--until-empty")
    assert again.wait(WITHIN_S) == 0
    (row,) = _rows(command)
    assert (row["state"], row["attempt"] > 1) == ("done", True)
    assert command.left() == []
