"""Files that were dropped onto the page: each lands in the job's folder, under a name that is nothing but a name."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from ufo.errors import ConfigError
from ufo.platform import open_flags

MOST_FILES = 50
_MOST_BYTES = 200
_CHUNK = 1024 * 1024
_BAD = frozenset('/\\:*?"<>|')
_SETTINGS = "ufo.yaml"


def safe_name(told: str) -> str:
    """Return a file name of what a browser told: its last part, without what is invisible or has a meaning in a path."""
    last = unicodedata.normalize("NFC", told).replace("\\", "/").rpartition("/")[2]
    kept = "".join("_" if letter in _BAD or unicodedata.category(letter)[0] == "C" else letter for letter in last)
    # A leading dot hides a file, a leading dash makes it an option of programs.
    kept = kept.strip().lstrip(".-").rstrip(".") or "file"
    if kept.casefold() == _SETTINGS:
        # It would be the settings of the folder that the run works in.
        kept = f"dropped-{kept}"
    stem, suffix = os.path.splitext(kept)  # noqa: PTH122 - a text, no path
    while len((stem + suffix).encode("utf-8", "replace")) > _MOST_BYTES:
        stem, suffix = (stem[:-1], suffix) if len(stem) > 1 else (stem, suffix[:-1])
    return stem + suffix


def put(folder: Path, files: Iterable[tuple[str, BinaryIO]]) -> tuple[str, ...]:
    """Write the files into a folder and return their names; one whose name is taken gets a number. Blocking. Raises OSError, and
    ConfigError for too many.
    """
    names: list[str] = []
    for told, source in files:
        if len(names) == MOST_FILES:
            raise ConfigError(f"at most {MOST_FILES} files at once; put more into an archive")
        names.append(_write(folder, safe_name(told), source))
    return tuple(names)


def _write(folder: Path, name: str, source: BinaryIO) -> str:
    stem, suffix = os.path.splitext(name)  # noqa: PTH122 - a text, no path
    for number in range(1, MOST_FILES + 2):
        tried = name if number == 1 else f"{stem} ({number}){suffix}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | open_flags.CLOEXEC | open_flags.BINARY
        try:
            handle = os.open(folder / tried, flags, 0o600)
        except FileExistsError:
            continue
        with os.fdopen(handle, "wb") as file:
            while chunk := source.read(_CHUNK):
                file.write(chunk)
        return tried
    raise ConfigError(f"too many files are named {name!r}; rename some of them")
