"""docs/for-agents.md: its commands exist, and those that install nothing work in order, as a shell runs them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import UFO, Command
from tests.cli.documented import commands_in, lines_of, unknown_in
from tests.needs import needs

_PAGE = (Path(__file__).parents[2] / "docs/for-agents.md").read_text("utf-8")
_MAKE = ("make install", "make uninstall")


def test_its_commands_exist_with_these_options_and_its_steps_are_numbered_in_order() -> None:
    named = list(commands_in(_PAGE))
    assert len(named) > 8 and [unknown_in(words) for words in named] == [""] * len(named)
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", _PAGE, re.M)]
    assert numbers == list(range(1, len(numbers) + 1))
    targets = (Path(__file__).parents[2] / "Makefile").read_text("utf-8")
    for line in _MAKE:
        assert line in lines_of(_PAGE) and f"\n{line.split()[1]}:" in targets


@pytest.mark.matrix
@pytest.mark.apps
@needs("soffice", "Xvfb", "gnome-calculator")
def test_its_steps_show_what_the_page_says(tmp_path: Path) -> None:
    command = Command(tmp_path)
    (tmp_path / "bin").mkdir()
    ufo = tmp_path / "bin/ufo"
    ufo.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{UFO[2]}' \"$@\"\n", encoding="utf-8")
    ufo.chmod(0o755)
    environment = {**command.environment, "PATH": f"{ufo.parent}:{command.environment['PATH']}"}
    said = {}
    for line in lines_of(_PAGE):
        if line not in _MAKE:
            done = subprocess.run(
                ["sh", "-c", line],
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                text=True,
                timeout=170,
                check=False,
            )
            assert done.returncode == 0 or line.startswith("ufo doctor"), (line, done.stdout[-500:], done.stderr[-500:])
            said[" ".join(line.split()[:2])] = done.stdout
    assert re.match(r"ufo \d+\.\d+\.\d+", said["ufo --version"])
    needs_of = {need["name"]: need["is_there"] for need in json.loads(said["ufo setup"])["needs"]}
    assert needs_of["private desktop"]
    assert "healthy" in json.loads(said["ufo doctor"])
    assert json.loads(said["ufo sample"]) == {"sample": "quarterly-report.odt"}
    run = json.loads(said["ufo run"])
    assert run["outcome"] == "VERIFIED" and any(file.endswith("sales.ods") for file in run["files"])
    assert json.loads(said["ufo undo"])["done"] and not (tmp_path / "sales.ods").exists()
    kept = tmp_path / "home/.claude/skills/ufo/SKILL.md"
    assert kept.read_text("utf-8").splitlines()[1] == "name: ufo"
