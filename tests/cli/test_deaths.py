"""What dies or stops under a run is named as its reason, its finished steps are on disk, and its time limit holds."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Running
from tests.scenarios.stage import act, app, host

pytestmark = [pytest.mark.apps, pytest.mark.timeout(150)]

_WRITES: list[dict[str, Any]] = [
    host("CONTINUE", "launch_application", {"name": "Mousepad"}),
    host("ASSIGN", "select_application_window", {"id": "0"}, current_subtask="write"),
]


def _waits(count: int = 60) -> list[dict[str, Any]]:
    return [app("CONTINUE", act("wait", seconds=0.3 + number / 1000)) for number in range(count)]


def _gives_up() -> list[dict[str, Any]]:
    """What a model says that only repeats what it is told; one answer fits, whoever is asked."""
    return [host("FAIL", comment="it does not go on") for _ in range(9)]


@pytest.mark.matrix
def test_a_stopped_x_server_does_not_hold_up_the_time_limit(tmp_path: Path) -> None:
    shells = [host("CONTINUE", "run_shell", {"bash_command": f"sleep 0.{number}"}) for number in range(100, 200)]
    with Running(tmp_path, shells, "--desktop", "private", "--max-time", "6") as run:
        run.await_steps(1)
        run.send(signal.SIGSTOP, "Xvfb")
        stopped = time.monotonic()
        ending, code, _ = run.end()
        assert time.monotonic() - stopped < 6 + 2 + 5
        last = run.events()[-1]
    assert (ending["outcome"], code, last["summary"]["outcome"]) == ("LIMIT", 13, "LIMIT")
    assert ending["seconds"] < 6 + 2


def test_a_stopped_application_does_not_hold_up_the_time_limit(tmp_path: Path) -> None:
    with Running(tmp_path, [*_WRITES, *_waits()], "--desktop", "private", "--max-time", "12") as run:
        run.await_steps(3)
        run.send(signal.SIGSTOP, "mousepad")
        ending, code, _ = run.end()
    # The bus would wait for 25 seconds. Where both cores are busy, ending takes a while too.
    assert ending["seconds"] < 12 + 6
    assert (ending["outcome"], code) in {("LIMIT", 13), ("NEEDS_HELP", 12), ("FAILED", 11)}


@pytest.mark.matrix
def test_a_file_that_takes_long_to_check_does_not_hold_up_the_time_limit(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(b"<p>a<b>c</b>\n" * (31 * 1024 * 1024 // 13))
    # Each is read on its own, which takes ten seconds and more.
    expect = [{"on": "file", "path": str(page), "contains": f"not there {number}"} for number in range(6)]
    checks = [*_WRITES, app("FINISH", expect=expect)]
    with Running(tmp_path, checks, "--desktop", "private", "--max-time", "12") as run:
        ending, code, said = run.end()
        kinds = [event["kind"] for event in run.events()]
    assert (kinds.count("model_answered"), kinds.count("step_ended")) == (3, 2)
    assert (ending["outcome"], code) == ("LIMIT", 13)
    assert ending["seconds"] < 12 + 2
    assert "Traceback" not in said


def test_a_killed_x_server_is_the_reason(tmp_path: Path) -> None:
    with Running(tmp_path, [*_WRITES, *_waits(), *_gives_up()], "--desktop", "private") as run:
        run.await_steps(3)
        run.send(signal.SIGKILL, "Xvfb")
        killed = time.monotonic()
        ending, code, said = run.end()
        assert time.monotonic() - killed < 20
        kinds = [event["kind"] for event in run.events()]
    assert (ending["outcome"], code) == ("FAILED", 11)
    assert "X server" in ending["reason"] and "is gone" in ending["reason"]
    assert kinds.count("step_ended") >= 3 and "run_ended" in kinds[-2:]
    assert "Traceback" not in said


# What dies in an action is told in tests/apps/test_bad_moments.py too, and a reason reaches the ending as that of the X server.
@pytest.mark.matrix
def test_a_killed_application_is_named(tmp_path: Path) -> None:
    with Running(tmp_path, [*_WRITES, *_waits(3), *_gives_up()], "--desktop", "private") as run:
        run.await_steps(3)
        run.send(signal.SIGKILL, "mousepad")
        ending, _, said = run.end()
        ended = [event["record"] for event in run.events() if event["kind"] == "subtask_ended"]
    assert "'mousepad' has ended" in ended[0]["reason"]
    assert "'mousepad' has ended" in ending["reason"]
    assert "Traceback" not in said


@pytest.mark.matrix
def test_a_killed_accessibility_bus_is_named(tmp_path: Path) -> None:
    with Running(tmp_path, [*_WRITES, *_waits()], "--desktop", "private", "--max-steps", "12") as run:
        run.await_steps(3)
        run.send(signal.SIGKILL, "accessibility.conf")
        ending, _, said = run.end()
        told = [event["text"] for event in run.events() if event["kind"] == "noticed"]
    assert any("the accessibility bus ended" in text for text in told), told
    assert "the accessibility bus ended" in ending["reason"]
    assert "Traceback" not in said
