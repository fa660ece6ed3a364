"""Reads SQLite files: each table as a sheet of its rows, opened for reading only, and never more than a bound."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from ufo.conditions.readers.model import Cell, Sheet
from ufo.errors import UnreadableDocument
from ufo.proof.difference.content import Content, SheetContent
from ufo.proof.difference.line_words import decimal

_HEAD = b"SQLite format 3\0"
_MOST_ROWS = 2000
_MOST_TABLES = 60
_MOST_LETTERS = 2000


def read_sqlite_content(path: Path) -> Content:
    """Read the tables that people fill, without those of SQLite itself. Of a table of more rows only their number is read.
    Raises UnreadableDocument.
    """
    with path.open("rb") as file:
        if file.read(len(_HEAD)) != _HEAD:
            raise UnreadableDocument(f"{path.name} is no SQLite file")
    try:
        # Immutable: nothing is locked and no journal is made beside a file that a program may have open.
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True)) as database:
            names = [
                str(name)
                for (name,) in database.execute(
                    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
                )
            ][:_MOST_TABLES]
            counts = {name: _count(database, name) for name in names}
            sheets = tuple(_table(database, name) for name in names if counts[name] <= _MOST_ROWS)
    except (sqlite3.Error, OverflowError) as error:
        raise UnreadableDocument(f"{path.name} cannot be read: {error}") from error
    rows = {f"rows of {name}": str(count) for name, count in counts.items() if count > _MOST_ROWS}
    return Content("row", sheets=sheets, properties=rows)


def _count(database: sqlite3.Connection, name: str) -> int:
    return int(database.execute(f"SELECT count(*) FROM {_named(name)}").fetchone()[0])


def _table(database: sqlite3.Connection, name: str) -> SheetContent:
    rows = database.execute(f"SELECT * FROM {_named(name)}")
    cells = {(0, column): Cell(str(found[0]), kind="text") for column, found in enumerate(rows.description)}
    for number, row in enumerate(rows, 1):
        cells |= {(number, column): cell for column, value in enumerate(row) if (cell := _cell(value)).shown}
    return SheetContent(Sheet(name, cells))


def _named(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _cell(value: object) -> Cell:
    if isinstance(value, int | float):
        return Cell(decimal(float(value)), float(value), "number")
    if isinstance(value, bytes):
        return Cell(f"{len(value):,} bytes {value[:12].hex()}", kind="text")
    return Cell("" if value is None else str(value)[:_MOST_LETTERS], kind="" if value is None else "text")


DATABASES: Mapping[str, Callable[[Path], Content]] = dict.fromkeys((".sqlite", ".sqlite3", ".db"), read_sqlite_content)
