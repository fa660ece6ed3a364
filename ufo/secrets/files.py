"""Creates files and folders that only this user can read, from the moment they exist: modes 600 and 700, whatever the umask.

What existed before is not changed: it is the person's.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from io import TextIOWrapper
from pathlib import Path

from ufo.platform import open_flags
from ufo.platform.owners import own_id

FOLDER_MODE = 0o700
FILE_MODE = 0o600
_OTHERS = 0o077


def append(path: Path) -> TextIOWrapper:
    """Open a text file for appending, and create it where it is missing."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | open_flags.CLOEXEC | open_flags.BINARY, FILE_MODE)
    return os.fdopen(handle, "a", encoding="utf-8", newline="\n")


def make_folder(folder: Path, *, exist_ok: bool = True) -> None:
    """Create a folder and its parents. Raises OSError; FileExistsError for a file there or, without `exist_ok`, a folder."""
    missing = [folder]
    while not missing[-1].parent.exists():
        missing.append(missing[-1].parent)
    for parent in reversed(missing[1:]):
        with contextlib.suppress(FileExistsError):
            parent.mkdir(FOLDER_MODE)
    try:
        folder.mkdir(FOLDER_MODE)
    except FileExistsError:
        if not exist_ok or not folder.is_dir():
            raise


def write(path: Path, data: bytes, *, lasting: bool = False) -> None:
    """Write a file completely or not at all, in place of an earlier one. With `lasting`, its data is on the disk first."""
    partial = path.with_name(f".{path.name}.part")
    try:
        _write_new(partial, data, lasting=lasting)
        partial.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise


def _write_new(path: Path, data: bytes, *, lasting: bool) -> None:
    """Write a new file. The rest of an earlier one, which others could perhaps read, is removed first."""
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | open_flags.CLOEXEC | open_flags.BINARY, FILE_MODE)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        if lasting:
            file.flush()
            os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk as well. Not every system can open a folder for that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def open_to_others(paths: Iterable[Path]) -> list[Path]:
    """Return those paths that other users of the machine may read, write or enter. Windows keeps that in lists of rights, which
    are not read: none.
    """
    if own_id() is None:
        return []
    found = []
    for path in paths:
        with contextlib.suppress(OSError):
            if path.stat(follow_symlinks=False).st_mode & _OTHERS and not path.is_symlink():
                found.append(path)
    return found
