"""Lists the help documents of a path: a file, a folder with all below it, or the parts of a packed file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from ufo.conditions.readers.archive import Archive
from ufo.errors import KnowledgeError, UnreadableDocument
from ufo.knowledge.index.values import origin_of
from ufo_guides.help.formats import ARCHIVES, MOST_BYTES, PDF, is_document

MOST_FILES = 50_000
_MOST_REFUSED = 20
_NEVER = frozenset({"legal.xml", "copyright", "changelog", "license", "noscript", "genindex", "searchindex", "404"})
MEMBER = "!/"
"""Between a packed file and the name of its part, in an origin."""


@dataclass(frozen=True, slots=True)
class Source:
    """One help document that can be learned. `origin`: its path, with the name of its part where it is packed. `file`: the file
    on disk, None for a part. `read`: returns its bytes; raises UnreadableDocument.
    """

    origin: str
    name: str
    file: Path | None
    read: Callable[[], bytes]


def sources_at(path: Path, closing: ExitStack) -> Iterator[Source]:
    """Yield what can be learned at a path, in a fixed order. Packed files are closed by `closing`; a broken one in a folder is a
    source that cannot be read. Raises KnowledgeError where there is nothing at the path, and UnreadableDocument where the path
    itself is a packed file that is broken.
    """
    if path.is_dir():
        for file in _files_below(path):
            try:
                yield from sources_of(file, closing)
            except UnreadableDocument as error:
                yield Source(origin_of(file), file.name, None, partial(_refuse, str(error)))
    elif path.is_file():
        yield from sources_of(path, closing, named=True)
    else:
        raise KnowledgeError(f"there is no file or folder {str(path)!r}; correct the path, or name an application")


def _refuse(reason: str) -> bytes:
    raise UnreadableDocument(reason)


def sources_of(file: Path, closing: ExitStack, *, named: bool = False) -> Iterator[Source]:
    """Yield what one file holds; `named`: the person named it, so that it counts whatever it is called."""
    if file.suffix.lower() in ARCHIVES:
        yield from _packed(file, closing)
    elif named or _counts(file.name):
        yield Source(origin_of(file), file.name, file, partial(read_bounded, file))


def _packed(file: Path, closing: ExitStack) -> Iterator[Source]:
    archive = closing.enter_context(Archive(file))
    parts = _Parts(file, archive)
    for name in sorted(archive.names):
        if _counts(PurePosixPath(name).name) and not name.lower().endswith(PDF):
            yield Source(origin_of(f"{file}{MEMBER}{name}"), PurePosixPath(name).name, None, partial(parts.read, name))


class _Parts:
    """The parts of a packed file. One that has many broken or huge parts is given up: each of them takes long to find out."""

    def __init__(self, file: Path, archive: Archive) -> None:
        self._file = file
        self._archive = archive
        self._refused = 0

    def read(self, name: str) -> bytes:
        if self._refused >= _MOST_REFUSED:
            raise UnreadableDocument(f"{self._file.name} has many parts that cannot be read; the others were not tried")
        try:
            data = self._archive.read(name)
            if len(data) > MOST_BYTES:
                raise UnreadableDocument(f"{name} is larger than {MOST_BYTES >> 20} MB, so it was not read")
        except UnreadableDocument:
            self._refused += 1
            raise
        return data


def _counts(name: str) -> bool:
    return (
        is_document(name)
        and PurePosixPath(name.lower()).name.split(".")[0] not in _NEVER
        and name.lower() not in _NEVER
    )


def _files_below(folder: Path) -> Iterator[Path]:
    count = 0
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(folder for folder in folders if not folder.startswith("."))
        for name in sorted(names):
            if name.startswith(".") or not (_counts(name) or Path(name).suffix.lower() in ARCHIVES):
                continue
            count += 1
            if count > MOST_FILES:
                raise KnowledgeError(
                    f"{str(folder)!r} holds more than {MOST_FILES:,} documents; name a folder inside of it"
                )
            yield Path(parent) / name


def read_bounded(file: Path) -> bytes:
    """Read a whole file. Raises UnreadableDocument where it cannot be read, is too large, or is no file."""
    try:
        if not file.is_file():
            raise UnreadableDocument(f"{file.name} is no file")
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise UnreadableDocument(f"{file.name} cannot be read: {error.strerror or error}") from error
    if len(data) > MOST_BYTES:
        raise UnreadableDocument(f"{file.name} is larger than {MOST_BYTES >> 20} MB, so it was not read")
    return data
