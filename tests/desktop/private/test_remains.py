"""What a killed supervisor leaves, on real processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from ufo.desktop.private.processes import MARK
from ufo.desktop.private.remains import clear_remains

STUBBORN = """
import os, signal, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
os.makedirs(sys.argv[1], exist_ok=True)
print("here", flush=True)
while True:
    os.makedirs(sys.argv[1], exist_ok=True)
"""


def _stubborn(folder: Path, mark: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", STUBBORN, str(folder / "home" / "kept")]
    program = subprocess.Popen(
        command, env={**os.environ, MARK: str(mark)}, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "here\n"
    return program


def test_a_program_that_goes_on_writing_is_ended_before_its_folder_is_removed(tmp_path: Path) -> None:
    folder = tmp_path / "ufo-gone"
    with _stubborn(folder, mark=folder) as program:
        clear_remains(folder, ":64999", os.getpid())
        assert program.wait(5) != 0
    assert not folder.exists()


def test_a_program_that_wrote_over_its_environment_is_known_by_its_profile(tmp_path: Path) -> None:
    folder = tmp_path / "ufo-browser"
    command = [sys.executable, "-c", STUBBORN, str(folder / "kept"), f"--user-data-dir={folder}/home/profile"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as program:
        assert program.stdout is not None
        program.stdout.readline()
        clear_remains(folder, ":64999", os.getpid())
        assert program.wait(5) != 0
    assert not folder.exists()


def test_a_program_of_another_desktop_lives_on(tmp_path: Path) -> None:
    with _stubborn(tmp_path / "other", mark=tmp_path / "ufo-gone2") as program:
        clear_remains(tmp_path / "ufo-gone", ":64999", os.getpid())
        assert program.poll() is None
        program.kill()


def test_nothing_left_is_nothing_to_do(tmp_path: Path) -> None:
    clear_remains(tmp_path / "ufo-never", ":64999", os.getpid())
