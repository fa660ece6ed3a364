"""A command that is started where things are missing, full or in other letters says so in one line, with the right code."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import UFO, Command, only_object
from tests.scenarios.stage import host
from tests.waiting import WAITED_S
from ufo.cli.process.surroundings import words_of

_LOST = "ufo: standard output cannot be written: no space left on device\n"


def _run(folder: Path) -> tuple[Command, list[str]]:
    script = folder / "script.json"
    script.write_text(json.dumps([host("FINISH", result="grün — ☃")] * 2), encoding="utf-8")
    return Command(folder), ["run", "sag hällo", "--model", f"scripted:{script}", "--log-dir", str(folder / "logs")]


def _in_shell(command: Command, line: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """`line` gets the command as "$@"."""
    return subprocess.run(
        ["bash", "-c", line, "bash", *UFO, *arguments],
        cwd=command.folder,
        env={**command.environment, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=WAITED_S,
        check=False,
    )


_NO_FOLDER = "ufo: the working folder does not exist any more; go to another one (cd) and start again from there\n"


def test_a_deleted_working_folder_is_told_in_one_line_and_nothing_begins(tmp_path: Path) -> None:
    command, arguments = _run(tmp_path)
    done = _in_shell(command, 'mkdir gone; cd gone; rmdir ../gone; "$@"', *arguments)
    assert (done.returncode, done.stderr.decode()) == (2, _NO_FOLDER)
    assert not (tmp_path / "logs").exists()


def test_a_deleted_working_folder_is_told_to_programs_too(tmp_path: Path) -> None:
    command, arguments = _run(tmp_path)
    gone = tmp_path / "gone"
    gone.mkdir()
    held = os.open(gone, os.O_PATH)
    gone.rmdir()
    command.folder = Path(f"/proc/{os.getpid()}/fd/{held}")
    done = command.run(*arguments, "--json")
    os.close(held)
    assert (done.returncode, done.stderr) == (2, _NO_FOLDER)
    assert only_object(done.stdout)["exit_code"] == 2
    assert not (tmp_path / "logs").exists()


@pytest.mark.parametrize("arguments", [["skill", "list", "--json"], ["--version"], ["--help"], ["skill", "--help"]])
def test_output_that_finds_no_room_is_told_in_one_line(tmp_path: Path, arguments: list[str]) -> None:
    done = _in_shell(Command(tmp_path), '"$@" >/dev/full', *arguments)
    assert (done.returncode, done.stderr.decode()) == (2, _LOST)


@pytest.mark.apps
def test_a_run_whose_json_finds_no_room_is_told_in_one_line(tmp_path: Path) -> None:
    command, arguments = _run(tmp_path)
    done = command.run_into("/dev/full", *arguments, "--desktop", "private", "--json")
    assert (done.returncode, done.stderr) == (2, _LOST)
    assert "run_ended" in next((tmp_path / "logs").glob("*/events.jsonl")).read_text("utf-8")


@pytest.mark.parametrize("line", ['"$@" >&-', '"$@" >&- 2>&-', 'set -o pipefail; "$@" | head -0'])
def test_a_reader_that_went_away_is_no_fault(tmp_path: Path, line: str) -> None:
    done = _in_shell(Command(tmp_path), line, "skill", "list", "--json")
    assert done.returncode in (0, 130)
    assert done.stderr == b""


# There is one stream, whoever tells its letters: the narrowest of the locale's are tried, and of those that Python is told.
_LETTERS = [
    pytest.param({"LC_ALL": "de_DE.ISO-8859-1"}, marks=pytest.mark.matrix),
    pytest.param({"LC_ALL": "C"}, marks=pytest.mark.matrix),
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    pytest.param({"PYTHONIOENCODING": "latin-1"}, marks=pytest.mark.matrix),
    pytest.param({"PYTHONIOENCODING": "ascii", "TERM": ""}, marks=pytest.mark.matrix),
]


@pytest.mark.apps
@pytest.mark.parametrize("letters", _LETTERS, ids=str)
def test_a_run_in_any_letters_says_what_it_came_to(tmp_path: Path, letters: dict[str, str]) -> None:
    command, arguments = _run(tmp_path)
    said = _in_shell(command, '"$@" --desktop private', *arguments, **letters)
    # The shell has a word of its own where the locale is not installed.
    assert (said.returncode, [line for line in said.stderr.splitlines() if not line.startswith(b"bash:")]) == (10, [])
    assert b"Answer  gr" in said.stdout
    told = _in_shell(command, '"$@" --desktop private --json', *arguments, **letters)
    assert told.returncode == 10
    encoding = letters.get("PYTHONIOENCODING", "utf-8")
    assert json.loads(told.stdout.decode(encoding).splitlines()[-1])["answer"] == "grün — ☃"


def test_an_argument_in_utf_8_is_read_whatever_the_locale_says() -> None:
    assert words_of("plain") == "plain"
    assert words_of("h\udcc3\udca4llo") == "hällo"
    broken = os.fsdecode(b"h\xff\xfello")
    assert words_of(broken) in (broken, "hÿþllo")
