"""Fills a letter with the records of a table: its mail-merge fields, and names of columns in brackets.

The parts of the OpenDocument package are changed as text, so that whatever else they hold stays as it is, byte for byte
(OpenDocument 1.3, part 3: paragraphs 5.1.3, database fields 7.6).
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape, unescape

from ufo.conditions.readers.archive import Archive
from ufo.conditions.readers.markup import parse_xml
from ufo.conditions.readers.model import Sheet
from ufo.errors import ToolError
from ufo.schema.file_names import readable
from ufo.schema.patterns import regex
from ufo.text.fold import caseless
from ufo.tools.documents.odf_package import characters

_PARTS = ("content.xml", "styles.xml")
_TOKEN = regex(r"<(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>|[^<]+")
_TAG = regex(r"<(/?)(?:[\w.-]+:)?([\w.-]+)")
_COLUMN = regex(r":column-name=(?:\"([^\"]*)\"|'([^']*)')")
_NAMED = r"\s*(\w[\w .-]{0,60}?)\s*"
_IN_BRACKETS = regex("|".join((
    f"<<{_NAMED}>>", rf"\{{\{{{_NAMED}\}}\}}", rf"\$\{{{_NAMED}\}}", f"«{_NAMED}»", f"<{_NAMED}>", rf"\{{{_NAMED}\}}",
    rf"\[{_NAMED}\]",
)))  # fmt: skip
_QUOTES = {"&quot;": '"', "&apos;": "'"}
_BLOCKS = frozenset({"p", "h"})
_FIELD = "database-display"


@dataclass(frozen=True, slots=True)
class Records:
    """A table to fill letters from. `columns`: its header; `rows`: what the cells of each record show, by column."""

    columns: tuple[str, ...]
    rows: tuple[Mapping[str, str], ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a letter that gets the value of a column."""

    column: str


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter with its places. `parts`: those parts of its package that have text, by name, in pieces; the others are copied
    from `path`. `left`: what looks like a place and names no column.
    """

    path: Path
    parts: Mapping[str, tuple[str | Place, ...]]
    left: tuple[str, ...]

    @property
    def used(self) -> tuple[str, ...]:
        """The columns that it has places for, in the order of their places."""
        found = (place.column for part in self.parts.values() for place in part if isinstance(place, Place))
        return tuple(dict.fromkeys(found))

    def write(self, record: Mapping[str, str], target: Path) -> None:
        """Write the letter with the record's values in their places. Raises OSError, UnreadableDocument."""
        with Archive(self.path) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
            for name in source.names:
                pieces = self.parts.get(name)
                data = source.read(name) if pieces is None else _joined(pieces, record).encode()
                package.writestr(name, data, zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED)


def read_letter(path: Path, records: Records) -> Letter:
    """Read a letter, an .odt, and find the places of the records' columns, whose case does not matter. Raises
    UnreadableDocument for a broken or protected one.
    """
    with Archive(path) as package:
        parts = {name: package.read(name) for name in _PARTS if name in package or name == _PARTS[0]}
    for name, data in parts.items():
        parse_xml(data, f"{path.name}'s {name}")
    finder = _Finder({caseless(column): column for column in records.columns})
    found = {name: tuple(finder.pieces(data.decode("utf-8-sig"))) for name, data in parts.items()}
    return Letter(path, found, tuple(finder.left))


def read_records(sheet: Sheet, name: str) -> Records:
    """Return the records of a sheet, whose first filled row names the columns; empty rows are none. Raises ToolError."""
    rows = sorted({row for (row, _), cell in sheet.cells.items() if cell.shown.strip()})
    if len(rows) < 2:
        raise ToolError(f"{readable(name)!r} has no records; its first row names the columns, each next row is one")
    header = {
        at: cell.shown.strip()
        for (row, at), cell in sorted(sheet.cells.items())
        if row == rows[0] and cell.shown.strip()
    }
    folded = [caseless(text) for text in header.values()]
    twice = next((text for text in header.values() if folded.count(caseless(text)) > 1), None)
    if twice is not None:
        raise ToolError(f"two columns of {readable(name)!r} are named {twice!r}; give each its own name")
    filled = [{title: sheet.cell(row, at).shown.strip() for at, title in header.items()} for row in rows[1:]]
    records = tuple(record for record in filled if any(record.values()))
    if not records:
        raise ToolError(
            f"no row of {readable(name)!r} has a value in a named column; name the columns in its first row"
        )
    return Records(tuple(header.values()), records)


class _Finder:
    """Divides the text of a part into what stays and the places. `left` collects what names no column, once each."""

    def __init__(self, columns: Mapping[str, str]) -> None:
        self._columns = columns
        self.left: dict[str, None] = {}

    def pieces(self, part: str) -> Iterator[str | Place]:
        run: list[str | Place] = []
        for token in self._fields(_TOKEN.findall(part)):
            tag = _TAG.match(token) if isinstance(token, str) else None
            if tag is not None and tag[2] in _BLOCKS:
                yield from self._paragraph(run)
                yield str(token)
                run = []
            else:
                run.append(token)
        yield from self._paragraph(run)

    def _fields(self, tokens: list[str]) -> Iterator[str | Place]:
        """Yield the tokens with a place for each whole field of a column."""
        inside = False
        for token in tokens:
            tag = _TAG.match(token)
            is_field = tag is not None and tag[2] == _FIELD and not token.endswith("/>")
            if inside:
                inside = not is_field
                continue
            column = self._column_of(token) if is_field else None
            inside = column is not None
            yield token if column is None else Place(column)

    def _column_of(self, token: str) -> str | None:
        found = _COLUMN.search(token)
        if found is None:
            return None
        name = unescape(found[1] or found[2] or "", _QUOTES)
        if caseless(name) not in self._columns:
            self.left[name] = None
        return self._columns.get(caseless(name))

    def _paragraph(self, run: list[str | Place]) -> Iterator[str | Place]:
        """Yield a paragraph with its places. A name in brackets may be divided by tags: one that was typed in two goes is."""
        texts = [unescape(text, _QUOTES) if isinstance(text, str) and not text.startswith("<") else "" for text in run]
        places = list(self._places("".join(texts)))
        at = 0
        for token, text in zip(run, texts, strict=True):
            end = at + len(text)
            touching = [place for place in places if place[0] < end and place[1] > at]
            if text and touching:
                yield from _divided(text, at, touching)
            else:
                yield token
            at = end

    def _places(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield the beginning, the end and the column of each name in brackets."""
        for found in _IN_BRACKETS.finditer(text):
            name = next(group for group in found.groups() if group is not None)
            column = self._columns.get(caseless(name))
            if column is not None:
                yield found.start(), found.end(), column
            elif not found[0].startswith("["):
                self.left[name] = None


def _divided(text: str, at: int, places: list[tuple[int, int, str]]) -> Iterator[str | Place]:
    """Yield a token's text, which begins `at`, without what stands in these places, and each place that begins in it."""
    done = 0
    for begin, end, column in places:
        if begin >= at:
            yield escape(text[done : begin - at])
            yield Place(column)
        done = min(end - at, len(text))
    yield escape(text[done:])


def _joined(pieces: tuple[str | Place, ...], record: Mapping[str, str]) -> str:
    return "".join(piece if isinstance(piece, str) else characters(record[piece.column]) for piece in pieces)
