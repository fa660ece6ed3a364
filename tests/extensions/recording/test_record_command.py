"""`ufo record` and `ufo demo`: a person, played by xdotool, shows something on a desktop that another command started."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import Command, only_object, until
from tests.cli.warmed import Forked
from tests.needs import need
from tests.waiting import WAITED_S
from ufo.recipes.recipe import Demonstration
from ufo.recipes.store import DemonstrationStore
from ufo.secrets.masks import Masks
from ufo_recording.recorded import Begun, ProgramSeen, Step
from ufo_recording.recording_folder import RecordingWriter

KNOWN = Demonstration(name="known", request="do what is known", application="mousepad", steps=("click Button 'Save'",))


class Shown:
    """A named desktop, and the recordings on it."""

    def __init__(self, folder: Path) -> None:
        self.command = Command(folder)
        (folder / "run").mkdir(mode=0o700)
        self.command.environment["XDG_RUNTIME_DIR"] = str(folder / "run")
        self.name = f"test-{self.command.tag[:8]}"
        assert self.command.run("desktop", "start", self.name).returncode == 0
        state = json.loads((folder / "run/ufo/desktops" / f"{self.name}.json").read_text())
        self.environment = {**os.environ, **state["environment"]}
        self.place = DemonstrationStore(folder / "home/.local/share/ufo/knowledge").place("memo")

    def record(self, *options: str) -> Forked:
        """Start a recording, and wait until nothing that is done is missed any more."""
        process = self.command.start("record", "memo", "--desktop", self.name, "--app", "mousepad", *options)
        assert until(lambda: (self.place / "recording.jsonl").exists() or process.poll() is not None)
        assert process.returncode is None, process.communicate()
        return process

    def do(self, *arguments: str) -> None:
        subprocess.run(["xdotool", *arguments], env=self.environment, check=True)

    def trace(self) -> str:
        path = self.place / "trace.log"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def awaits(self, words: str) -> None:
        assert until(lambda: words in self.trace()), self.trace()


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Shown]:
    need("mousepad")
    shown = Shown(tmp_path)
    yield shown
    assert shown.command.run("desktop", "stop", shown.name).returncode == 0
    assert until(lambda: not shown.command.left())


@pytest.mark.matrix
@pytest.mark.apps
@pytest.mark.timeout(180)
def test_what_is_shown_until_the_halt_key_is_proved_kept_and_done_again(shown: Shown, tmp_path: Path) -> None:
    process = shown.record("--json", "--request", "write a memo")
    shown.do("type", "Dear Ana")
    shown.awaits("'Dear Ana'")
    shown.do("key", "ctrl+s")
    shown.awaits("ctrl+s")
    shown.do("type", f"{tmp_path}/memo.txt")
    shown.awaits("memo.txt")
    shown.do("key", "Return")
    shown.awaits("enter")
    assert until((tmp_path / "memo.txt").exists)
    shown.do("key", "ctrl+super+Escape")
    assert process.wait(120) == 0, process.communicate()
    told = only_object(process.communicate()[0])
    assert (told["kept"], told["verified"], told["steps"]) == (True, True, 4), told
    assert told["demonstration"]["variables"] == ["text", "file"]

    again = shown.command.run(
        "skill", "run", "memo", "text=Dear Eva", f"file={tmp_path}/eva.txt", "--desktop", "private", "--json"
    )
    # What "write a memo" asks for, only a model can read: the rules that stand in for one are asked once more and add nothing.
    told = only_object(again.stdout)
    assert (told["outcome"], told["model_calls"]) == ("COMPLETED_UNVERIFIED", 1), again.stdout
    assert (tmp_path / "eva.txt").read_text().strip() == "Dear Eva"

    assert "verified" in shown.command.run("demo", "list").stdout
    assert "ctrl+s" in shown.command.run("demo", "show", "memo").stdout
    assert shown.command.run("record", "memo", "--desktop", shown.name).returncode == 2
    assert only_object(shown.command.run("demo", "forget", "memo", "--json").stdout)["skill_removed"] == "memo"
    assert not shown.place.exists()
    assert only_object(shown.command.run("skill", "list", "--json").stdout)["skills"] == []


@pytest.mark.matrix
@pytest.mark.apps
@pytest.mark.timeout(180)
def test_a_recording_that_was_killed_is_kept_as_far_as_it_went_if_the_person_says_so(shown: Shown) -> None:
    process = shown.record()
    shown.do("type", "Dear Ana")
    shown.awaits("'Dear Ana'")
    process.kill()
    process.wait(WAITED_S)
    assert "not kept yet" in shown.command.run("demo", "list").stdout
    assert "broken off" in shown.command.run("demo", "show", "memo").stdout
    assert shown.command.run("demo", "replay", "memo", within_s=120).returncode == 11
    kept = shown.command.run("demo", "keep", "memo", "--json")
    assert kept.returncode == 10, kept.stderr
    assert only_object(kept.stdout)["demonstration"]["proved"] == ""


@pytest.mark.matrix
@pytest.mark.apps
@pytest.mark.timeout(180)
def test_ctrl_c_at_once_records_nothing_and_says_so(shown: Shown) -> None:
    process = shown.record()
    process.send_signal(signal.SIGINT)
    assert process.wait(WAITED_S) == 11
    assert "nothing was recorded" in " ".join(process.communicate())
    assert "nothing is recorded" in shown.command.run("demo", "list").stdout


@pytest.mark.parametrize(
    ("answer", "expected", "by"),
    [
        ({"summary": "Saves what is open."}, "Saves what is open.", "scripted"),
        ({"no": "summary"}, "In mousepad, 1 step", "rule"),
    ],
)
def test_a_configured_model_sums_it_up_and_the_rule_does_where_it_cannot(
    tmp_path: Path, answer: dict[str, str], expected: str, by: str
) -> None:
    command = Command(tmp_path)
    place = DemonstrationStore(tmp_path / "home/.local/share/ufo/knowledge").place("memo")
    writer = RecordingWriter(place, Begun(name="memo"), Masks())
    writer.write(ProgramSeen(number=1, app_root="mousepad", process="mousepad"))
    writer.write(Step(number=1, kind="keys", program=1, window="Untitled", keys="ctrl+s", change="saved"))
    (tmp_path / "answers.json").write_text(json.dumps([answer] * 3))
    ended = command.run("demo", "keep", "memo", "--model", f"scripted:{tmp_path / 'answers.json'}", "--json")
    assert ended.returncode == 10, ended.stderr
    told = only_object(ended.stdout)["demonstration"]
    assert (told["summary"].startswith(expected), told["summarized_by"].startswith(by)) == (True, True), told


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("demo", "show", "none"), 2, "there is no demonstration 'none' (there are: known)"),
        (("demo", "forget", "../etc"), 2, "cannot name a demonstration"),
        (("demo", "replay", "known"), 2, "no recording can be read"),
        (("demo", "replay", "known", "file"), 2, "no recording can be read"),
        (("record", "known"), 2, "exists already; choose another name, or add --force"),
        (("record", "new", "--from-run", "last"), 2, "there is no run"),
        (("record", "known", "--force", "--from-run", "last"), 2, "there is no run"),
        (("record", "new", "--desktop", "none"), 2, "none"),
        (("record", "a/b"), 2, "cannot name a demonstration"),
    ],
)
def test_wrong_use_is_told_with_the_next_move(
    tmp_path: Path, arguments: tuple[str, ...], code: int, words: str
) -> None:
    command = Command(tmp_path)
    DemonstrationStore(tmp_path / "home/.local/share/ufo/knowledge").put(KNOWN.name, KNOWN)
    ended = command.run(*arguments)
    assert (ended.returncode, words in ended.stderr) == (code, True), ended.stderr
    assert [item["name"] for item in only_object(command.run("demo", "list", "--json").stdout)["demonstrations"]] == [
        "known"
    ]


def test_a_demonstration_that_cannot_be_read_can_be_forgotten(tmp_path: Path) -> None:
    command = Command(tmp_path)
    path = DemonstrationStore(tmp_path / "home/.local/share/ufo/knowledge").put(KNOWN.name, KNOWN)
    path.write_text("{", encoding="utf-8")
    ended = command.run("demo", "forget", "known")
    assert ended.returncode == 0, ended.stderr
    assert not path.exists()
