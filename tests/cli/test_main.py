"""What the command says to a wrong command line, and to a machine that cannot be used as it is."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.cli.command import Command, only_object, without
from tests.waiting import WAITED_S

HEAVY = ("mcp", "pydantic", "pydantic_ai", "openai", "PIL", "Xlib", "rich", "dbos", "sqlalchemy")


def test_help_loads_no_library_that_only_work_needs() -> None:
    program = (
        "import sys; sys.argv = ['ufo', '--help']\n"
        "from ufo.cli.main import main\n"
        "try: main()\n"
        f"finally: print(sorted(set({HEAVY!r}) & set(sys.modules)), file=sys.stderr)"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=WAITED_S, check=True)
    assert "Usage" in said.stdout
    assert said.stderr.strip() == "[]"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", ""], "the request is empty"),
        (["run", "x" * 100_000], "20000 characters"),
        (["run"], "the request is empty"),
        (["run", "x", "--max-steps", "0"], "--max-steps"),
        (["run", "x", "--max-time", "0"], "max_time_s"),
        (["run", "x", "--frobnicate"], "--frobnicate"),
        (["run", "x", "--model", "garbage"], "openai:NAME"),
        (["run", "x", "--model", "openai:x"], "OPENAI_API_KEY"),
        (["run", "x", "--desktop", "here"], "DISPLAY is not set"),
        (["run", "x", "--desktop", "nowhere"], "ufo desktop start nowhere"),
        (["run", "x", "--log-dir", "/dev/null"], "--log-dir"),
        (["desktop", "start", "private"], "choose another name"),
        (["desktop", "stop", "nowhere"], "no desktop named 'nowhere' runs"),
        (["skill", "remove", "nothing"], "there is no skill 'nothing'"),
        (["report", "nothing", "--log-dir", "none"], "there is no run in 'none'"),
        (["tool", "call", "no_such_tool"], "ufo tool list"),
    ],
)
def test_what_cannot_begin_ends_with_2_and_one_object_that_says_why(
    tmp_path: Path, arguments: list[str], words: str
) -> None:
    command = Command(tmp_path)
    ended = command.run(*arguments, "--json")
    assert ended.returncode == 2
    told = only_object(ended.stdout)
    assert words in told["error"]
    assert told["exit_code"] == 2
    assert words in ended.stderr
    assert command.runs() == []


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("frob: 1", "frob"),
        ("model: [", "not valid YAML"),
        ("limits: {max_step: many}", "limits.max_step"),
        ("tools: {AppAgent: {writer: {action: [Nothing]}}}", "no tool server 'Nothing'"),
    ],
)
def test_a_wrong_settings_file_is_told(tmp_path: Path, settings: str, words: str) -> None:
    command = Command(tmp_path)
    own = tmp_path / "home/.config/ufo"
    own.mkdir(parents=True)
    (own / "ufo.yaml").write_text(settings)
    ended = command.run("run", "x")
    assert ended.returncode == 2
    assert words in ended.stderr
    assert words not in ended.stdout


def test_it_tells_its_version(tmp_path: Path) -> None:
    ended = Command(tmp_path).run("--version")
    assert ended.returncode == 0
    assert ended.stdout.split() == ["ufo", version("ufo-desktop-agent")]


def test_selectors_are_for_programs_and_a_table_without_them_is_not_passed_off_as_them(tmp_path: Path) -> None:
    ended = Command(tmp_path).run("observe", "--selectors")
    assert ended.returncode == 2
    assert "--selectors needs --json" in ended.stderr


def test_a_missing_x_server_is_told_with_the_command_that_installs_it(tmp_path: Path) -> None:
    ended = Command(tmp_path).run("run", "x", "--desktop", "private", PATH=without("Xvfb", into=tmp_path / "bin"))
    assert ended.returncode == 2
    assert "apt-get install -y xvfb" in ended.stderr


def test_variables_of_our_own_desktops_and_of_a_fleet_are_no_wrong_settings(tmp_path: Path) -> None:
    desktop, fleet = {"UFO_PRIVATE_DESKTOP": "/tmp/ufo-x", "UFO_LAUNCH": "1"}, {"UFO_DATABASE": "x", "UFO_STORE": "y"}
    ended = Command(tmp_path).run("run", "", said="", within_s=WAITED_S, **desktop, **fleet)
    assert "the request is empty" in ended.stderr


_STOPPED_WHILE_IMPORTED = """
import os, signal, sys

class Stops:
    def find_spec(self, name, *_):
        if name == "typer":
            os.kill(os.getpid(), signal.{signal})

sys.meta_path.insert(0, Stops())
from ufo.cli.entry import main
main()
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_stopped_before_all_of_it_is_imported_it_ends_in_one_line(name: str) -> None:
    code = _STOPPED_WHILE_IMPORTED.format(signal=name)
    done = subprocess.run(
        [sys.executable, "-c", code, "doctor", "--json"], capture_output=True, text=True, timeout=WAITED_S
    )
    assert (done.returncode, done.stderr) == (130, "ufo: stopped by the person\n")
    assert json.loads(done.stdout)["exit_code"] == 130
