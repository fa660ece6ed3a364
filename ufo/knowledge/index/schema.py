"""The tables of the index, and how its file is opened, made, and set aside where it is of another version or damaged."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from ufo.errors import KnowledgeError
from ufo.platform.locks import lock_file
from ufo.secrets import files

VERSION = 3
"""Goes up whenever the tables, or what is written into them, change. The index is made anew then."""
SHELF_BITS = 32
"""A section's number is its shelf's, shifted by this, and its place there. A shelf holds one application's documents of one
kind, so that a search reads only its range of the full-text index.
"""
_BUSY_MS = 30_000
_LOCK_POLL_S = 0.02
_TABLES = """
create table shelves (id integer primary key, kind text not null, application text not null, next integer not null default 1,
  sections integer not null default 0, unique (kind, application));
create table documents (id integer primary key, key text not null unique, kind text not null, application text not null,
  title text not null, origin text not null, digest text not null, sections integer not null, chars integer not null,
  added text not null, uses integer not null default 0, verified_uses integer not null default 0);
create index documents_by_application on documents (application);
create table sections (id integer primary key, document integer not null references documents (id), place integer not null);
create index sections_by_document on sections (document, place);
create virtual table texts using fts5 (path, text, pairs,
  tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'");
create table vectors (section integer primary key, model text not null, signs blob not null,
  vector blob not null);
create table vocabulary (id integer primary key, word text not null unique);
create virtual table parts using fts5 (word, content = 'vocabulary', content_rowid = 'id', tokenize = 'trigram');
"""


def opened(path: Path, tell: Callable[[str], None]) -> sqlite3.Connection:
    """Open the index, and make it where there is none. One of another version, or a damaged one, takes another name before.
    Raises KnowledgeError where the file cannot be used.
    """
    with reported(path):
        files.make_folder(path.parent)
        with _locked(path.with_name(f"{path.name}.lock")):
            connection = _usable(path)
            if connection is not None:
                return connection
            aside = _set_aside(path)
            tell(
                f"the index of what was learned is damaged or of another version; it was set aside as {str(aside)!r} and is "
                "made anew: learn the documents again"
            )
            connection = _usable(path)
            if connection is None:
                raise KnowledgeError(f"the index {str(path)!r} cannot be made; look at its folder")
            return connection


@contextmanager
def reported(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system report into KnowledgeError with the next move."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise KnowledgeError(_words_for(str(error), path)) from error
    except (sqlite3.DatabaseError, OSError) as error:
        raise KnowledgeError(
            f"the index {str(path)!r} cannot be used ({error}); remove it and learn the documents again"
        ) from error


def _words_for(said: str, path: Path) -> str:
    if "full" in said or "disk I/O" in said:
        return (
            f"the index {str(path)!r} cannot grow: the disk is full, or a limit is reached ({said}); free some space and do "
            "it again; what was finished before is kept"
        )
    if "locked" in said or "busy" in said:
        return f"another process writes the index {str(path)!r} for too long; try again when it is done"
    if "readonly" in said or "unable to open" in said:
        return f"the index {str(path)!r} cannot be written ({said}); set `knowledge.folder` to a folder of yours"
    return f"the index {str(path)!r} cannot be used ({said})"


def _usable(path: Path) -> sqlite3.Connection | None:
    """Return a connection to an index of this version, made where there was none; None where the file is something else."""
    is_new = not path.exists()
    if is_new:
        files.write(path, b"")
    connection = sqlite3.connect(path, timeout=_BUSY_MS / 1000, isolation_level=None, check_same_thread=False)
    try:
        version = connection.execute("pragma user_version").fetchone()[0]
        is_empty = not connection.execute("select count(*) from sqlite_schema").fetchone()[0]
        if version != VERSION and not (version == 0 and is_empty):
            connection.close()
            return None
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = normal")
        connection.execute("pragma foreign_keys = on")
        if is_empty:
            connection.executescript(f"begin immediate; {_TABLES} pragma user_version = {VERSION}; commit;")
    except sqlite3.DatabaseError as error:
        connection.close()
        if isinstance(error, sqlite3.OperationalError):
            raise
        return None
    return connection


def _set_aside(path: Path) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    aside = path.with_name(f"{path.name}.{stamp}.old")
    path.replace(aside)
    for ending in ("-wal", "-shm"):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.replace(aside.with_name(aside.name + ending))
    return aside


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Let one process at a time look at the file and make it."""
    with files.append(path) as lock:
        until = time.monotonic() + _BUSY_MS / 1000
        while True:
            try:
                lock_file(lock.fileno())
                break
            except OSError:
                if time.monotonic() > until:
                    raise KnowledgeError(
                        f"another process holds {str(path)!r} for too long; try again when it is done"
                    ) from None
                time.sleep(_LOCK_POLL_S)
        yield
