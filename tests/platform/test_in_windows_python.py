"""What needs no Linux, tried in a real Python for Windows, where Wine is (make setup-windows). All of it: make test-windows."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.waiting import WAITED_S

ROOT = Path(__file__).parents[2]
IS_MADE = any((ROOT / ".windows").glob("made-*"))
NEEDED = pytest.mark.skipif(not IS_MADE, reason="not installed: a Python for Windows under Wine; make setup-windows")


@pytest.mark.timeout(400)
@NEEDED
def test_what_needs_no_desktop_holds_in_a_python_for_windows() -> None:
    script = str(ROOT / "scripts/test_windows.sh")
    ended = subprocess.run([script, "few"], capture_output=True, text=True, timeout=4 * WAITED_S, check=False)
    assert ended.returncode == 0, ended.stdout[-4000:] + ended.stderr[-2000:]
    assert " passed" in ended.stdout


@pytest.mark.matrix
@pytest.mark.timeout(3600)
@NEEDED
def test_all_that_needs_no_linux_holds_in_a_python_for_windows() -> None:
    ended = subprocess.run([str(ROOT / "scripts/test_windows.sh")], timeout=3000, check=False)
    assert ended.returncode == 0
