"""What `ufo config` tells a person and a program."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import Command


def test_it_shows_every_value_with_its_source_and_no_secret(tmp_path: Path) -> None:
    command = Command(tmp_path)
    own = tmp_path / "home/.config/ufo"
    own.mkdir(parents=True)
    (own / "ufo.yaml").write_text("limits: {max_step: 9}")
    shown = command.run("config", "--model", "openai:x", UFO_MODEL__API_KEY="sk-very-secret")
    assert shown.returncode == 0
    lines = {line.split()[0]: line for line in shown.stdout.splitlines()}
    assert f"9  (own file {own}/ufo.yaml)" in lines["limits.max_step"]
    assert "openai:x  (option)" in lines["model.name"]
    assert "(environment UFO_MODEL__API_KEY)" in lines["model.api_key"]
    assert "sk-very-secret" not in shown.stdout
    rows = json.loads(command.run("config", "--json").stdout)
    assert {row["name"]: row["source"] for row in rows}["limits.max_step"] == "own file"


def test_with_a_name_it_explains_that_setting(tmp_path: Path) -> None:
    told = Command(tmp_path).run("config", "limits.max_time_s").stdout
    for words in (
        "(seconds)",
        "How long a request may take",
        "default  1800.0",
        "UFO_LIMITS__MAX_TIME_S",
        "that you trust",
    ):
        assert words in told


def test_a_name_that_no_setting_has_is_refused_with_the_nearest(tmp_path: Path) -> None:
    ended = Command(tmp_path).run("config", "limits.max_steps")
    assert ended.returncode == 2
    assert "did you mean `limits.max_step`" in ended.stderr
