"""Reads what a file holds in the way that its kind wants, a database by the first rows of its tables."""

from __future__ import annotations

import sqlite3
import stat
import zipfile
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from ufo.conditions.readers.model import Cell, Sheet
from ufo.errors import UfoError, UnreadableDocument
from ufo.proof.difference.content import EMPTY, Content, SheetContent
from ufo.proof.difference.kept_files import KeptFiles
from ufo.proof.difference.line_words import decimal
from ufo.proof.difference.reading.plain_content import PLAIN, read_lines_content, read_settings_content
from ufo.proof.difference.reading.record_content import read_record_content
from ufo.proof.difference.reading.sheet_content import SHEETS
from ufo.proof.difference.reading.text_content import TEXTS
from ufo.proof.difference.scan import entry_of
from ufo.tools.data.sqlite_files import HEAD, in_quotes

_MOST_ROWS = 2000
_MOST_TABLES = 60
_MOST_LETTERS = 2000
_SETTINGS = frozenset({"Preferences", "Bookmarks", "Local State", "keyfile", "mimeapps.list", "user-dirs.dirs"})
_MOST_BYTES = 64 * 1024 * 1024
_LONG_TEXT, _LONG_PART = 128 * 1024, 1024 * 1024


def read_content(path: Path, name: str = "") -> Content:
    """Read the file. `name`: what it is called, where the path is that of a copy. Blocking."""
    named = Path(name or path.name)
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            return Content(unread="it is no regular file")
        if found.st_size > _MOST_BYTES:
            return Content(unread=f"it is larger than {_MOST_BYTES >> 20} MB")
        reader = READERS.get(named.suffix.casefold())
        if reader is None:
            reader = read_settings_content if named.name in _SETTINGS else read_lines_content
        return reader(path)
    except UfoError as error:
        return Content(unread=str(error).replace(path.name, named.name))
    except (OSError, ValueError, RecursionError, MemoryError, LookupError, TypeError, AttributeError) as error:
        return Content(unread=f"it could not be read: {error}")


def is_long(path: Path, size: int) -> bool:
    """Tell whether reading the file takes a while, as a table of several thousand rows does. `size`: in bytes. Blocking."""
    if size < _LONG_TEXT // 4:
        return False
    try:
        with zipfile.ZipFile(path) as package:
            texts = (member for member in package.infolist() if member.filename.casefold().endswith(".xml"))
            return any(member.file_size > _LONG_PART for member in texts)
    except zipfile.BadZipFile:
        return size > _LONG_TEXT
    except (OSError, ValueError, NotImplementedError):
        return True


def read_sqlite_content(path: Path) -> Content:
    """Read the tables that people fill, without those of SQLite itself. Of a table of more rows only their number is read.
    Raises UnreadableDocument.
    """
    with path.open("rb") as file:
        if file.read(len(HEAD)) != HEAD:
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
    return int(database.execute(f"SELECT count(*) FROM {in_quotes(name)}").fetchone()[0])


def _table(database: sqlite3.Connection, name: str) -> SheetContent:
    rows = database.execute(f"SELECT * FROM {in_quotes(name)}")
    cells = {(0, column): Cell(str(found[0]), kind="text") for column, found in enumerate(rows.description)}
    for number, row in enumerate(rows, 1):
        cells |= {(number, column): cell for column, value in enumerate(row) if (cell := _cell(value)).shown}
    return SheetContent(Sheet(name, cells))


def _cell(value: object) -> Cell:
    if isinstance(value, int | float):
        return Cell(decimal(float(value)), float(value), "number")
    if isinstance(value, bytes):
        return Cell(f"{len(value):,} bytes {value[:12].hex()}", kind="text")
    return Cell("" if value is None else str(value)[:_MOST_LETTERS], kind="" if value is None else "text")


DATABASES: Mapping[str, Callable[[Path], Content]] = dict.fromkeys((".sqlite", ".sqlite3", ".db"), read_sqlite_content)
RECORDS: Mapping[str, Callable[[Path], Content]] = dict.fromkeys(
    (".ics", ".ical", ".vcf", ".vcard"), read_record_content
)
READERS: Mapping[str, Callable[[Path], Content]] = {**SHEETS, **TEXTS, **PLAIN, **DATABASES, **RECORDS}


class ReadOnce:
    """What files held and hold. `kept`: the images from before the run."""

    def __init__(self, kept: KeptFiles) -> None:
        self._kept = kept
        self._read: dict[tuple[Path, int, int], Content] = {}

    def now(self, path: Path, name: str = "") -> Content:
        """Return what the file holds now; EMPTY where there is none. Blocking."""
        entry = entry_of(path)
        if entry is None:
            return EMPTY
        key = path, entry.mtime_ns, entry.size
        if key not in self._read:
            self._read[key] = read_content(path, name)
        return self._read[key]

    def before(self, path: Path) -> Content | None:
        """Return what the file held before the run; None where that is not kept. Blocking."""
        image = self.image_before(path)
        return None if image is None else self.now(image, path.name)

    def image_before(self, path: Path) -> Path | None:
        """Return the copy of the file as it was before the run; None where none is kept."""
        return self._kept.copy_of(path)
