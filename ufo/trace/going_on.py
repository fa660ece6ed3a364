"""Tells which run is going on: its writer holds a lock on the run's folder, which the system releases when the process ends."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path


def hold(folder: Path) -> int | None:
    """Lock a folder and return a descriptor that holds the lock until it is closed. Return None where the folder is locked
    already, or where it cannot be locked.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


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
