"""Asks and changes SQLite files, within bounds of time, rows and bytes, and never another file than the one that is named.

What a statement may do is decided by SQLite's own authorizer, which sees each step of it, and by no reading of its text.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from ufo.errors import ToolError
from ufo.schema.file_names import readable

Value = str | int | float | None
HEAD = b"SQLite format 3\0"
_STEPS = 10_000
"""Steps of SQLite's machine between two looks at the clock: a few milliseconds."""
_MOST_BYTES = 16 * 1024 * 1024
"""Of one value: nothing that a query makes up takes more."""
_MOST_SHOWN = 2000
_MOST_ROWS_BACK = 100
_READS = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE})
_TELLING_PRAGMAS = frozenset(
    {
        "table_info",
        "table_xinfo",
        "table_list",
        "foreign_key_list",
        "index_list",
        "index_info",
        "user_version",
        "encoding",
    }
)
_LEAVES_THE_FILE = frozenset(
    {sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH, sqlite3.SQLITE_TRANSACTION, sqlite3.SQLITE_SAVEPOINT}
)
"""What reaches other files, or would end the one transaction in its middle."""
_UNSAFE_FUNCTIONS = frozenset({"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"})


@dataclass(frozen=True, slots=True)
class Bounds:
    """How long another program's lock is waited for, and how long a statement may take."""

    wait_s: float = 3.0
    longest_s: float = 10.0


_BOUNDS = Bounds()


