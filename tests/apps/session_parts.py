"""What the sessions of every compositor need: a wait until a part of it is there, and an end for all that was started in it."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
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


@contextlib.contextmanager
def opened_keyring(environment: Mapping[str, str]) -> Iterator[None]:
    """Open the keyring as a log-in does. Else a password for a new one is asked for when a browser looks for it, which loads no
    page before.
    """
    if not shutil.which("gnome-keyring-daemon"):
        yield
        return
    command = ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"]
    keyring = subprocess.Popen(
        command, env=dict(environment), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        assert keyring.stdin is not None
        with keyring.stdin as secret:
            secret.write(b"of a session that is thrown away")
        yield
    finally:
        end_all([keyring])


def end_all(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        process.terminate()
    for process in processes:
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


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
