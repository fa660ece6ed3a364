"""A run that is killed in the middle: what it did until then can be read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from tests.scenarios.stage import host
from ufo.cli.commands.report import report
from ufo.trace.reader import read_run

UFO = [sys.executable, "-c", "from ufo.cli.main import main; main()"]


@pytest.mark.apps
async def test_a_run_killed_with_kill_9_leaves_its_finished_steps_to_the_report(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    waiting = host("CONTINUE", "run_shell", {"bash_command": "sleep 60"})
    script.write_text(json.dumps([host("CONTINUE", plan=["look around"]), waiting]), encoding="utf-8")
    logs = tmp_path / "logs"
    options = ["--model", f"scripted:{script}", "--desktop", "private", "--yes", "--log-dir", str(logs)]
    environment = {**os.environ, "HOME": str(tmp_path)}
    with (tmp_path / "said.txt").open("w") as said:
        run = subprocess.Popen(
            [*UFO, "run", "look around", *options], cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, stdout=said,
            stderr=said,
        )  # fmt: skip
    try:
        with anyio.fail_after(60):
            while not any("step_ended" in file.read_text() for file in logs.glob("*/events.jsonl")):
                assert run.poll() is None, (tmp_path / "said.txt").read_text()
                await anyio.sleep(0.05)
    finally:
        run.kill()
        run.wait()
    (folder,) = logs.iterdir()
    record = read_run(folder)
    assert not record.finished and record.summary is None
    assert report(folder.name, None, logs) == 0
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "look around" in page and "action_step1.png" in {path.name for path in folder.iterdir()}
