"""Holds the folder of a path by its descriptor, so that what is written there goes where the path led when it was judged.

A path whose links are resolved is walked from the root without following one. So a folder that was swapped for a link meanwhile
is an error, and one that is swapped later changes nothing: the descriptor stays with the folder that was judged. A system that
does not name descriptors in /proc goes by the path alone.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

_FOLDER: int = getattr(os, "O_PATH", 0) | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_FILE: int = getattr(os, "O_PATH", 0) | getattr(os, "O_NOFOLLOW", 0)
_PLAIN: int = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_LINKED = frozenset({errno.ELOOP, errno.ENOTDIR})


@contextmanager
def held(path: Path) -> Iterator[Path]:
    """Give the path, below the descriptor of its folder. Its last part may still be a link: create it anew, or do not follow it.

    `path` is absolute with links resolved. Raises OSError, also where a folder on the way is a link by now.
    """
    with held_folder(path.parent) as folder:
        yield folder / path.name


@contextmanager
def held_folder(folder: Path) -> Iterator[Path]:
    """Give a folder by its descriptor. Raises as `held` does."""
    if not names_descriptors():
        yield folder
        return
    descriptor = _walked(folder)
    try:
        yield _by(descriptor)
    finally:
        os.close(descriptor)


def made_folders(folder: Path) -> list[Path]:
    """Make the folder and those above it that are missing, and return these. Raises as `held` does."""
    if not names_descriptors():
        missing = [path for path in (folder, *folder.parents) if not os.path.lexists(path)]
        folder.mkdir(parents=True, exist_ok=True)
        return missing[::-1]
    made: list[Path] = []
    os.close(_walked(folder, made))
    return made


@contextmanager
def held_file(path: Path) -> Iterator[Path]:
    """Give an existing file by its own descriptor, for what works on names alone. Raises as `held` does, and for a link."""
    if not names_descriptors():
        yield path
        return
    with held(path) as place:
        descriptor = os.open(place, _FILE)
    try:
        if stat.S_ISLNK(os.fstat(descriptor).st_mode):
            raise _is_link(path)
        yield _by(descriptor)
    finally:
        os.close(descriptor)


def opened(path: Path) -> int:
    """Open a file for reading and return its descriptor. Raises as `held` does, and for a link."""
    with held(path) as place:
        return opened_at(place)


def opened_at(place: Path) -> int:
    """Open a file of a folder that is held, as `opened` does. A pipe without a writer makes it not wait."""
    return os.open(place, _PLAIN)


@cache
def names_descriptors() -> bool:
    """Return whether folders can be held here at all."""
    return os.open in os.supports_dir_fd and Path("/proc/self/fd").is_dir()


def _walked(folder: Path, made: list[Path] | None = None) -> int:
    descriptor = os.open(folder.anchor, _FOLDER)
    here = Path(folder.anchor)
    for part in folder.parts[1:]:
        here /= part
        try:
            if made is not None and _makes(part, descriptor):
                made.append(here)
            inner = os.open(part, _FOLDER, dir_fd=descriptor)
        except OSError as error:
            raise (_is_link(here) if error.errno in _LINKED else error) from error
        finally:
            os.close(descriptor)
        descriptor = inner
    return descriptor


def _makes(part: str, descriptor: int) -> bool:
    try:
        os.mkdir(part, dir_fd=descriptor)
    except FileExistsError:
        return False
    return True


def _by(descriptor: int) -> Path:
    return Path(f"/proc/self/fd/{descriptor}")


def _is_link(path: Path) -> OSError:
    return OSError(errno.ENOTDIR, "it is no folder, or a link that was put there meanwhile", str(path))
