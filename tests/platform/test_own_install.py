"""How a remedy is called, by how this ufo was installed."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from tests.sources import house
from ufo.platform.own_install import adding, can_add, to_add, to_set_up, wheel_beside

WHEEL = "/w/ufo_media-1-py3-none-any.whl"


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    return tmp_path


def test_where_pipx_installed_ufo_it_adds_the_rest(prefix: Path) -> None:
    (prefix / "pipx_metadata.json").write_text("{}")
    assert adding(WHEEL)[1:] == ("inject", "ufo-desktop-agent", WHEEL) and can_add()


def test_where_uv_installed_ufo_as_a_tool_it_adds_to_that_tool(prefix: Path) -> None:
    (prefix / "uv-receipt.toml").write_text("[tool]")
    (prefix / "pyvenv.cfg").write_text("home = /usr/bin\nuv = 0.13.9\n")
    assert adding(WHEEL)[1:] == ("pip", "install", "--python", sys.executable, WHEEL) and can_add()


def test_to_an_environment_that_uvx_throws_away_nothing_is_added_but_the_next_one_has_it(
    prefix: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (thrown_away := prefix / "cache/archive-v0/AbC").mkdir(parents=True)
    monkeypatch.setattr(sys, "prefix", str(thrown_away))
    (thrown_away / "pyvenv.cfg").write_text("home = /usr/bin\nuv = 0.13.9\n")
    assert adding(WHEEL) == ("uvx", "--from", "ufo-desktop-agent", "--with", WHEEL, "ufo") and not can_add()


def test_elsewhere_pip_of_that_environment_adds_it_and_what_a_shell_reads_is_quoted(prefix: Path) -> None:
    assert adding("a[b]>=2") == (sys.executable, "-m", "pip", "install", "a[b]>=2") and prefix.is_dir()
    assert to_add("a[b]>=2").endswith("-m pip install 'a[b]>=2'")


def test_the_wheel_of_an_extension_is_found_beside_the_wheel_that_was_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (wheels := tmp_path / "a folder").mkdir()
    own, beside = wheels / "ufo_desktop_agent-0.1.0-py3-none-any.whl", wheels / "ufo_gtk_menus-0.1.0-py3-none-any.whl"
    beside.touch()
    about = tmp_path / "site/ufo_desktop_agent-0.1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: ufo-desktop-agent\nVersion: 0.1.0\n")
    (about / "direct_url.json").write_text(json.dumps({"url": own.as_uri(), "archive_info": {}}))
    monkeypatch.setattr(sys, "path", [str(about.parent), *sys.path])
    assert wheel_beside("ufo-gtk-menus") == beside
    assert wheel_beside("ufo-media") is None
    (about / "direct_url.json").write_text(json.dumps({"url": "https://example.org/ufo_desktop_agent-0.1.0.whl"}))
    assert wheel_beside("ufo-gtk-menus") is None


def test_make_is_named_by_one_file_which_knows_whether_there_is_a_makefile() -> None:
    assert to_set_up() == "make setup"
    named = re.compile(r"\bmake (setup|install|run|quick|test)\b.*\"")
    found = {
        file
        for file, source in house()
        for line in source.splitlines()
        if named.search(line) and "tests/" not in str(file) and '"""' not in line
    }
    assert {str(file) for file in found} == {"platform/own_install.py"}