@dataclass(frozen=True, slots=True)
class Rows:
    """`is_cut`: there are more rows than these."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Changed:
    """What statements did. `counts`: the rows that each touched, -1 where SQLite does not say; `tables`: the numbers of rows
    before and after of each table where these differ; `rows`: what a statement returned itself.
    """

    counts: tuple[int, ...]
    tables: dict[str, tuple[int, int]]
    rows: Rows | None = None


def in_quotes(name: str) -> str:
    """Return the name of a table as statements have it."""
    return '"' + name.replace('"', '""') + '"'


def query(path: Path, statement: str, values: Sequence[Value], most: int, bounds: Bounds = _BOUNDS) -> Rows:
    """Return at most `most` rows that one statement finds. Blocking. Raises ToolError; nothing is changed in any case."""
    with _opened(path, "ro", bounds) as database, _refusals(path):
        database.set_authorizer(_may_read)
        return _rows(database.execute(statement, tuple(values)), most)


def change(path: Path, statements: Sequence[tuple[str, Sequence[Value]]], bounds: Bounds = _BOUNDS) -> Changed:
    """Run statements in one transaction: all or none. Blocking. Raises ToolError; then the file is as it was. Where there is no
    file, one is made.
    """
    is_new = not path.exists()
    try:
        with _opened(path, "rwc" if is_new else "rw", bounds) as database, _refusals(path):
            database.execute("BEGIN IMMEDIATE")
            before = dict(_counted(database))
            counts, rows = [], None
            for statement, values in statements:
                database.set_authorizer(_may_change)
                cursor = database.execute(statement, tuple(values))
                rows = _rows(cursor, _MOST_ROWS_BACK) if cursor.description else rows
                counts.append(cursor.rowcount)
                database.set_authorizer(None)
            after = dict(_counted(database))
            database.execute("COMMIT")
            # Into the file itself, which is what is compared with how it was; other programs may keep its journal open.
            database.execute("PRAGMA wal_checkpoint(PASSIVE)")
    except ToolError:
        if is_new:
            path.unlink(missing_ok=True)
        raise
    tables = {
        name: (before.get(name, 0), after.get(name, 0))
        for name in {**before, **after}
        if (name in before, before.get(name)) != (name in after, after.get(name))
    }
    return Changed(tuple(counts), tables, rows)


def tables_of(path: Path) -> dict[str, str]:
    """Return what made each table and view, by its name. Blocking. Raises ToolError."""
    with _opened(path, "ro") as database, _refusals(path):
        found = database.execute("SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name")
        return {str(name): str(made or "")[:_MOST_SHOWN] for name, made in found.fetchmany(_MOST_ROWS_BACK)}


@contextmanager
def _opened(path: Path, mode: str, bounds: Bounds = _BOUNDS) -> Iterator[sqlite3.Connection]:
    if mode != "rwc" and not _is_database(path):
        raise ToolError(f"{readable(path)!r} is no SQLite file; read it as a file")
    try:
        # Without a transaction of Python's own: ours begins and ends by statements.
        database = sqlite3.connect(
            f"file:{quote(str(path))}?mode={mode}",
            uri=True,
            timeout=bounds.wait_s,
            isolation_level=None,
            check_same_thread=False,
        )
    except sqlite3.Error as error:
        raise ToolError(f"{readable(path)!r} cannot be opened: {error}") from error
    with closing(database):
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_BYTES)
        over = time.monotonic() + bounds.longest_s
        database.set_progress_handler(lambda: time.monotonic() > over, _STEPS)
        database.execute("PRAGMA trusted_schema = OFF")
        yield database


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            head = file.read(len(HEAD))
    except OSError as error:
        raise ToolError(f"{readable(path)!r} cannot be read: {error.strerror}") from error
    # A file of no bytes is an empty database.
    return head == HEAD or not head


@contextmanager
def _refusals(path: Path) -> Iterator[None]:
    name = readable(path.name)
    try:
        yield
    except sqlite3.Error as error:
        raise ToolError(_refusal(name, error)) from error
    except (OverflowError, ValueError) as error:
        raise ToolError(f"{name!r}: {error}; correct the statement") from error


def _refusal(name: str, error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"{name!r} is locked by another program; nothing was done: close it there, or try again later"
    if code == sqlite3.SQLITE_INTERRUPT:
        return (
            "the statement was stopped, since it took too long, and nothing was changed; ask for less, such as by WHERE"
        )
    if code == sqlite3.SQLITE_AUTH:
        return (
            "this statement is not allowed here, and nothing was done: a query only reads, a change stays in its one file and "
            "transaction (no ATTACH, BEGIN, COMMIT or setting PRAGMA)"
        )
    return f"{name!r}: {error}; nothing was changed. Without a statement the tables are told"


def _may_read(action: int, first: str | None, second: str | None, *_: object) -> int:
    return sqlite3.SQLITE_OK if action in _READS and _is_safe(action, second) or _tells(action, first) else _DENY


def _may_change(action: int, first: str | None, second: str | None, *_: object) -> int:
    if action in _LEAVES_THE_FILE or not _is_safe(action, second):
        return _DENY
    if action == sqlite3.SQLITE_PRAGMA and not _tells(action, first):
        return _DENY
    return sqlite3.SQLITE_OK


_DENY = sqlite3.SQLITE_DENY


def _is_safe(action: int, function: str | None) -> bool:
    return action != sqlite3.SQLITE_FUNCTION or (function or "").casefold() not in _UNSAFE_FUNCTIONS


def _tells(action: int, pragma: str | None) -> bool:
    return action == sqlite3.SQLITE_PRAGMA and (pragma or "").casefold() in _TELLING_PRAGMAS


def _rows(cursor: sqlite3.Cursor, most: int) -> Rows:
    columns = tuple(str(column[0]) for column in cursor.description or ())
    found = cursor.fetchmany(most + 1)
    return Rows(columns, tuple(tuple(map(_shown, row)) for row in found[:most]), len(found) > most)


def _shown(value: object) -> Value:
    if isinstance(value, bytes):
        return f"{len(value):,} bytes {value[:12].hex()}"
    if isinstance(value, str) and len(value) > _MOST_SHOWN:
        return f"{value[:_MOST_SHOWN]}… ({len(value):,} characters)"
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _counted(database: sqlite3.Connection) -> Iterator[tuple[str, int]]:
    found = database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    )
    for (name,) in found.fetchmany(_MOST_ROWS_BACK):
        yield str(name), int(database.execute(f"SELECT count(*) FROM {in_quotes(str(name))}").fetchone()[0])
