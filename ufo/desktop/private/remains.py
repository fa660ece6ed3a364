"""Ends and removes what is left of a private desktop whose supervisor was killed."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import time
from pathlib import Path

from ufo.desktop.private.processes import is_marked
from ufo.desktop.private.supervisor import HOME, PREFIX, release_display

_END_S = 5.0


def clear_remains(folder: Path, display: str, pid: int) -> None:
    """End the processes with the desktop's mark, then remove its folder, its X socket and its lock.

    The processes end first, because a dying program still writes and would create a removed folder again.
    """
    deadline = time.monotonic() + _END_S
    while (living := _marked(folder)) and time.monotonic() < deadline:
        for number in living:
            _end(number, deadline)
    release_display(display, pid)
    shutil.rmtree(folder, ignore_errors=True)


def is_gone_with_its_desktop(path: Path) -> bool:
    """Tell whether the path lies in the home of a private desktop that is no more. Blocking."""
    homes = (folder for folder in path.parents if folder.name == HOME and folder.parent.name.startswith(PREFIX))
    return any(not home.exists() for home in homes)


def _marked(folder: Path) -> list[int]:
    numbers = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]
    return [pid for pid in numbers if is_marked(pid, folder)]


def _end(pid: int, deadline: float) -> None:
    with contextlib.suppress(ProcessLookupError):
        descriptor = os.pidfd_open(pid)
        try:
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
            select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))
        finally:
            os.close(descriptor)
