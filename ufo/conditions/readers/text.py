"""Reads text files, tables of comma-separated values and web pages, and their properties."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

from ufo.conditions.readers.model import Cell, Document, Sheet
from ufo.conditions.readers.numbers import number_in
from ufo.conditions.readers.query import Asked, Reader, Reading, of_file
from ufo.conditions.readers.sheets import sheet_of
from ufo.errors import UnreadableDocument

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe"}
"""What may stand between the columns of a table, by what it is called."""
MAX_TEXT_BYTES = 32 * 1024 * 1024
_MAX_CSV_CELLS = 2_000_000
_HIDDEN = frozenset({"script", "style", "template"})
_INLINE = frozenset("a abbr b bdi bdo cite code em font i kbd mark q s samp small span strong sub sup u var".split())  # noqa: SIM905 a list of words

_FIELDS = {"select": "[choice:", "textarea": "[long text: ", "button": "[button: "}
_OPENED = {**_FIELDS, "td": " | ", "th": " | ", "option": " · "}


def bounded_bytes(path: Path) -> bytes:
    """Return a text file's bytes. Raises UnreadableDocument where it is too large."""
    if path.stat().st_size > MAX_TEXT_BYTES:
        raise UnreadableDocument(f"{path.name} is larger than {MAX_TEXT_BYTES >> 20} MB, so it was not read")
    return path.read_bytes()


def read_text(path: Path) -> str:
    """Decode a text file: UTF-8, UTF-16 with a byte order mark, else Latin-1, in which every byte is a character."""
    data = bounded_bytes(path)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    if b"\0" in data[:8192]:
        raise UnreadableDocument(f"{path.name} is no text file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_lines(path: Path) -> Document:
    return Document(path, paragraphs=tuple(read_text(path).splitlines()))


def read_csv(path: Path) -> Document:
    text = read_text(path)
    first = text[:64_000]
    delimiter = delimiter_of(first, path) or ","
    cells: dict[tuple[int, int], Cell] = {}
    try:
        for row, line in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)):
            for column, shown in enumerate(line):
                if shown:
                    cells[row, column] = Cell(shown, number_in(shown))
            if len(cells) > _MAX_CSV_CELLS:
                raise UnreadableDocument(f"{path.name} has more than {_MAX_CSV_CELLS:,} filled cells; not read")
    except csv.Error as error:
        raise UnreadableDocument(f"{path.name} is broken: {error}") from error
    return Document(path, sheets=(Sheet(path.stem, cells),))


def delimiter_of(text: str, path: Path) -> str:
    """Return the character that separates the columns, or "" for a table of one column."""
    if path.suffix.lower() == ".tsv":
        return "\t"
    first = text[:64_000]
    best = max(SEPARATORS, key=lambda mark: _evenness(first, mark))
    return best if _evenness(first, best) != (0, 0) else ""


def _evenness(text: str, delimiter: str) -> tuple[int, int]:
    """Return how many lines have as many delimiters as the first, and how many that has: a real delimiter is in every line,
    equally often.
    """
    counts = [len(row) - 1 for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row][:50]
    if not counts or not any(counts):
        return 0, 0
    return sum(count == counts[0] and count > 0 for count in counts), counts[0]


def read_html(path: Path) -> Document:
    return Document(path, paragraphs=tuple(page_text(read_text(path)).splitlines()))


def page_text(page: str) -> str:
    """Return what a page of HTML shows, a line for each block."""
    return _told(page, _PageText())


def page_outline(page: str) -> str:
    """Return what a page of HTML shows, its tables row by row, with where its links lead and which fields it has."""
    return _told(page, _PageOutline())


def _told(page: str, reader: _PageText) -> str:
    reader.feed(page)
    reader.close()
    lines = ("".join(reader.parts)).splitlines()
    return "\n".join(text for text in (" ".join(line.split()) for line in lines) if text)


class _PageText(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in _HIDDEN
        if tag not in _INLINE:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._hidden = max(0, self._hidden - (tag in _HIDDEN))
        if tag not in _INLINE:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data.replace("\n", " "))


class _PageOutline(_PageText):
    """Tells cells, links and fields in the line where they stand. Scripts and styles are left out as everywhere."""

    def __init__(self) -> None:
        super().__init__()
        self._links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in _OPENED:
            self.parts.append(_OPENED[tag])
        elif tag == "input":
            self.parts.append(_input(given))
        else:
            super().handle_starttag(tag, attrs)
        if tag == "a":
            self._links.append(given.get("href", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag in _OPENED:
            self.parts.append("]" if tag in _FIELDS else "")
        else:
            super().handle_endtag(tag)
        if tag == "a" and self._links and (link := self._links.pop()):
            self.parts.append(f" ({link})")


def _input(given: Mapping[str, str]) -> str:
    kind, ticked = given.get("type", "text").casefold(), "checked" in given
    if kind == "hidden":
        return ""
    shown = "" if kind in ("checkbox", "radio", "password") else given.get("value") or given.get("placeholder", "")
    return f"[{kind}{', on' if ticked else ''}{f': {shown}' if shown else ''}]"


@dataclass(frozen=True, slots=True)
class TextFile:
    path: Path
    data: bytes


def open_text(path: Path) -> TextFile:
    """Read a text file. Raises UnreadableDocument and OSError."""
    return TextFile(path, bounded_bytes(path))


@of_file
def encoding(file: TextFile) -> str:
    if file.data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if file.data.startswith(b"\xef\xbb\xbf"):
        return "utf-8 with mark"
    try:
        file.data.decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "ascii" if file.data.isascii() else "utf-8"


@of_file
def line_ends(file: TextFile) -> str:
    ends, both = file.data.count(b"\n"), file.data.count(b"\r\n")
    if not ends:
        raise UnreadableDocument(f"{file.path.name} has no line ends")
    return "crlf" if both == ends else "lf and crlf" if both else "lf"


@of_file
def line_count(file: TextFile) -> int:
    return len(read_text(file.path).splitlines())


@of_file
def delimiter(file: TextFile) -> str:
    found = delimiter_of(read_text(file.path), file.path)
    if not found:
        raise UnreadableDocument(f"{file.path.name} has only one column, so it has no delimiter")
    return SEPARATORS[found]


def on_cells(read: Callable[[Sheet, Asked], Iterable[Reading]]) -> Reader:
    return lambda file, asked: read(sheet_of(read_csv(file.path).sheets, Asked(asked.name)), asked)
