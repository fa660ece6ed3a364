"""A LibreOffice that hangs in the middle of a call of its own interface does not hold up the time limit."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Running
from tests.scenarios.stage import act, app, host

pytestmark = [pytest.mark.apps, pytest.mark.timeout(200)]

_LIMIT_S = 18
"""Later than a LibreOffice takes to start, and sooner than a call is given up after."""
_SAVES: list[dict[str, Any]] = [
    host("CONTINUE", "launch_application", {"name": "LibreOffice Writer"}),
    host("ASSIGN", "select_application_window", {"id": "0"}, current_subtask="write"),
    app("CONTINUE", act("save_as", file_name="letter.odt")),
]


def test_a_save_by_an_office_that_hangs_in_it_does_not_hold_up_the_time_limit(tmp_path: Path) -> None:
    stopped: list[float] = []
    ended = threading.Event()

    def stop_in_the_call() -> None:
        """What talks to the office starts with the first call, and needs its time to load before it asks for anything."""
        while not ended.wait(0.005):
            if run.has("office_process.py"):
                run.send(signal.SIGSTOP, "soffice")
                stopped.append(time.monotonic())
                return

    with Running(tmp_path, _SAVES, "--desktop", "private", "--max-time", str(_LIMIT_S)) as run:
        watch = threading.Thread(target=stop_in_the_call)
        watch.start()
        try:
            ending, code, said = run.end(within_s=120)
        finally:
            ended.set()
            watch.join()
        left_after = time.monotonic() - stopped[0] if stopped else 0.0
        kinds = [one["kind"] for one in run.events()]
    assert stopped, ending
    assert (ending["outcome"], code) == ("LIMIT", 13), ending
    # The save was asked for and did not end.
    assert (kinds.count("model_answered"), kinds.count("step_ended")) == (3, 2)
    assert ending["seconds"] < _LIMIT_S + 2
    assert left_after < _LIMIT_S + 2 + 3
    assert not (tmp_path / "letter.odt").exists()
    assert "Traceback" not in said
