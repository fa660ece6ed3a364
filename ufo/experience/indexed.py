"""The experience of a knowledge folder with its index: what is in the files can be searched, and nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable
from pathlib import Path, PurePosixPath

from ufo.experience.experience import Experience
from ufo.experience.store import FOLDER, ExperienceStore
from ufo.experience.usefulness import counted
from ufo.knowledge.index.store import KnowledgeStore, key_of
from ufo.knowledge.index.values import Document, Kind, Section, document_of


class IndexedExperience:
    """Changes files first and the index after them, so that a process that is killed in between loses nothing: `refresh` brings
    the index up to the files. All of it blocks, and raises KnowledgeError. `index` returns the index, once it is needed.
    """

    def __init__(self, knowledge_folder: Path, index: Callable[[], KnowledgeStore]) -> None:
        self.files = ExperienceStore(knowledge_folder)
        self._open = index

    @property
    def _index(self) -> KnowledgeStore:
        return self._open()

    def refresh(self) -> None:
        """Put into the index what the files hold and it does not, and take out what is in no file or set aside."""
        wanted = {origin_of(key): one for key, one in self.files.all().items() if not one.set_aside}
        index = self._index
        known = index.digests(Kind.EXPERIENCE)
        for origin in known.keys() - wanted.keys():
            index.forget(key_of(Kind.EXPERIENCE, origin))
        for origin, one in wanted.items():
            document = _document(origin, one)
            if known.get(origin) != document.digest:
                index.put(document)

    def keep(self, learned: Iterable[Experience]) -> dict[str, Experience]:
        """Keep what a run teaches, merged with what is known, and return by key what is kept now."""
        kept = dict(self.files.keep(one) for one in learned)
        for key, one in kept.items():
            self._index.put(_document(origin_of(key), one))
        return kept

    def count_use(self, index_keys: Collection[str], *, verified: bool) -> list[Experience]:
        """Count that a run was told of these, whatever they are, and return the experience that is set aside now."""
        self._index.count_use(index_keys, verified=verified)
        known = {info.key: info.origin for info in self._index.documents(Kind.EXPERIENCE)}
        aside = []
        for key in sorted({document_of(one) for one in index_keys} & known.keys()):
            changed = self.files.change(key_in(known[key]), lambda one: counted(one, verified=verified))
            if changed is not None and changed.set_aside:
                self._index.forget(key)
                aside.append(changed)
        return aside

    def remove(self, key: str) -> bool:
        """Remove one from the files and the index, and return whether it was there."""
        was_there = self.files.remove(key)
        if origin_of(key) in self._index.digests(Kind.EXPERIENCE):
            self._index.forget(index_key(key))
        return was_there


def origin_of(key: str) -> str:
    """Return what the index knows an experience by: its file, beside the index."""
    return f"{FOLDER}/{key}.json"


def key_in(origin: str) -> str:
    return PurePosixPath(origin).stem


def index_key(key: str) -> str:
    """Return the key in the index."""
    return key_of(Kind.EXPERIENCE, origin_of(key))


def _document(origin: str, one: Experience) -> Document:
    text = one.told()
    path = tuple(dict.fromkeys(said for said in (one.request, one.subtask) if said))
    digest = hashlib.sha256("\n".join((one.application, *path, text)).encode("utf-8", "surrogatepass")).hexdigest()
    return Document(Kind.EXPERIENCE, one.application, one.asked, origin, (Section(path, text),), digest)
