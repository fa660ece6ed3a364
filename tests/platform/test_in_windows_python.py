"""What needs no Linux, tried in a real Python for Windows, where Wine is (make setup-windows). All of it: make test-windows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pip as pip_of_tests
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


_INSTALLED = """
import os, subprocess, sys
pip, wheel, folder = sys.argv[1:]
subprocess.run([sys.executable, pip, "install", "-q", "--no-index", "--no-deps", "--target", folder, wheel], check=True)
environment = {**os.environ, "PYTHONPATH": folder, "PYTHONUTF8": "0"}
for words in (["-c", "import ufo; print(ufo.__file__)"], ["-m", "ufo", "--help"], ["-m", "ufo", "doctor"]):
    subprocess.run([sys.executable, *words], cwd=folder, env=environment, stderr=subprocess.STDOUT)
"""


@pytest.mark.matrix
@pytest.mark.timeout(400)
@NEEDED
def test_the_wheel_installs_in_a_python_for_windows_and_its_doctor_tells_what_is_there(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, timeout=WAITED_S)
    (wheel,) = tmp_path.glob("*.whl")
    pip = Path(pip_of_tests.__file__).parent
    script = ROOT / "scripts/windows_python.sh"
    command = [str(it) for it in (script, "-c", _INSTALLED, pip, wheel, tmp_path / "installed")]
    said = subprocess.run(command, capture_output=True, text=True, timeout=4 * WAITED_S, check=False).stdout
    assert r"installed\ufo\__init__.py" in said and "Usage:" in said, said
    assert "on Windows" in said, said
