"""A LibreOffice that hangs in the middle of a call of its own interface does not hold up the time limit."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command
from tests.cli.running import Running
from tests.scenarios.stage import act, app, host

pytestmark = [pytest.mark.apps, pytest.mark.timeout(200)]

_LIMIT_S = 8
"""Sooner than a call is given up after. The office is there before: how long it takes to start is not in it."""
_OPENS: list[dict[str, Any]] = [
    host("CONTINUE", "launch_application", {"name": "LibreOffice Writer"}),
    host("FINISH", result="it is open"),
]
_SAVES: list[dict[str, Any]] = [
    host("ASSIGN", "select_application_window", {"id": "0"}, current_subtask="write"),
    app("CONTINUE", act("save_as", file_name="letter.odt")),
]


@pytest.fixture
def started(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """The name and the tag of a desktop that stays until the end of the test."""
    command = Command(tmp_path)
    name = f"test-{command.tag[:8]}"
    assert command.run("desktop", "start", name).returncode == 0
    yield name, command.tag
    ended = command.run("desktop", "stop", name)
    assert ended.returncode == 0, ended.stderr


def _folder(beside: Path, name: str) -> Path:
    """For a run of its own on the same desktop, which the person's home leads to."""
    folder = beside / name
    folder.mkdir()
    (folder / "home").symlink_to(beside / "home")
    return folder


@pytest.mark.matrix
def test_a_save_by_an_office_that_hangs_in_it_does_not_hold_up_the_time_limit(
    tmp_path: Path, started: tuple[str, str]
) -> None:
    desktop, tag = started
    stopped: list[float] = []
    ended = threading.Event()

    def stop_in_the_call() -> None:
        """What talks to the office starts with the call, and needs its time to load before it asks for anything."""
        while not ended.wait(0.02) and [event["kind"] for event in run.events()].count("model_answered") < 2:
            pass
        while not ended.wait(0.005):
            if run.has("office_process.py"):
                run.send(signal.SIGSTOP, "soffice")
                stopped.append(time.monotonic())
                return

    with Running(_folder(tmp_path, "first"), _OPENS, "--desktop", desktop, tag=tag) as opened:
        assert opened.end(within_s=120)[1] in (0, 10)
        folder = _folder(tmp_path, "second")
        with Running(folder, _SAVES, "--desktop", desktop, "--max-time", str(_LIMIT_S), tag=tag) as run:
            watch = threading.Thread(target=stop_in_the_call)
            watch.start()
            try:
                ending, code, said = run.end(within_s=120)
            finally:
                ended.set()
                watch.join()
            left_after = time.monotonic() - stopped[0] if stopped else 0.0
            kinds = [event["kind"] for event in run.events()]
    assert stopped, ending
    assert (ending["outcome"], code) == ("LIMIT", 13), ending
    # The save was asked for and did not end.
    assert (kinds.count("model_answered"), kinds.count("step_ended")) == (2, 1)
    assert ending["seconds"] < _LIMIT_S + 2
    assert left_after < _LIMIT_S + 2 + 3
    assert not (folder / "letter.odt").exists()
    assert "Traceback" not in said
