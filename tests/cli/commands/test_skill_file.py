"""`ufo skill-file`: short enough, true, and its examples work as they stand."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
import yaml

from tests.cli.command import Command
from tests.cli.documented import commands_in, lines_of, unknown_in
from ufo.cli.commands.skill_file import NAME, skill_text
from ufo.schema.outcome import RunOutcome

_CHARACTERS_A_TOKEN, _MOST_TOKENS = 4, 1500
_LONGEST_DESCRIPTION = 1024


def test_it_is_printed_as_it_stands_and_for_programs(tmp_path: Path) -> None:
    command = Command(tmp_path)
    assert command.run("skill-file").stdout == skill_text()
    told = json.loads(command.run("skill-file", "--json").stdout)
    assert (told["name"], told["text"]) == (NAME, skill_text())


def test_it_is_short_and_its_front_matter_has_the_form_that_agents_read() -> None:
    """Source: agentskills.io/specification: a name of small letters, digits and hyphens, at most 1,024 characters about it."""
    text = skill_text()
    assert len(text) / _CHARACTERS_A_TOKEN < _MOST_TOKENS
    empty, front, _ = text.split("---\n", 2)
    said = yaml.safe_load(front)
    assert empty == "" and set(said) == {"name", "description"}
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", said["name"])
    assert 0 < len(said["description"]) <= _LONGEST_DESCRIPTION


def test_its_outcomes_and_exit_codes_are_those_of_runs() -> None:
    rows = dict(re.findall(r"^\| ([A-Z_]+) \| (\d+) \|", skill_text(), re.M))
    assert {name: int(code) for name, code in rows.items()} == {each.value: each.exit_code for each in RunOutcome}


def test_each_command_that_it_names_exists_with_these_options() -> None:
    named = list(commands_in(skill_text()))
    assert len(named) > 15
    assert [unknown_in(words) for words in named] == [""] * len(named)
    assert unknown_in(["ufo", "run", "x", "--no-such"]) == "--no-such" and unknown_in(["ufo", "fly"]) == "fly"


@pytest.mark.apps
def test_its_examples_work_one_after_another_as_they_stand(tmp_path: Path) -> None:
    command = Command(tmp_path)
    said: dict[str, str] = {}
    for line in lines_of(skill_text()):
        done = command.run(*shlex.split(line)[1:])
        assert done.returncode == 0, (line, done.stdout[-800:], done.stderr[-800:])
        said[line] = done.stdout
        if "--json" in line:
            assert isinstance(json.loads(done.stdout.splitlines()[-1]), dict | list)
    outcomes = [json.loads(out)["outcome"] for line, out in said.items() if line.startswith("ufo run ")]
    assert outcomes == ["VERIFIED"] * 2
    (looked,) = [out for line, out in said.items() if line.startswith("ufo observe") and "--json" in line]
    assert "Hello from the shell" in [control.get("value") for control in json.loads(looked)["controls"]]
    assert command.left() == []
