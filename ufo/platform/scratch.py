"""Folders for copies to work on, which outlive no end of the process by more than the next start.

Such a folder lies under the state folder and is locked as long as it is worked in, so that the system releases it however the
process ends. What nobody holds any more is removed by `sweep`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ufo.platform import proc
from ufo.platform.end_process import ending
from ufo.platform.locks import lock_folder
from ufo.platform.state_folder import state_folder

_NAME, _PREFIX = "scratch", "ufo-"
_END_S = 5.0


@contextmanager
def scratch(where: Path | None = None) -> Iterator[Path]:
    """Yield a new folder that only this user can read, and remove it at the end. Blocking.

    `where`: a folder that somebody else removes in time, such as that of a desktop. Where the state folder cannot be written, the
    new one lies among the temporary files. Raises OSError where it can be made nowhere.
    """
    if where is not None:
        with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=where, ignore_cleanup_errors=True) as folder:
            yield Path(folder)
        return
    made, lock = _made_and_held()
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
        os.close(lock)


def sweep() -> None:
    """Remove the folders of processes that were killed, and end what these left at work in them. Blocking."""
    with suppress(OSError, RuntimeError):
        for entry in list(os.scandir(_place())):
            with suppress(OSError):
                lock = lock_folder(entry.path)
                _end_what_works_in(Path(entry.path))
                shutil.rmtree(entry.path, ignore_errors=True)
                os.close(lock)


def _end_what_works_in(folder: Path) -> None:
    """End the programs that were started in that folder, such as an office that converts: they would make it again. One that
    is starting another one is found by the next look.
    """
    deadline = time.monotonic() + _END_S
    while (found := _working_in(folder)) and time.monotonic() < deadline:
        for pid in found:
            with suppress(OSError), ending(pid) as program:
                program.end(at_once=True)


def _working_in(folder: Path) -> list[int]:
    places = ((pid, proc.working_folder(pid)) for pid in proc.pids())
    return [pid for pid, place in places if place is not None and place.is_relative_to(folder)]


def _made_and_held() -> tuple[Path, int]:
    """Make a folder and lock it. Another process may sweep it between the two: then the next one is made."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=_parent()))
        with suppress(FileNotFoundError, BlockingIOError):
            lock = lock_folder(folder)
            if folder.exists():
                return folder, lock
            os.close(lock)


def _parent() -> Path | None:
    try:
        place = _place()
        for folder in (place.parent, place):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return place if os.access(place, os.W_OK) else None


def _place() -> Path:
    return state_folder().expanduser() / _NAME
