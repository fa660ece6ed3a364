"""Moves and copies files and folders to a place where nothing is, by the descriptors of the folders that were judged."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from pathlib import Path

from ufo.platform.held_folder import held, held_folder, names_descriptors, opened_at


def moved(start: Path, end: Path) -> None:
    """Move a file, folder or link; paths are absolute with links resolved, but for their last part. Raises OSError."""
    with held(start) as source, held(end) as target:
        try:
            source.rename(target)
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
        else:
            return
        copied(start, end)
        if source.is_dir() and not source.is_symlink():
            shutil.rmtree(source)
        else:
            source.unlink()


def copied(start: Path, end: Path) -> None:
    """Copy a file, or a folder with all in it, with times and permissions. A link stays a link. Raises OSError."""
    if not names_descriptors():
        if start.is_dir():
            shutil.copytree(start, end, symlinks=True)
        else:
            shutil.copy2(start, end, follow_symlinks=False)
        return
    with held(start) as source:
        if source.is_dir() and not source.is_symlink():
            _copied_folder(start, end)
            return
        with held(end) as target:
            _copied_file(source, target)


def _copied_folder(start: Path, end: Path) -> None:
    made: list[tuple[Path, os.stat_result]] = []
    with held(start) as source:
        for root, folders, files, descriptor in os.fwalk(source, onerror=_raised):
            here = Path(f"/proc/self/fd/{descriptor}")
            inside = end / Path(root).relative_to(source)
            with held(inside) as place:
                place.mkdir()
            with held_folder(inside) as into:
                links = [name for name in folders if (here / name).is_symlink()]
                for name in (*files, *links):
                    _copied_file(here / name, into / name)
            made.append((inside, os.fstat(descriptor)))
    # Last: a folder may be one that nobody may write into, and what is put into it changes its time.
    for inside, known in reversed(made):
        with held_folder(inside) as into:
            into.chmod(stat.S_IMODE(known.st_mode))
            os.utime(into, ns=(known.st_atime_ns, known.st_mtime_ns))


def _copied_file(source: Path, target: Path) -> None:
    if source.is_symlink():
        target.symlink_to(source.readlink())
        return
    with os.fdopen(opened_at(source), "rb") as given:
        if not stat.S_ISREG(os.fstat(given.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is a device, a pipe or a socket", source.name)
        with target.open("xb") as made:
            shutil.copyfileobj(given, made)
            shutil.copystat(f"/proc/self/fd/{given.fileno()}", f"/proc/self/fd/{made.fileno()}")


def _raised(error: OSError) -> None:
    raise error
