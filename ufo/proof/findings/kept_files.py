"""Keeps documents as they were before a run, so that a condition can be checked against what stood there then."""

from __future__ import annotations

import math
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from ufo.errors import UnreadableDocument
from ufo.proof.findings.file_birth import came_since
from ufo.schema.file_names import on_disk
from ufo.verify.documents.read_document import ENDINGS, read_document

_MOST_BYTES = 20_000_000
_ALL_BYTES = 60_000_000
_MOST_FILES = 200


class KeptFiles:
    """Copies in a folder that only this user can read; it goes when the last run that needs it ends.

    The first copy of a file stays: what was done since is not in it. Large files and those past the bounds are not kept.
    """

    def __init__(self) -> None:
        self._began_at = math.inf
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._copies: dict[Path, Path | None] = {}
        self._bytes = 0
        self._unknown: set[Path] = set()

    def keep(self, paths: Iterable[Path]) -> None:
        """Copy files that are not kept yet, and note those that are not there. Blocking."""
        for path in paths:
            place = on_disk(path)
            if place in self._copies or len(self._copies) >= _MOST_FILES:
                continue
            try:
                self._keep(place)
            except (OSError, ValueError):
                continue

    def has_begun(self, at: float) -> None:
        """Note when the run began, in seconds since 1970: of what is kept later, nothing counts that came to be since."""
        self._began_at = at

    def forget(self, path: Path) -> None:
        """Note that nothing is known of how a file stood: it was changed before it could be kept."""
        self._copies.pop(on_disk(path), None)
        self._unknown.add(on_disk(path))

    def was_missing(self, path: Path) -> None:
        """Note that there was no such file, although there is one now."""
        self._copies[on_disk(path)] = None

    def is_unknown(self, path: Path) -> bool:
        return on_disk(path) in self._unknown

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files of which a copy is kept."""
        return tuple(path for path, copy in self._copies.items() if copy is not None)

    def keep_folder(self, folder: Path) -> None:
        """Keep the documents that lie in the folder itself, the newest first. Blocking."""
        try:
            files = [one for one in folder.iterdir() if one.suffix.casefold() in ENDINGS and one.is_file()]
            newest = sorted(files, key=lambda one: one.stat().st_mtime, reverse=True)
        except OSError:
            return
        self.keep(newest)

    def copy_of(self, path: Path) -> Path | None:
        """Return the copy from before the run, or None where there was no file or none was kept."""
        return self._copies.get(on_disk(path))

    def named(self, words: Iterable[str]) -> list[Path]:
        """Return the copies of the files whose names occur in any of the words, such as a window's title."""
        said = [one.casefold() for one in words if one]
        kept = [(path.name.casefold(), copy) for path, copy in self._copies.items() if copy is not None]
        return [copy for name, copy in kept if any(name in one for one in said)]

    def called(self, name: str) -> list[tuple[Path, Path]]:
        """Return the kept files of that name, with or without its ending, each with its copy."""
        wanted = name.casefold()
        kept = [(path, copy) for path, copy in self._copies.items() if copy is not None]
        return [(path, copy) for path, copy in kept if wanted in (path.name.casefold(), path.stem.casefold())]

    def with_the_same_text(self, path: Path) -> Path | None:
        """Return the copy of another file of that kind with the same text, or None. Blocking: reads them."""
        alike = [
            one for one in self._copies.values() if one is not None and one.suffix.casefold() == path.suffix.casefold()
        ]
        text = _text_of(path) if alike else ""
        return next((one for one in alike if text and _text_of(one) == text), None)

    def _keep(self, path: Path) -> None:
        if not path.is_file():
            if not path.exists():
                self._copies[path] = None
            return
        if came_since(path, self._began_at):
            return
        size = path.stat().st_size
        if size > _MOST_BYTES or self._bytes + size > _ALL_BYTES:
            return
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="ufo-before-", ignore_cleanup_errors=True)
        place = Path(self._folder.name) / str(len(self._copies))
        place.mkdir()
        self._copies[path] = Path(shutil.copy2(path, place / path.name))
        self._bytes += size


def _text_of(path: Path) -> str:
    try:
        return read_document(path).text.strip()
    except (UnreadableDocument, OSError, ValueError):
        return ""
