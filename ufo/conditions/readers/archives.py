"""Lists and reads the files in an archive. Nothing is unpacked to the disk, and reading stops at a bound."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, cast

from ufo.conditions.readers.query import Asked, Reading, switch, tell
from ufo.errors import UnreadableDocument

_MOST_MEMBERS = 20_000
_MOST_BYTES = 1 << 30
_MOST_PACKED = 200 * 1024 * 1024
_PACKED = ((".gz", gzip.open), (".tgz", gzip.open), (".bz2", bz2.open), (".xz", lzma.open))


class _Bounded:
    """A file that yields no more bytes than a bound, however much it would unpack to."""

    def __init__(self, inner: BinaryIO, name: str) -> None:
        self._inner = inner
        self._left = _MOST_BYTES
        self._name = name

    def read(self, size: int = -1) -> bytes:
        data = self._inner.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise UnreadableDocument(f"{self._name} unpacks to more than {_MOST_BYTES >> 20} MB; not read")
        return data


def open_archive(path: Path) -> tuple[str, ...]:
    """Return the names of the files in the archive, without folders. Raises UnreadableDocument and OSError."""
    if path.stat().st_size > _MOST_PACKED:
        raise UnreadableDocument(f"{path.name} is larger than {_MOST_PACKED >> 20} MB, so it was not read")
    names: list[str] = []
    with _told_broken(path):
        for name in _zipped(path) if _is_zip(path) else _tarred(path):
            names.append(name.removeprefix("./"))
            if len(names) > _MOST_MEMBERS:
                raise UnreadableDocument(f"{path.name} holds more than {_MOST_MEMBERS:,} files; not read")
    return tuple(names)


def _is_zip(path: Path) -> bool:
    return path.suffix.casefold() == ".zip"


@contextlib.contextmanager
def _told_broken(path: Path) -> Iterator[None]:
    try:
        yield
    except (zipfile.BadZipFile, tarfile.TarError, EOFError, ValueError, zlib.error, lzma.LZMAError) as error:
        raise UnreadableDocument(f"{path.name} is broken: {error}") from error


def _zipped(path: Path) -> Iterator[str]:
    with zipfile.ZipFile(path) as archive:
        yield from (member.filename for member in archive.filelist if not member.is_dir())


def _tarred(path: Path) -> Iterator[str]:
    with _opened_tar(path) as archive:
        yield from (member.name for member in archive if not member.isdir())


@contextlib.contextmanager
def _opened_tar(path: Path) -> Iterator[tarfile.TarFile]:
    unpack = next((opener for ending, opener in _PACKED if path.name.casefold().endswith(ending)), open)
    with unpack(path, "rb") as inner:
        bounded = cast(BinaryIO, _Bounded(cast(BinaryIO, inner), path.name))
        with tarfile.open(fileobj=bounded, mode="r|") as archive:
            yield archive


def read_members(path: Path, is_wanted: Callable[[str, int], bool]) -> Iterator[tuple[str, bytes]]:
    """Iterate over the files in the archive that are wanted by their name and size, each with its bytes. One that is protected
    or larger than it says is left out. Raises UnreadableDocument and OSError.
    """
    with _told_broken(path):
        yield from (_zip_members if _is_zip(path) else _tar_members)(path, is_wanted)


def _zip_members(path: Path, is_wanted: Callable[[str, int], bool]) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for member in archive.filelist[:_MOST_MEMBERS]:
            if is_wanted(member.filename, member.file_size):
                with contextlib.suppress(RuntimeError, NotImplementedError), archive.open(member) as file:
                    yield member.filename, file.read(member.file_size)


def _tar_members(path: Path, is_wanted: Callable[[str, int], bool]) -> Iterator[tuple[str, bytes]]:
    with _opened_tar(path) as archive:
        for member in archive:
            if member.isfile() and is_wanted(member.name, member.size) and (file := archive.extractfile(member)):
                yield member.name.removeprefix("./"), file.read(member.size)


def members(names: tuple[str, ...], asked: Asked) -> list[Reading]:
    return tell(", ".join(sorted(names)))


def has_member(names: tuple[str, ...], asked: Asked) -> list[Reading]:
    return tell(switch(asked.key in names))
