"""What the sessions of every compositor need: a wait until a part of it is there, and an end for all that was started in it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.waiting import WAITED_S

_TICK_S = 0.02


def wait_for(holds: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + WAITED_S
    while not holds():
        assert time.monotonic() < deadline, f"{what} did not come"
        time.sleep(_TICK_S)


def end_programs(folder: Path) -> None:
    """End what was started in the session that has this folder, by its environment, or by its command line where it overwrites
    that, as Chromium does.
    """
    mark = f"={folder}/".encode()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            with contextlib.suppress(OSError):
                if mark in (entry / "environ").read_bytes() or mark in (entry / "cmdline").read_bytes():
                    os.kill(int(entry.name), signal.SIGKILL)


def ufo(
    environment: Mapping[str, str], *words: str, folder: Path, timeout_s: float = 170
) -> subprocess.CompletedProcess[str]:
    """Run the command `ufo` in a session as its person does. Without variables it is in none."""
    own = {"PATH": os.environ["PATH"], **environment, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, "-m", "ufo", *words],
        env={**own, "UFO_DESKTOP__HANDS": "free"},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
    )
