"""Where runs lie, what is told of them, and how old ones go."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Command, until
from tests.trace.aged_runs import aged_run


def _runs(command: Command) -> Path:
    return command.folder / "home/.local/state/ufo/runs"


def test_a_run_lies_in_the_persons_state_folder_for_them_alone_and_the_working_folder_is_left_alone(
    tmp_path: Path,
) -> None:
    command = Command(tmp_path)
    before = sorted(tmp_path.iterdir())
    ended = command.run("run", "Öffne den Taschenrechner und rechne", "--desktop", "private")
    assert ended.returncode == 12
    (run,) = command.runs()
    assert f"Report  {run}/report.html" in ended.stdout
    assert [path.stat().st_mode & 0o777 for path in (run, run.parent, run.parent.parent)] == [0o700] * 3
    assert sorted(tmp_path.iterdir()) == before

    (told,) = json.loads(command.run("runs", "--json").stdout)
    assert (told["id"], told["outcome"], told["cost"], told["going_on"]) == (run.name, "NEEDS_HELP", 0.0, False)
    line = command.run("runs").stdout
    assert "NEEDS_HELP" in line and "Öffne den Taschenrechner" in line and "$0.00" in line


def test_another_state_folder_is_used_where_it_is_absolute(tmp_path: Path) -> None:
    command = Command(tmp_path)
    aged_run(tmp_path / "state/ufo/runs", 1)
    assert len(json.loads(command.run("runs", "--json", XDG_STATE_HOME=str(tmp_path / "state")).stdout)) == 1
    assert json.loads(command.run("runs", "--json", XDG_STATE_HOME="state").stdout) == []


def test_tidying_shows_what_goes_and_needs_a_yes(tmp_path: Path) -> None:
    command = Command(tmp_path)
    old, kept, newest = aged_run(_runs(command), 4000), aged_run(_runs(command), 3999), aged_run(_runs(command), 3998)
    assert command.run("runs", "keep", kept.name).stdout == f"{kept.name} is kept\n"
    asked = command.run("runs", "tidy")
    assert asked.returncode == 2
    assert old.name in asked.stdout and "--yes" in asked.stderr
    shown = json.loads(command.run("runs", "tidy", "--json").stdout)
    assert ([item["id"] for item in shown["planned"]], shown["removed"]) == ([old.name], [])
    assert old.is_dir()
    assert "1 of 1 runs removed" in command.run("runs", "tidy", "--yes").stdout
    assert sorted(_runs(command).iterdir()) == [kept, newest]
    command.run("runs", "keep", kept.name, "--undo")
    assert "1 of 1 runs removed" in command.run("runs", "tidy", "--yes").stdout
    assert "nothing to tidy" in command.run("runs", "tidy").stdout


def test_old_runs_are_announced_and_removed_when_the_next_one_starts(tmp_path: Path) -> None:
    command = Command(tmp_path)
    old, _ = aged_run(_runs(command), 4000), aged_run(_runs(command), 1)
    ended = command.run("run", "Öffne den Taschenrechner und rechne", "--desktop", "private")
    assert "removing 1 old run (0.0 MB; older than 180 days)" in ended.stdout
    assert until(lambda: not old.exists())


@pytest.mark.parametrize("option", [["--log-dir", "elsewhere"]])
def test_runs_that_lie_elsewhere_are_only_removed_by_hand(tmp_path: Path, option: list[str]) -> None:
    command = Command(tmp_path)
    old, _ = aged_run(tmp_path / "elsewhere", 4000), aged_run(tmp_path / "elsewhere", 1)
    ended = command.run("run", "Öffne den Taschenrechner und rechne", "--desktop", "private", *option)
    assert "removing" not in ended.stdout
    assert old.is_dir()
    assert "1 of 1 runs removed" in command.run("runs", "tidy", "--yes", *option).stdout
