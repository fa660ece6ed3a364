"""Tells which run is going on: its writer holds a lock on the run's folder, which the system releases when the process ends."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from ufo.platform.locks import lock_folder


def hold(folder: Path) -> int | None:
    """Lock a folder and return a descriptor that holds the lock until it is closed. Return None where the folder is locked
    already, or where it cannot be locked.
    """
    try:
        return lock_folder(folder)
    except OSError:
        return None


@contextlib.contextmanager
def held(folder: Path) -> Iterator[bool]:
    """Yield whether the folder could be locked. The lock is released at the end."""
    descriptor = hold(folder)
    try:
        yield descriptor is not None
    finally:
        if descriptor is not None:
            os.close(descriptor)


def is_going_on(folder: Path) -> bool:
    with held(folder) as free:
        return not free
