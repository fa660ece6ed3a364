"""The index of what was learned, in one SQLite file."""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from ufo.errors import KnowledgeError
from ufo.knowledge.index.find import Range, candidates
from ufo.knowledge.index.rank import Judged, judge
from ufo.knowledge.index.schema import SHELF_BITS, opened, reported
from ufo.knowledge.index.values import Document, DocumentInfo, Hit, Kind, Section, document_of
from ufo.knowledge.index.vectors import Asked, VectorSearch, fused, packed, signs_of
from ufo.text.words import folded_words, searched, sought

_SEPARATOR = "\x1f"
"""Between the headings of a path."""
_JUDGED = 48
"""So many sections of a range are read and judged at most."""
_OF_FAMILY, _OF_NONE = 0.95, 0.8
"""What the order of a section counts that belongs to what the application is one of, or to no application."""
_COLUMNS = "key, kind, application, title, origin, sections, chars, added, uses, verified_uses"
_LEAST_PART, _MOST_PART = 5, 40


def _ignore(_: str) -> None:
    pass


class KnowledgeStore:
    """One index. It is safe for several threads and processes at once. All of it blocks: call it in a thread. `tell` is called
    where the index had to be made anew. Every method raises KnowledgeError where the file cannot be used.
    """

    def __init__(self, path: Path, tell: Callable[[str], None] = _ignore) -> None:
        self.path = path.expanduser()
        self._lock = threading.Lock()
        self._vectors = VectorSearch()
        self._connection = opened(self.path, tell)

    def put(self, document: Document) -> bool:
        """Add a document, or replace the one of its kind and origin; it is added whole or not at all. False where that one is the
        same already. How often it was used stays known.
        """
        key = key_of(document.kind, document.origin)
        with self._changed() as connection:
            known = connection.execute(
                "select id, digest, application, title from documents where key = ?", (key,)
            ).fetchone()
            if known is not None and known[1:] == (document.digest, document.application, document.title):
                return False
            if known is not None:
                _remove_sections(connection, known[0])
            _write(connection, key, document)
        return True

    def documents(self, kind: Kind | None = None, application: str | None = None) -> list[DocumentInfo]:
        """Return what is known, by application, title and origin."""
        with self._reading() as connection:
            found = connection.execute(
                f"select {_COLUMNS} from documents where (?1 is null or kind = ?1) and (?2 is null or application = ?2)"
                " order by application, kind, title, origin",
                (kind, application),
            ).fetchall()
        return [DocumentInfo(row[0], Kind(row[1]), *row[2:]) for row in found]

    def digests(self, kind: Kind) -> dict[str, str]:
        """Return the digest of each document of a kind, by its origin: what did not change need not be read again."""
        with self._reading() as connection:
            return dict(connection.execute("select origin, digest from documents where kind = ?", (kind,)).fetchall())

    def sections(self, key: str) -> list[Section]:
        """Return the sections of a document, in its order. Raises KnowledgeError where there is none of that key."""
        with self._reading() as connection:
            found = connection.execute(
                "select texts.path, texts.text from sections join texts on texts.rowid = sections.id"
                " where document = ? order by place",
                (_number_of(connection, document_of(key)),),
            ).fetchall()
        return [Section(_path(path), text) for path, text in found]

    def forget(self, key: str) -> None:
        """Remove a document. Raises KnowledgeError where there is none of that key."""
        with self._changed() as connection:
            number = _number_of(connection, key)
            _remove_sections(connection, number)
            connection.execute("delete from documents where id = ?", (number,))

    def without_vector(self, model: str, most: int) -> list[tuple[int, str]]:
        """Return the numbers and the texts of at most so many sections of which no vector of that model is known."""
        with self._reading() as connection:
            found = connection.execute(
                "select sections.id, texts.path, texts.text from sections join texts on texts.rowid = sections.id"
                " where not exists (select 1 from vectors where section = sections.id and model = ?) limit ?",
                (model, most),
            ).fetchall()
        return [(row, f"{' > '.join(_path(path))}\n{text}") for row, path, text in found]

    def keep_vectors(self, model: str, vectors: Mapping[int, Sequence[float]]) -> None:
        """Keep vectors of sections by their numbers. Those of another model are replaced."""
        with self._changed() as connection:
            connection.executemany(
                "insert or replace into vectors (section, model, signs, vector) select id, ?, ?, ? from sections where id = ?",
                [(model, signs_of(vector), packed(vector), row) for row, vector in vectors.items()],
            )

    def search(  # noqa: PLR0913 a question has these parts
        self,
        text: str,
        *,
        kinds: Collection[Kind],
        application: str = "",
        top_k: int = 5,
        vector: Asked | None = None,
    ) -> list[Hit]:
        """Return the sections that answer a text best, of documents of an application, of what it is one of, and of none; of all
        where it is "". Those of the application come first where they fit as well. With a vector of the question, what lies
        near to it is found too, and both orders are fused.
        """
        asked = sought(text)
        with self._reading() as connection:
            ranges = list(_ranges(connection, kinds, application))
            near = dict(self._vectors.nearest(connection, vector, ranges)) if vector is not None else {}
            best = _best(connection, asked, ranges, near)
            return [_hit(connection, row, judged) for row, judged in best[:top_k]]

    def count_use(self, keys: Collection[str], *, verified: bool) -> None:
        """Count that a run was told of these documents or sections, once for each. Keys that are gone are passed over."""
        with self._changed() as connection:
            connection.executemany(
                "update documents set uses = uses + 1, verified_uses = verified_uses + ? where key = ?",
                [(int(verified), key) for key in sorted({document_of(key) for key in keys})],
            )

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Open a transaction, so that all that is read in its block is of one moment, whatever other processes write."""
        with self._lock, reported(self.path):
            self._connection.execute("begin")
            try:
                yield self._connection
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("commit")

    @contextmanager
    def _changed(self) -> Iterator[sqlite3.Connection]:
        """Open a transaction that is kept whole where its block ends, and undone where it raises."""
        with self._lock, reported(self.path):
            self._connection.execute("begin immediate")
            try:
                yield self._connection
                self._connection.execute("commit")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("rollback")
                raise


def families_of(application: str) -> list[str]:
    """Return an application and what it is one of: "libreoffice-calc" is one of "libreoffice", "gimp-2.10" of "gimp"."""
    parts = application.split("-")
    return ["-".join(parts[:count]) for count in range(len(parts), 0, -1)]


def key_of(kind: Kind, origin: str) -> str:
    """Return the key of a document, which is the same whenever it is learned."""
    return hashlib.sha256(f"{kind}\n{origin}".encode("utf-8", "surrogateescape")).hexdigest()[:12]


def _number_of(connection: sqlite3.Connection, key: str) -> int:
    found = connection.execute("select id from documents where key = ?", (key,)).fetchone()
    if found is None:
        raise KnowledgeError(f"nothing with the key {key!r} was learned; `ufo knowledge list` shows what was")
    return int(found[0])


def _write(connection: sqlite3.Connection, key: str, document: Document) -> None:
    sections = [
        replace(section, path=_printable(section.path), text=_clean(section.text)) for section in document.sections
    ]
    connection.execute(
        "insert into documents (key, kind, application, title, origin, digest, sections, chars, added)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (key) do update set application = excluded.application,"
        " title = excluded.title, digest = excluded.digest, sections = excluded.sections, chars = excluded.chars,"
        " added = excluded.added",
        (
            key,
            document.kind,
            document.application,
            _clean(document.title),
            document.origin,
            document.digest,
            len(sections),
            sum(len(section.text) for section in sections),
            datetime.now(UTC).isoformat(timespec="seconds"),
        ),
    )
    number = _number_of(connection, key)
    first = _places_on_shelf(connection, document, len(sections))
    rows = [
        (first + place, section, f"{' '.join(section.path)} {section.text}") for place, section in enumerate(sections)
    ]
    connection.executemany(
        "insert into sections (id, document, place) values (?, ?, ?)",
        [(row, number, place) for place, (row, _, _) in enumerate(rows)],
    )
    connection.executemany(
        "insert into texts (rowid, path, text, pairs) values (?, ?, ?, ?)",
        [(row, _SEPARATOR.join(section.path), section.text, folded_words(whole)) for row, section, whole in rows],
    )
    _learn_words(connection, sections)


def _learn_words(connection: sqlite3.Connection, sections: Iterable[Section]) -> None:
    """Note the words that are new, so that a part of one finds it."""
    found = {word for section in sections for word in (*searched(" ".join(section.path)), *searched(section.text))}
    (last,) = connection.execute("select coalesce(max(id), 0) from vocabulary").fetchone()
    telling = ((word,) for word in sorted(found) if _LEAST_PART <= len(word) <= _MOST_PART and not word.isdigit())
    connection.executemany("insert or ignore into vocabulary (word) values (?)", telling)
    connection.execute("insert into parts (rowid, word) select id, word from vocabulary where id > ?", (last,))


def _places_on_shelf(connection: sqlite3.Connection, document: Document, count: int) -> int:
    """Return the first of so many numbers that no section of this kind and application had."""
    of = (document.kind, document.application)
    connection.execute("insert or ignore into shelves (kind, application) values (?, ?)", of)
    number, following = connection.execute(
        "update shelves set next = next + ?1, sections = sections + ?1 where kind = ?2 and application = ?3"
        " returning id, next",
        (count, *of),
    ).fetchone()
    return (int(number) << SHELF_BITS) + int(following) - count


def _remove_sections(connection: sqlite3.Connection, number: int) -> None:
    connection.execute("delete from texts where rowid in (select id from sections where document = ?)", (number,))
    connection.execute(
        "update shelves set sections = shelves.sections - documents.sections from documents where documents.id = ?"
        " and shelves.kind = documents.kind and shelves.application = documents.application",
        (number,),
    )
    connection.execute("delete from vectors where section in (select id from sections where document = ?)", (number,))
    connection.execute("delete from sections where document = ?", (number,))


def _ranges(connection: sqlite3.Connection, kinds: Collection[Kind], application: str) -> Iterator[Range]:
    families = {"", *families_of(application)}
    shelves = [
        (number, owner, count)
        for number, kind, owner, count in connection.execute("select id, kind, application, sections from shelves")
        if kind in kinds and count and (not application or owner in families)
    ]
    if not application:
        everything = sum(count for _, _, count in shelves)
        yield Range(0, 1 << 62, everything, frozenset(number for number, _, _ in shelves))
        return
    for number, owner, count in shelves:
        first = number << SHELF_BITS
        weight = 1.0 if owner == application else _OF_FAMILY if owner else _OF_NONE
        yield Range(first, first + (1 << SHELF_BITS) - 1, count, frozenset((number,)), weight)


def _best(
    connection: sqlite3.Connection, asked: list[str], ranges: list[Range], near: Mapping[int, float]
) -> list[tuple[int, Judged]]:
    """Return the numbers of the sections that may answer, each judged, the best first. Of those that tell the same, one stays.
    `near`: how well sections fit by their vectors, the nearest first.
    """
    rows, terms = candidates(connection, asked, ranges, _JUDGED)
    weights = {shelf: where.weight for where in ranges for shelf in where.shelves}
    found: dict[tuple[tuple[str, ...], str], tuple[float, int, Judged]] = {}
    for row in dict.fromkeys((*rows, *(row for row, fit in near.items() if fit))):
        path, text = _text(connection, row)
        judged = judge(terms, path, text)
        order = judged.order * weights[row >> SHELF_BITS] if judged.fit else 0.0
        judged = replace(judged, fit=max(judged.fit, near.get(row, 0.0)))
        same = (path, judged.part)
        if judged.fit and (same not in found or order > found[same][0]):
            found[same] = order, row, judged
    ranked = sorted(found.values(), key=lambda entry: (-entry[0], entry[1]))
    by_row = {row: judged for _, row, judged in ranked}
    by_vectors = [row for row, fit in near.items() if fit and row in by_row]
    return [(row, by_row[row]) for row in fused([row for order, row, _ in ranked if order], by_vectors)]


def _text(connection: sqlite3.Connection, row: int) -> tuple[tuple[str, ...], str]:
    path, text = connection.execute("select path, text from texts where rowid = ?", (row,)).fetchone()
    return _path(path), text


def _hit(connection: sqlite3.Connection, row: int, judged: Judged) -> Hit:
    key, kind, application, title, origin, place = connection.execute(
        "select key, kind, application, title, origin, place from sections join documents on documents.id = document"
        " where sections.id = ?",
        (row,),
    ).fetchone()
    path, text = _text(connection, row)
    return Hit(f"{key}:{place}", Kind(kind), application, title, path, text, origin, judged.fit, judged.part)


def _path(joined: str) -> tuple[str, ...]:
    return tuple(joined.split(_SEPARATOR)) if joined else ()


def _printable(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_clean(text.replace(_SEPARATOR, " ")) for text in path)


def _clean(text: str) -> str:
    """Return a text that SQLite takes: halves of characters, which broken files hold, become a mark."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", " ")
