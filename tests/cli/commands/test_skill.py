"""`ufo skill`: a run on a real editor, saved, and done again with other values on another desktop."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command, only_object
from tests.requirement import requirement

PRIVATE = ("--desktop", "private", "--json")


def _told(command: Command, *arguments: str) -> Any:
    ended = command.run(*arguments)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


@pytest.mark.matrix
@pytest.mark.apps
@requirement("skill:save-and-run")
def test_a_verified_run_is_saved_and_done_again_without_a_model(tmp_path: Path) -> None:
    command = Command(tmp_path)
    ended = command.run("run", 'Open mousepad, type "Dear Ana" and save it as memo.txt', *PRIVATE)
    assert only_object(ended.stdout)["outcome"] == "VERIFIED", ended.stdout

    saved = _told(command, "skill", "save", "last", "memo", "--json")
    assert saved["variables"] == {"text": "Dear Ana", "file": "memo.txt"}

    ended = command.run("skill", "run", "memo", "text=Grüße, 你好 😀", "file=other.txt", *PRIVATE)
    told = only_object(ended.stdout)
    assert (told["outcome"], told["model_calls"]) == ("VERIFIED", 0), ended.stdout
    assert (tmp_path / "other.txt").read_text(encoding="utf-8").strip() == "Grüße, 你好 😀"
    assert command.left() == []

    assert [item["name"] for item in _told(command, "skill", "list", "--json")["skills"]] == ["memo"]
    assert _told(command, "skill", "show", "memo", "--json")["tasks"]
    assert command.run("skill", "remove", "memo").returncode == 0
    assert _told(command, "skill", "list", "--json")["skills"] == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run", "none"), "there is no skill 'none' (there are: broken, memo)"),
        (("run", "memo", "fiel=x"), "has no variable 'fiel'; it has: text"),
        (("run", "memo", "file"), "'file' is not key=value"),
        (("run", "memo", "--on-doubt", "guess"), "on_doubt"),
        (("save", "last", "memo"), "there is no run"),
        (("show", "../etc/passwd"), "cannot name a skill"),
        (("show", "broken"), "broken.json"),
    ],
)
def test_wrong_use_is_told_with_the_next_move(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    command = Command(tmp_path)
    folder = tmp_path / "home" / ".local" / "share" / "ufo" / "skills"
    folder.mkdir(parents=True)
    memo = {"name": "memo", "request": "type {{text}}", "variables": [{"name": "text", "default": "x"}]}
    (folder / "memo.json").write_text(json.dumps(memo))
    (folder / "broken.json").write_text("{")
    ended = command.run("skill", *arguments)
    assert ended.returncode == 2
    assert words in ended.stderr
