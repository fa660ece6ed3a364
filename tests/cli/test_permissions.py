"""Where an ordinary user may not write or read, a command says so in one line, with the next move and the right code."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.command import UFO, Command, warmed
from tests.cli.warmed import ended
from tests.scenarios.stage import host
from tests.waiting import WAITED_S


def _as_ordinary() -> list[str]:
    """What starts a program to which permissions apply: root passes over them unless it gives that up."""
    if os.geteuid() != 0:
        return []
    setpriv = shutil.which("setpriv")
    return [setpriv, "--bounding-set=-dac_override,-dac_read_search"] if setpriv else ["false"]


def _permissions_count(folder: Path) -> bool:
    probe = folder / "probe"
    probe.mkdir(mode=0o555)
    tried = subprocess.run([*_as_ordinary(), "touch", str(probe / "file")], capture_output=True, check=False)
    probe.rmdir() if not (probe / "file").exists() else None
    return b"Permission denied" in tried.stderr


class _Ordinary(Command):
    def __init__(self, folder: Path, ordinary: Sequence[str]) -> None:
        super().__init__(folder)
        self._ordinary = ordinary
        if not _permissions_count(folder):
            pytest.skip("neither an ordinary user nor what makes root one is to be had")
        self.work = folder / "work"
        self.work.mkdir()
        self.script = folder / "script.json"
        self.script.write_text(json.dumps([host("FINISH", result="done")] * 2), encoding="utf-8")

    def do(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        run = warmed(*self._ordinary).start(arguments, self.work, {**self.environment, **environment})
        return ended(run, arguments, 60)

    def request(self, *more: str) -> Sequence[str]:
        return ["run", "do it", "--model", f"scripted:{self.script}", "--desktop", "private", *more]


@pytest.fixture(scope="module")
def ordinary() -> Sequence[str]:
    """What all that is done here is a copy of is made once."""
    return _as_ordinary()


@pytest.fixture
def command(tmp_path: Path, ordinary: Sequence[str]) -> _Ordinary:
    return _Ordinary(tmp_path, ordinary)


def _one_line(done: subprocess.CompletedProcess[str], *words: str) -> None:
    assert done.returncode == 2, (done.stdout, done.stderr)
    (line,) = done.stderr.splitlines()
    assert line.startswith("ufo: ")
    for word in ("ermission denied", *words):
        assert word in line


@pytest.mark.parametrize("more", [[], pytest.param(["--json"], marks=pytest.mark.matrix)])
def test_a_log_folder_that_may_not_be_written_is_told_and_nothing_begins(command: _Ordinary, more: list[str]) -> None:
    logs = command.folder / "read-only"
    logs.mkdir(mode=0o555)
    done = command.do(*command.request("--log-dir", str(logs), *more))
    _one_line(done, str(logs), "choose another one with --log-dir")
    if more:
        assert json.loads(done.stdout)["exit_code"] == 2
    assert command.left() == []


@pytest.mark.apps
def test_a_working_folder_that_may_not_be_written_is_enough_for_a_run(command: _Ordinary) -> None:
    command.work.chmod(0o555)
    done = command.do(*command.request())
    assert (done.returncode, done.stderr) == (10, "")


def test_a_working_folder_that_may_not_be_read_is_told(command: _Ordinary) -> None:
    # It is entered before it is closed: nobody else gets in.
    inside = f'chmod 000 . && "$@"; code=$?; chmod 700 {command.work}; exit $code'
    done = subprocess.run(
        [*_as_ordinary(), "bash", "-c", inside, "bash", *UFO, *command.request()],
        cwd=command.work,
        env=command.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=WAITED_S,
        check=False,
    )
    _one_line(done, "correct its permissions")


@pytest.mark.parametrize("arguments", [["run", "do it"], ["skill", "list"], ["secret", "list"], ["report", "last"]])
def test_a_home_that_may_not_be_read_is_told(command: _Ordinary, arguments: list[str]) -> None:
    home = command.folder / "closed"
    home.mkdir(mode=0o000)
    done = command.do(*arguments, HOME=str(home))
    home.chmod(0o700)
    _one_line(done, str(home), "correct its permissions")


@pytest.mark.apps
def test_a_home_that_may_not_be_written_is_enough_for_a_run(command: _Ordinary) -> None:
    home = command.folder / "still"
    home.mkdir(mode=0o555)
    done = command.do(*command.request("--log-dir", str(command.folder / "logs")), HOME=str(home))
    assert (done.returncode, done.stderr) == (10, "")


def test_what_is_to_be_kept_in_a_home_that_may_not_be_written_is_told(command: _Ordinary) -> None:
    home = command.folder / "still"
    home.mkdir(mode=0o555)
    (command.work / "ufo.yaml").write_text("policy: {ask: []}", encoding="utf-8")
    done = command.do("trust", ".", "--yes", HOME=str(home))
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(f"ufo: '{home}")
    assert "Permission denied; make room or correct its rights" in done.stderr
    assert "Traceback" not in done.stderr
