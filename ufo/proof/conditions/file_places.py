"""Tells which file on disk a request means by a name, and what stood there before the first act."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ufo.errors import UnreadableDocument
from ufo.proof.difference.kept_files import KeptFiles
from ufo.proof.request.model import Kind, Literal, Role
from ufo.verify.documents.model import Document
from ufo.verify.documents.read_document import read_document

_MOST_READ = 20_000_000
"""Bytes. Larger files are not read before a run."""
_USUAL = ("", "Desktop", "Documents", "Downloads")


@dataclass(frozen=True)
class Stood:
    """A file as it was before the first act. `document` is None where there was no file or it cannot be read."""

    exists: bool = False
    document: Document | None = None
    digest: str = ""

    @property
    def text(self) -> str:
        return self.document.text if self.document is not None else ""


@dataclass(frozen=True)
class Baseline:
    """The files before the first act. `at`: seconds since 1970. `files`: all that the request may mean, by path. `folders`:
    where to look for a bare name. `kept`: copies of documents.
    """

    at: float = 0.0
    files: Mapping[str, Stood] = field(default_factory=dict)
    folders: tuple[Path, ...] = ()
    kept: KeptFiles = field(default_factory=KeptFiles, compare=False)

    def stood(self, path: Path) -> Stood:
        """Return the file as it was. A path that was not foreseen counts as one without a file."""
        return self.files.get(str(path), Stood())

    def knows(self, path: Path) -> bool:
        return str(path) in self.files

    def path_of(self, name: str, written: Sequence[str] = ()) -> Path:
        """Return the path that a name means. `written`: files that came of the run. Those take precedence over what stood there
        before.
        """
        candidates = self.candidates(name)
        own = [Path(one) for one in written if _is_called(Path(one), name)]
        for path in (*(one for one in own if one in candidates), *own):
            return path
        there = [one for one in candidates if self.stood(one).exists] or [one for one in candidates if one.exists()]
        return there[0] if there else candidates[0]

    def candidates(self, name: str) -> list[Path]:
        path = Path(name).expanduser() if name.startswith("~") else Path(name)
        return [path] if path.is_absolute() else [folder / path for folder in self.folders or (Path.cwd(),)]


def _is_called(path: Path, name: str) -> bool:
    wanted = Path(name).name.casefold()
    return path.name.casefold() == wanted or (not Path(name).suffix and path.stem.casefold() == wanted)


def take_baseline(literals: Iterable[Literal], working_folder: Path, at: float) -> Baseline:
    """Record the files that a request may mean, as far as they exist. Blocking: reads them."""
    known = tuple(literals)
    named = [Path(one.text).expanduser() for one in known if one.kind is Kind.FOLDER and one.role is Role.SOURCE]
    home = Path.home()
    folders = [one for one in named if one.is_absolute()]
    folders += [working_folder / one for one in named if not one.is_absolute()]
    folders += [working_folder, *(home / one for one in _USUAL)]
    empty = Baseline(at, {}, tuple(dict.fromkeys(folders)))
    names = {name for one in known for name in _names(one)}
    paths = {path for name in names for path in empty.candidates(name)}
    kept = KeptFiles()
    kept.keep(paths)
    for folder in empty.folders:
        kept.keep_folder(folder)
    kept.has_begun(at)
    return Baseline(at, {str(path): _stood(path) for path in paths}, empty.folders, kept)


def _names(one: Literal) -> Iterable[str]:
    if one.document:
        yield one.document
    if one.kind in (Kind.FILE, Kind.FOLDER) and one.text:
        yield one.text
    if one.role in (Role.RENAMED, Role.COPIED):
        yield one.text
        yield one.instead_of


def _stood(path: Path) -> Stood:
    try:
        if not path.exists():
            return Stood()
        if not path.is_file() or path.stat().st_size > _MOST_READ:
            return Stood(exists=True)
        digest = digest_of(path)
    except (OSError, ValueError):
        return Stood()
    return Stood(True, document_at(path), digest)


def document_at(path: Path) -> Document | None:
    """Return the document, or None where it cannot be read. Blocking."""
    try:
        return read_document(path)
    except (UnreadableDocument, OSError, ValueError):
        return None


def digest_of(path: Path) -> str:
    """Return the SHA-256 digest of a file, or "" for what is no file. Blocking. Raises OSError."""
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
