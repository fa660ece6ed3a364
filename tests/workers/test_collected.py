"""Workers of pytest are copies of a process that has collected: they find the same, and each ends with who asked for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import WAITED_S

_ROOT = Path(__file__).parents[2]
_CONFTEST = f"""import sys
sys.path.insert(0, {str(_ROOT)!r})
from tests.workers.collected import start_copies

def pytest_xdist_setupnodes(config, specs):
    start_copies(specs, config.invocation_params.args)
"""
_COUNTED = """import os, signal
with open("imports", "a") as imports:
    imports.write("x")
def test_one(): assert os.environ["PYTEST_XDIST_WORKER"]
def test_two(): assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""
_DIES = """import os
def test_dies(): os._exit(3)
"""
_PLUGINS = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "no:pytest_httpserver")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n", encoding="utf-8")
    (tmp_path / "conftest.py").write_text(_CONFTEST, encoding="utf-8")
    (tmp_path / "test_counted.py").write_text(_COUNTED, encoding="utf-8")
    return tmp_path


def _run(folder: Path) -> str:
    """Raises TimeoutExpired where a worker or the process that it is a copy of is left with what these write to."""
    command = [sys.executable, "-m", "pytest", "-n", "2", *_PLUGINS]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=WAITED_S, check=False)
    return done.stdout + done.stderr


def test_what_was_collected_is_imported_once_for_all_workers(folder: Path) -> None:
    assert "2 passed" in (told := _run(folder)), told
    assert (folder / "imports").read_text(encoding="utf-8") == "x"


def test_a_worker_that_dies_and_a_file_that_cannot_be_collected_are_told(folder: Path) -> None:
    (folder / "test_broken.py").write_text("import no_such_module_here\n", encoding="utf-8")
    assert "no_such_module_here" in (told := _run(folder)) and "1 error" in told, told
    (folder / "test_broken.py").write_text(_DIES, encoding="utf-8")
    assert "1 failed, 2 passed" in (told := _run(folder)) and "crashed" in told, told
