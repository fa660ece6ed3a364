"""Reads a file into its atoms, by its ending. What cannot be read is said, and nothing is raised."""

from __future__ import annotations

import stat
from collections.abc import Callable, Mapping
from pathlib import Path

from ufo.errors import UfoError
from ufo.proof.difference.content import Content
from ufo.proof.difference.reading.database_content import DATABASES
from ufo.proof.difference.reading.plain_content import PLAIN, read_lines_content, read_settings_content
from ufo.proof.difference.reading.sheet_content import SHEETS
from ufo.proof.difference.reading.text_content import TEXTS

READERS: Mapping[str, Callable[[Path], Content]] = {**SHEETS, **TEXTS, **PLAIN, **DATABASES}
_SETTINGS = frozenset({"Preferences", "Bookmarks", "Local State", "keyfile", "mimeapps.list", "user-dirs.dirs"})
_MOST_BYTES = 64 * 1024 * 1024


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
