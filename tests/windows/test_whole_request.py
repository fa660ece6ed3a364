"""A whole request on Windows, by the built-in planner: notepad is opened, written in and saved, and what was done is proved."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import WAITED_S

REQUEST = "Open notepad, type 'Hello from Windows' and save it as note.txt"


@pytest.mark.matrix
@pytest.mark.timeout(600)
def test_a_note_is_written_saved_and_verified(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "USERPROFILE": str(tmp_path),
        "UFO_DESKTOP__HANDS": "free",
        "PYTHONIOENCODING": "utf-8",
    }

    def ufo(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "ufo", *words]
        return subprocess.run(
            command,
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            timeout=5 * WAITED_S,
            check=False,
        )

    assert ufo("allow", "notepad").returncode == 0
    ended = ufo("run", REQUEST, "--desktop", "here", "--plain")
    assert ended.returncode == 0, ended.stdout[-3000:] + ended.stderr[-1000:]
    assert "VERIFIED" in ended.stdout
    assert (tmp_path / "note.txt").read_text(encoding="utf-8").strip() == "Hello from Windows"
