"""Learns help documents: each file is read, cut, and put into the index whole or not at all."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from ufo.errors import UnreadableDocument
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Document, Kind, origin_of
from ufo_guides.help.formats import PDF, is_document, is_man_page, read_data, read_man_page, read_pdf
from ufo_guides.help.installed_help import HelpFolder, Places, owner_of
from ufo_guides.help.sources import MEMBER, Source, sources_at
from ufo_guides.pages.outline import Page

_READERS = "1"
"""Goes up whenever a reader reads otherwise, so that documents that did not change are read again."""
_HASHED_AT_ONCE = 1 << 20

Advanced = Callable[[str, int, int], None]
"""Called with what is being read, how much of it is done, and how much there is."""


@dataclass(slots=True)
class Learned:
    """What came of learning. `added`: documents that are new or changed, by application. `left_out`: why a file was not
    learned, by its origin. `empty`: files without any text.
    """

    added: dict[str, int] = field(default_factory=dict)
    sections: int = 0
    unchanged: int = 0
    forgotten: int = 0
    empty: int = 0
    left_out: dict[str, str] = field(default_factory=dict)

    @property
    def documents(self) -> int:
        return sum(self.added.values())


class Learner:
    """Learns into one index. `learned` is right at every moment, so that a person who stops is told what is finished."""

    def __init__(self, store: KnowledgeStore, places: Places, advanced: Advanced) -> None:
        self._store = store
        self._places = places
        self._advanced = advanced
        self.learned = Learned()

    def folder(self, found: HelpFolder) -> None:
        self.path(found.path, found.application)

    def path(self, path: Path, application: str | None) -> None:
        """Learn a file, a folder or a packed file. Without an application each file's place or its content tells whose it is.
        Documents of the path that are not there any more are forgotten. Raises KnowledgeError, and UnreadableDocument
        where the path is a packed file that is broken.
        """
        with ExitStack() as closing:
            sources = list(sources_at(path, closing))
            known = self._store.digests(Kind.GUIDE)
            for number, source in enumerate(sources):
                self._advanced(source.name, number, len(sources))
                self._one(source, application, known)
            self._advanced("", len(sources), len(sources))
        self._forget_missing(path, {source.origin for source in sources}, known)

    def _one(self, source: Source, application: str | None, known: dict[str, str]) -> None:
        try:
            data = None if _is_large(source) else source.read()
            owner = application
            if owner is None and source.file is not None:
                owner = owner_of(source.file, self._places)
            digest = _digest(source, data, owner)
            if known.get(source.origin) == digest:
                self.learned.unchanged += 1
                return
            page = self._page(source, data)
        except UnreadableDocument as error:
            self.learned.left_out[source.origin] = str(error)
            return
        if not page.sections:
            self.learned.empty += 1
            return
        owner = page.application.lower() if owner is None else owner
        self._put(Document(Kind.GUIDE, owner, page.title or source.name, source.origin, page.sections, digest))

    def _page(self, source: Source, data: bytes | None) -> Page:
        if source.file is not None and data is None:
            advanced: Callable[[int, int], None] = lambda done, count: self._advanced(source.name, done, count)  # noqa: E731
            return read_pdf(source.file, advanced)
        if source.file is not None and is_man_page(source.name) and not is_document(source.name):
            return read_man_page(source.file)
        return read_data(data or b"", source.name)

    def _put(self, document: Document) -> None:
        if self._store.put(document):
            self.learned.added[document.application] = self.learned.added.get(document.application, 0) + 1
            self.learned.sections += len(document.sections)

    def _forget_missing(self, path: Path, found: set[str], known: Iterable[str]) -> None:
        """Forget documents that were learned from this path and are there no more."""
        origin = origin_of(path)
        below = (f"{origin}/", f"{origin}{MEMBER}")
        missing = {text for text in known if text.startswith(below) and text not in found}
        # What a packed file held that is broken now is not gone.
        gone = {text for text in missing if text.partition(MEMBER)[0] not in self.learned.left_out}
        for document in self._store.documents(Kind.GUIDE) if gone else ():
            if document.origin in gone:
                self._store.forget(document.key)
                self.learned.forgotten += 1


def _is_large(source: Source) -> bool:
    return source.file is not None and source.name.lower().endswith(PDF)


def _digest(source: Source, data: bytes | None, application: str | None) -> str:
    hashed = hashlib.sha256(f"{_READERS}\n{application}\n".encode())
    for part in [data] if data is not None else _parts(source):
        hashed.update(part)
    return hashed.hexdigest()


def _parts(source: Source) -> Iterator[bytes]:
    assert source.file is not None
    try:
        with source.file.open("rb") as opened:
            while part := opened.read(_HASHED_AT_ONCE):
                yield part
    except OSError as error:
        raise UnreadableDocument(f"{source.name} cannot be read: {error.strerror or error}") from error
