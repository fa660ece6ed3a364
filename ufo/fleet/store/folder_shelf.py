"""A shelf in a folder, which several machines may share. Names are files; one that is being written begins with a dot."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from ufo.fleet.store.shelf import Kept
from ufo.secrets import files


class FolderShelf:
    """`folder` is made where it is missing, for this user alone. Implements `ufo.fleet.store.shelf.Shelf`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.expanduser().absolute()

    @property
    def place(self) -> str:
        return str(self._folder)

    def put(self, name: str, source: bytes | Path, *, anew: bool = False) -> bool:
        target = self._folder / name
        if anew and target.exists():
            return False
        files.make_folder(target.parent)
        partial = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
        try:
            handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, files.FILE_MODE)
            with os.fdopen(handle, "wb") as file:
                if isinstance(source, bytes):
                    file.write(source)
                else:
                    with source.open("rb") as given:
                        shutil.copyfileobj(given, file, 1 << 20)
                file.flush()
                os.fsync(file.fileno())
            return _set(partial, target, anew)
        finally:
            with contextlib.suppress(OSError):
                partial.unlink()

    def read(self, name: str) -> bytes | None:
        with contextlib.suppress(FileNotFoundError):
            return (self._folder / name).read_bytes()
        return None

    def copy(self, name: str, to: Path) -> bool:
        try:
            source = (self._folder / name).open("rb")
        except FileNotFoundError:
            return False
        with source, to.open("xb") as file:
            shutil.copyfileobj(source, file, 1 << 20)
        return True

    def listed(self, prefix: str) -> Iterator[Kept]:
        now = time.time()
        for folder, inner, names in os.walk(self._folder / prefix):
            inner.sort()
            for name in sorted(names):
                path = Path(folder, name)
                with contextlib.suppress(FileNotFoundError):
                    status = path.stat(follow_symlinks=False)
                    if not name.startswith("."):
                        named = path.relative_to(self._folder).as_posix()
                        yield Kept(named, status.st_size, max(0.0, now - status.st_mtime))

    def remove(self, names: Iterable[str]) -> None:
        for name in names:
            path = self._folder / name
            path.unlink(missing_ok=True)
            # Folders that hold nothing any more go as well, up to the first that does.
            with contextlib.suppress(OSError):
                for parent in path.parents:
                    if parent == self._folder:
                        break
                    parent.rmdir()


def _set(partial: Path, target: Path, anew: bool) -> bool:
    if not anew:
        partial.replace(target)
        return True
    try:
        # A link is made for the first who makes it; a file is replaced by the last.
        os.link(partial, target)
    except FileExistsError:
        return False
    return True
