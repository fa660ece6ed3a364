"""`ufo allow` as a process of its own, as a person starts it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Command


@pytest.fixture
def command(tmp_path: Path) -> Command:
    program = tmp_path / "bin" / "paint-2.10"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    entry = tmp_path / "home/.local/share/applications/org.example.Paint.desktop"
    made = Command(tmp_path)
    entry.parent.mkdir(parents=True)
    entry.write_text(f"[Desktop Entry]\nType=Application\nName=Paint Shop\nExec={program} %U\n")
    return made


def _kept(command: Command) -> dict[str, str]:
    return {row["application"]: row["answer"] for row in json.loads(command.run("allow", "--json").stdout)}


def test_an_application_is_allowed_by_any_of_its_names_and_the_answer_is_taken_back(command: Command) -> None:
    assert "each is asked about" in command.run("allow").stdout and _kept(command) == {}
    for name in ("Paint Shop", "org.example.Paint", "paint"):
        told = command.run("allow", name)
        assert told.returncode == 0 and "ufo allow --forget paint" in told.stdout, told.stderr
        assert _kept(command) == {"paint": "always"}
        assert "paint  always, since 20" in command.run("allow").stdout
        assert json.loads(command.run("allow", "--forget", name, "--json").stdout) == {"forgotten": "paint"}
        assert _kept(command) == {}


def test_never_holds_also_for_what_is_not_installed(command: Command) -> None:
    assert command.run("allow", "--never", "someday").returncode == 0
    assert _kept(command) == {"someday": "never"}
    assert command.run("allow", "--forget", "someday").returncode == 0 and _kept(command) == {}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("no-such-thing",), "no application or program 'no-such-thing' is installed"),
        (("--forget", "paint"), "nothing is kept about 'paint'; see what is: ufo allow"),
        (("paint", "--never", "paint"), "one application at a time"),
    ],
)
def test_what_is_wrong_is_told_with_the_next_move(command: Command, arguments: tuple[str, ...], said: str) -> None:
    ended = command.run("allow", *arguments)
    assert ended.returncode == 2 and said in ended.stderr
    assert _kept(command) == {}


def test_a_file_that_is_broken_allows_nothing_and_says_what_to_do(command: Command) -> None:
    file = command.folder / "home/.local/state/ufo/allowed.json"
    file.parent.mkdir(parents=True)
    file.write_text("[]")
    ended = command.run("allow")
    assert ended.returncode == 2 and "cannot be read; remove it" in ended.stderr


def test_only_needs_a_name(command: Command) -> None:
    ended = command.run("run", "look", "--only", " , ")
    assert ended.returncode == 2 and "--only names no application" in ended.stderr
