"""Named desktops, used by the other commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Command, only_object, until


@pytest.mark.apps
def test_applications_stay_open_on_a_named_desktop_between_runs(tmp_path: Path) -> None:
    command = Command(tmp_path)
    name = f"test-{command.tag[:8]}"
    assert command.run("desktop", "start", name, "--json").returncode == 0
    try:
        first = command.run("run", "open Mousepad and type hello there", "--desktop", name, "--json")
        assert only_object(first.stdout)["outcome"] in ("VERIFIED", "COMPLETED_UNVERIFIED"), first.stdout
        seen = command.run("observe", "--desktop", name, "--app", "mousepad", "--image", "x.png", "--json")
        assert seen.returncode == 0, seen.stderr
        assert "hello there" in json.dumps(only_object(seen.stdout)["controls"])
        assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
        missing = command.run("observe", "--desktop", name, "--app", "no such thing", "--json")
        assert missing.returncode == 2
        assert "Mousepad" in only_object(missing.stdout)["error"]
    finally:
        ended = command.run("desktop", "stop", name)
    assert ended.returncode == 0
    assert until(lambda: not command.left(), 10)
    assert command.run("desktop", "stop", name).returncode == 2
