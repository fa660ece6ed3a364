"""The pages of tasks show in a browser what their requests speak of."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bench.minds.own import TASKS


@pytest.mark.apps
@pytest.mark.matrix
@pytest.mark.parametrize(("name", "shown"), [("mail-keys", "Keys of the boathouse"), ("chat-lunch", "#lunch")])
def test_the_page_of_a_task_draws_what_its_request_speaks_of(name: str, shown: str, tmp_path: Path) -> None:
    task = next(task for task in TASKS if task.name == name)
    assert task.serve is not None
    server = task.serve(tmp_path)
    try:
        options = (
            "--headless",
            "--no-sandbox",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--virtual-time-budget=3000",
        )
        command = ["chromium", *options, "--dump-dom", f"http://127.0.0.1:{server.port}/"]
        page = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    finally:
        server.close()
    drawn = page.partition("<script")[0]
    assert shown in drawn
