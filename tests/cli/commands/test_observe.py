"""What a person and a program see of a window on a named desktop, and of what differs from an earlier look."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Command, only_object, until
from ufo.schema.selector import Selector


@pytest.mark.matrix
@pytest.mark.apps
def test_applications_stay_open_on_a_named_desktop_and_looks_tell_what_differs_from_earlier_ones(
    tmp_path: Path,
) -> None:
    command = Command(tmp_path)
    name = f"test-{command.tag[:8]}"
    on = ("--desktop", name, "--app", "mousepad")
    assert command.run("desktop", "start", name, "--json").returncode == 0
    try:
        began = command.run("run", "open Mousepad and type hello there", "--desktop", name, "--json")
        assert only_object(began.stdout)["outcome"] in ("VERIFIED", "COMPLETED_UNVERIFIED"), began.stdout
        first = command.run("observe", *on, "--json", "--selectors", "--image", "x.png", "--record-tree", "tree.json")
        assert "hello there" in first.stdout
        assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
        (tmp_path / "look.json").write_text(first.stdout)
        recorded = json.loads((tmp_path / "tree.json").read_text(encoding="utf-8"))
        assert recorded["recording"] == 1 and "hello there" in json.dumps(recorded["controls"])
        assert "since then:" in command.run("observe", *on, "--since", "tree.json").stdout
        edit = next(item for item in only_object(first.stdout)["controls"] if item["type"] == "Edit")
        selector = Selector.model_validate(edit["selector"])
        assert (selector.app_root, selector.role) == ("mousepad", "Edit")

        outline = command.run("observe", *on, "--outline")
        assert 'Menu [1] "File"' in outline.stdout

        command.run("run", "open Mousepad and type good day", "--desktop", name, "--json")
        later = only_object(command.run("observe", *on, "--json", "--since", "look.json").stdout)
        assert "good day" in later["changes"]["line"]
        assert any("value" in item["facets"] for item in later["changes"]["changed"])
        shown = command.run("observe", *on, "--since", "look.json")
        assert "since then:" in shown.stdout

        (tmp_path / "wrong.json").write_text(json.dumps({"controls": [{"no": "target"}]}))
        wrong = command.run("observe", *on, "--json", "--since", "wrong.json")
        assert wrong.returncode == 2
        assert "ufo observe --json" in only_object(wrong.stdout)["error"]
        missing = command.run("observe", "--desktop", name, "--app", "no such thing", "--json")
        assert missing.returncode == 2
        assert "Mousepad" in only_object(missing.stdout)["error"]
    finally:
        ended = command.run("desktop", "stop", name)
    assert ended.returncode == 0
    assert until(lambda: not command.left())
    assert command.run("desktop", "stop", name).returncode == 2
