from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.trace.sample_run import write_run
from ufo.cli.commands.undo import undo
from ufo.errors import ConfigError
from ufo.proof.difference import Watched, WorldBefore
from ufo.proof.difference.manifest import FOLDER
from ufo.trace.run_folders import EVENTS


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "a.txt").write_text("milk\n")
    return folder


@pytest.fixture
def run(tmp_path: Path, work: Path) -> Path:
    """A run that changed a file and made another one."""
    folder = write_run(tmp_path / "runs").folder
    world = WorldBefore(Watched(working_folder=work, home=tmp_path / "home"), folder / FOLDER)
    world.take()
    (work / "a.txt").write_text("bread\n")
    (work / "new.txt").write_text("tea\n")
    world.settle()
    return folder


def test_a_preview_changes_nothing(run: Path, work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert undo(str(run), dry_run=True, consents=False, log_dir=None, as_json=False) == 0
    told = capsys.readouterr().out
    assert f"put back {work / 'a.txt'}" in told and f"remove {work / 'new.txt'}" in told
    assert (work / "a.txt").read_text() == "bread\n" and (work / "new.txt").exists()


def test_files_are_put_back_after_a_yes(run: Path, work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert undo(str(run), dry_run=False, consents=True, log_dir=None, as_json=True) == 0
    assert (work / "a.txt").read_text() == "milk\n" and not (work / "new.txt").exists()
    said = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert said["done"] and {file["deed"] for file in said["files"]} == {"put back", "remove"}


def test_nothing_is_put_back_where_nobody_can_be_asked(run: Path, work: Path) -> None:
    with pytest.raises(ConfigError, match="--yes"):
        undo(str(run), dry_run=False, consents=False, log_dir=None, as_json=False)
    assert (work / "a.txt").read_text() == "bread\n"


def test_a_run_without_images_is_told_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_run(tmp_path / "runs").folder
    assert undo(str(folder), dry_run=True, consents=False, log_dir=None, as_json=False) == 0
    assert "how files were before the run is not kept" in capsys.readouterr().out


def test_what_another_run_changed_at_the_same_time_stays(
    run: Path, work: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = write_run(tmp_path / "runs").folder
    shutil.copytree(run / FOLDER, other / FOLDER)
    # The name of a run tells the second in which it began: the first one ends after that.
    ended = (other / EVENTS).stat().st_mtime + 1
    os.utime(run / EVENTS, (ended, ended))
    assert undo(str(run), dry_run=False, consents=True, log_dir=None, as_json=False) == 0
    assert f"the run {other.name} went on meanwhile" in " ".join(capsys.readouterr().out.split())
    assert (work / "a.txt").read_text() == "bread\n" and (work / "new.txt").exists()
