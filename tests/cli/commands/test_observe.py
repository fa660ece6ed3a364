"""What a person and a program see of a window, and of what differs from an earlier look."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Command, only_object
from ufo.schema.selector import Selector


@pytest.mark.apps
def test_a_look_tells_its_outline_its_selectors_and_what_differs_from_an_earlier_one(tmp_path: Path) -> None:
    command = Command(tmp_path)
    name = f"test-{command.tag[:8]}"
    on = ("--desktop", name, "--app", "mousepad")
    assert command.run("desktop", "start", name, "--json").returncode == 0
    try:
        assert command.run("run", "open Mousepad", "--desktop", name, "--json").stdout
        first = command.run("observe", *on, "--json", "--selectors")
        (tmp_path / "look.json").write_text(first.stdout)
        edit = next(one for one in only_object(first.stdout)["controls"] if one["type"] == "Edit")
        selector = Selector.model_validate(edit["selector"])
        assert (selector.app_root, selector.role) == ("mousepad", "Edit")

        outline = command.run("observe", *on, "--outline")
        assert 'Menu [1] "File"' in outline.stdout

        command.run("run", "open Mousepad and type hello there", "--desktop", name, "--json")
        later = only_object(command.run("observe", *on, "--json", "--since", "look.json").stdout)
        assert "hello there" in later["changes"]["line"]
        assert any("value" in one["facets"] for one in later["changes"]["changed"])
        shown = command.run("observe", *on, "--since", "look.json")
        assert "since then:" in shown.stdout

        (tmp_path / "wrong.json").write_text(json.dumps({"controls": [{"no": "target"}]}))
        wrong = command.run("observe", *on, "--json", "--since", "wrong.json")
        assert wrong.returncode == 2
        assert "ufo observe --json" in only_object(wrong.stdout)["error"]
    finally:
        command.run("desktop", "stop", name)
