"""`ufo run --model hand:FOLDER` and `ufo hand`, as processes of their own: whoever answers there is the mind."""

from __future__ import annotations

import json
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

from tests.cli.command import Command, only_object
from tests.waiting import WAITED_S
from ufo.cli.commands.hand import next_
from ufo.schema.exit_codes import EXIT_FAILED

GIVEN_UP = json.dumps({"observation": "an empty desktop", "thought": "I cannot", "status": "FAIL"})


@pytest.fixture
def command(tmp_path: Path) -> Command:
    return Command(tmp_path)


def _next(command: Command) -> Path:
    ended = command.run("hand", "next", "mind", "--wait", str(WAITED_S))
    assert ended.returncode == 0, ended.stderr
    return command.folder / ended.stdout.strip()


def test_a_run_is_answered_by_hand_from_outside(command: Command) -> None:
    run = command.start("run", "tidy up my thoughts", "--model", "hand:mind", "--desktop", "private", "--json")
    folder = _next(command)
    assert "tidy up my thoughts" in (folder / "prompt.md").read_text()
    ended = command.run("hand", "answer", str(folder), "-", said="It is too hard.")
    assert ended.returncode == 0, ended.stderr
    again = _next(command)
    assert "holds no JSON object" in json.loads((again / "turn.json").read_text())["error"]
    (command.folder / "said.json").write_text(GIVEN_UP)
    assert command.run("hand", "answer", str(again), "said.json").returncode == 0
    twice = command.run("hand", "answer", str(again), "said.json")
    assert twice.returncode == 2
    assert "has its answer already" in twice.stderr
    summary = only_object(run.communicate(timeout=WAITED_S)[0])
    assert summary["outcome"] in ("FAILED", "NEEDS_HELP")
    counted = only_object(command.run("hand", "stats", "mind", "--json").stdout)
    assert (counted["calls"], counted["rejected_answers"]) == (2, 1)
    assert counted["characters"] > 1000


def test_ctrl_c_ends_a_run_that_waits_at_once(command: Command) -> None:
    run = command.start("run", "tidy up my thoughts", "--model", "hand:mind", "--desktop", "private")
    folder = _next(command)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=WAITED_S)
    assert run.returncode == 130, out + err
    # A long path is broken at the end of a line.
    assert f"waiting for an answer in {folder}".replace(" ", "") in "".join(out.split())
    assert command.run("hand", "next", "mind").returncode == 11
    late = command.run("hand", "answer", str(folder), "-", said=GIVEN_UP)
    assert "was withdrawn" in late.stderr
    assert not command.left()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("next", "missing"), "cannot be read"),
        (("next", "file"), "cannot be read"),
        (("stats", "missing"), "cannot be read"),
        (("answer", "file", "-"), "is no turn"),
    ],
)
def test_what_is_no_folder_of_turns_is_told(command: Command, arguments: tuple[str, ...], words: str) -> None:
    (command.folder / "file").write_text("x")
    ended = command.run("hand", *arguments)
    assert ended.returncode == 2
    assert words in ended.stderr


def test_a_folder_that_is_a_file_is_told_before_a_desktop_is_started(command: Command) -> None:
    (command.folder / "file").write_text("x")
    ended = command.run("run", "do it", "--model", "hand:file", "--desktop", "private")
    assert ended.returncode == 2
    assert "turns cannot be put into" in ended.stderr


def test_a_wait_for_the_next_turn_ends_with_the_run(command: Command) -> None:
    run = command.start("run", "tidy up my thoughts", "--model", "hand:mind", "--desktop", "private")
    _next(command)
    (command.folder / "mind" / "0001" / "withdrawn").touch()
    waits = command.start("hand", "next", "mind", "--wait", "600")
    with pytest.raises(TimeoutError):
        waits.wait(1)
    run.send_signal(signal.SIGINT)
    _, said = waits.communicate(timeout=WAITED_S)
    assert waits.returncode == 11 and "no run puts any there now" in " ".join(said.split())
    run.communicate(timeout=WAITED_S)
    late = command.start("hand", "next", "mind", "--wait", "600")
    late.communicate(timeout=WAITED_S)
    assert late.returncode == 11


def test_a_wait_that_begins_while_the_run_is_ending_ends_with_its_process(tmp_path: Path) -> None:
    (tmp_path / "0001").mkdir()
    with subprocess.Popen(("cat",), stdin=subprocess.PIPE) as ending:
        assert ending.stdin is not None
        (tmp_path / ".run").write_text(json.dumps({"pid": ending.pid, "first": 1}))
        ends = threading.Timer(0.3, ending.stdin.close)
        ends.start()
        began = time.monotonic()
        assert next_(tmp_path, wait_s=60) == EXIT_FAILED
        assert time.monotonic() - began < WAITED_S / 2
        ends.join()
