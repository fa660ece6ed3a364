"""Locks that the system releases when a process ends, however it ends."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

fcntl: Any = None
msvcrt: Any = None
with suppress(ImportError):
    fcntl = import_module("fcntl")
with suppress(ImportError):
    msvcrt = import_module("msvcrt")

_LOCK_FILE = ".lock"
_FAR = 1 << 30
"""The place of the locked byte: Windows lets nobody else read what is locked."""


def lock_file(descriptor: int, *, shared: bool = False) -> None:
    """Lock an open file until it is closed. Raises OSError where another process holds it, or where there are no locks."""
    if fcntl is not None:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    elif msvcrt is not None:
        at = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(descriptor, at, os.SEEK_SET)
    else:
        raise OSError(errno.ENOTSUP, "this system has no locks on files")


def is_locked(path: Path) -> bool:
    """Tell whether another process holds a lock on the whole file. False as well where nobody can tell."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return False
    try:
        lock_file(descriptor)
    except OSError as error:
        return error.errno in (errno.EAGAIN, errno.EACCES)
    finally:
        os.close(descriptor)
    return False


def lock_folder(folder: str | os.PathLike[str]) -> int:
    """Lock a folder and return a descriptor that holds the lock until it is closed. Where folders cannot be locked, a file in
    it is. Raises OSError where it is locked already, is a link, or cannot be locked.
    """
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    else:
        descriptor = os.open(os.path.join(folder, _LOCK_FILE), os.O_RDWR | os.O_CREAT)  # noqa: PTH118 a PathLike
    try:
        lock_file(descriptor)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def is_open_for_writing(descriptor: int) -> bool:
    """Tell whether any process has this file open for writing. A read lease is refused while one has (fcntl(2), Linux); where
    there are no leases nobody can tell, and the answer is no.
    """
    if fcntl is None or not hasattr(fcntl, "F_SETLEASE"):
        return False
    try:
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except OSError as error:
        return error.errno == errno.EAGAIN
    fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    return False
