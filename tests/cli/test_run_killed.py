"""A run that is killed in the middle: what it did until then can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Running
from tests.scenarios.stage import host
from tests.waiting import WAITED_S
from ufo.cli.commands.report import report
from ufo.trace.reader import read_run


@pytest.mark.apps
def test_a_run_killed_with_kill_9_leaves_its_finished_steps_to_the_report(tmp_path: Path) -> None:
    waiting = host("CONTINUE", "run_shell", {"bash_command": "sleep 60"})
    with Running(tmp_path, [host("CONTINUE", plan=["look around"]), waiting], "--desktop", "private") as run:
        run.await_steps(1)
        run.process.kill()
        run.process.wait(WAITED_S)
    (folder,) = run.logs.iterdir()
    record = read_run(folder)
    assert not record.finished and record.summary is None
    assert report(folder.name, None, run.logs) == 0
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "look around" in page and "action_step1.png" in {path.name for path in folder.iterdir()}
