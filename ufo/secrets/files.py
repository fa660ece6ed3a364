"""Creates files and folders for this user alone, from the moment they are there: 600 and 700, whatever the umask.

What was there before is not changed: it is the person's.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from io import TextIOWrapper
from pathlib import Path

FOLDER_MODE = 0o700
FILE_MODE = 0o600
_OTHERS = 0o077


def append(path: Path) -> TextIOWrapper:
    """Opens a text file to add to; it is made where it is not there."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, FILE_MODE)
    return os.fdopen(handle, "a", encoding="utf-8", newline="\n")


def make_folder(folder: Path, *, exist_ok: bool = True) -> None:
    """With those of its parents that are missing. Raises FileExistsError without `exist_ok`, and OSError."""
    missing = [folder]
    while not missing[-1].parent.exists():
        missing.append(missing[-1].parent)
    for one in reversed(missing[1:]):
        with contextlib.suppress(FileExistsError):
            one.mkdir(FOLDER_MODE)
    try:
        folder.mkdir(FOLDER_MODE)
    except FileExistsError:
        if not exist_ok or not folder.is_dir():
            raise


def write(path: Path, data: bytes, *, lasting: bool = False) -> None:
    """Whole or not at all; what was there is replaced. `lasting`: it is on the disk before it takes its name."""
    partial = path.with_name(f".{path.name}.part")
    try:
        _write_new(partial, data, lasting=lasting)
        partial.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise


def _write_new(path: Path, data: bytes, *, lasting: bool) -> None:
    """What is left of an earlier one, perhaps readable for others, is taken away first."""
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        if lasting:
            file.flush()
            os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Makes the new names themselves last; not every system can open a folder for that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def open_to_others(paths: Iterable[Path]) -> list[Path]:
    """Those of them that other users of the machine may read, write or enter."""
    found = []
    for path in paths:
        with contextlib.suppress(OSError):
            if path.stat(follow_symlinks=False).st_mode & _OTHERS and not path.is_symlink():
                found.append(path)
    return found
