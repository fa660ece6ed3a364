"""Reads properties of plain text files, tables of comma-separated values included."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ufo.errors import UnreadableDocument
from ufo.verify.documents.text.plain import MAX_TEXT_BYTES, SEPARATORS, delimiter_of, read_csv, read_text
from ufo.verify.properties.query import Asked, Reader, Reading, tell
from ufo.verify.properties.sheets import order, row_count, sheet_of


@dataclass(frozen=True, slots=True)
class TextFile:
    path: Path
    data: bytes


def open_text(path: Path) -> TextFile:
    """Read a text file. Raises UnreadableDocument and OSError."""
    if path.stat().st_size > MAX_TEXT_BYTES:
        raise UnreadableDocument(f"{path.name} is larger than {MAX_TEXT_BYTES >> 20} MB, so it was not read")
    return TextFile(path, path.read_bytes())


def _encoding(file: TextFile, asked: Asked) -> list[Reading]:
    if file.data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return tell("utf-16")
    if file.data.startswith(b"\xef\xbb\xbf"):
        return tell("utf-8 with mark")
    try:
        file.data.decode("utf-8")
    except UnicodeDecodeError:
        return tell("latin-1")
    return tell("ascii" if file.data.isascii() else "utf-8")


def _line_ends(file: TextFile, asked: Asked) -> list[Reading]:
    ends = file.data.count(b"\n")
    if not ends:
        raise UnreadableDocument(f"{file.path.name} has no line ends")
    both = file.data.count(b"\r\n")
    return tell("crlf" if both == ends else "lf" if not both else "lf and crlf")


def _lines(file: TextFile, asked: Asked) -> list[Reading]:
    return tell(len(read_text(file.path).splitlines()))


def _delimiter(file: TextFile, asked: Asked) -> list[Reading]:
    found = delimiter_of(read_text(file.path), file.path)
    if not found:
        raise UnreadableDocument(f"{file.path.name} has only one column, so it has no delimiter")
    return tell(SEPARATORS[found])


def _rows(file: TextFile, asked: Asked) -> list[Reading]:
    return row_count(sheet_of(read_csv(file.path).sheets, Asked(asked.name)), asked)


def _order(file: TextFile, asked: Asked) -> list[Reading]:
    return order(sheet_of(read_csv(file.path).sheets, Asked(asked.name)), asked)


TEXT: dict[str, Reader] = {"encoding": _encoding, "line ends": _line_ends, "rows": _lines}
CSV: dict[str, Reader] = {**TEXT, "rows": _rows, "delimiter": _delimiter, "sorted": _order}
