"""Reads PDF files in a process with bounds on memory and time: the format lets a small file use much of both."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from ufo.conditions.readers.archive import MAX_FILE_BYTES
from ufo.conditions.readers.model import Document, PagePicture
from ufo.conditions.readers.query import Asked, Reader, each
from ufo.desktop.private.environment_filter import sessionless_environment
from ufo.errors import LockedDocument, UnreadableDocument
from ufo.schema.patterns import regex

TIMEOUT_S = 20.0
MOST_PAGES = 2000
MOST_PAGES_IN_PARTS = 20_000
MOST_CHARACTERS = 20_000_000
MEMORY_BYTES = 1 << 30
_REPEATED = regex(r"([^\W\d_])\1{2,}")
_FEWEST_LOST = 12
_LOST = (
    "its text cannot be read: the program that wrote it had no font for these letters and put one sign for all of them"
)
_READER, _DRAWER = (Path(__file__).with_name(name) for name in ("pdf_process.py", "pdf_page_process.py"))


def read_pdf(path: Path, password: str = "") -> Document:
    """Read each page as one paragraph: a PDF breaks lines where the room ends, not where a paragraph does."""
    document = read_pages(path, password)
    if document.pages and not document.text.strip():
        raise UnreadableDocument(f"{path.name} holds pictures of pages and no text that could be compared")
    return document


@dataclass(frozen=True, slots=True)
class Chapter:
    """An entry of a table of contents. `level`: 1 for the outermost. `page`: from 0."""

    level: int
    title: str
    page: int


@dataclass(frozen=True, slots=True)
class PdfPart:
    """The texts of some pages. `count`: of all pages. `title`: "" where the file names none. `chapters`: of the whole file, with
    its first part only.
    """

    pages: tuple[str, ...]
    count: int
    title: str
    chapters: tuple[Chapter, ...]


def read_part(path: Path, first: int, count: int) -> PdfPart:
    """Read the texts of at most `count` pages from page `first` (from 0) on. Raises UnreadableDocument."""
    answer = _asked(path, first, count)
    chapters = tuple(Chapter(int(level), str(title), int(page)) for level, title, page in answer["chapters"])
    return PdfPart(
        tuple(map(str, answer["pages"])), int(answer["count"]), str(answer["info"].get("title", "")), chapters
    )


def read_pages(path: Path, password: str = "") -> Document:
    """Read the file as `read_pdf` does, one of pictures without any text too. Raises LockedDocument where it does not open with
    the password.
    """
    answer = _asked(path, password=password)
    pages = tuple((str(text),) for text in answer["pages"])
    sizes = tuple((float(width), float(height)) for width, height in answer["sizes"])
    return Document(
        path,
        paragraphs=tuple(text for (text,) in pages),
        pages=pages,
        page_sizes=sizes,
        page_turns=tuple(map(int, answer["turns"])),
        page_directions=tuple(answer["directions"]),
        page_marks=tuple(map(str, answer["marks"])),
        page_pictures=tuple(tuple(map(_picture, page)) for page in answer["pictures"]),
        info=answer["info"],
        unread=_LOST if any(_is_lost(text) for (text,) in pages) else "",
    )


def _picture(told: list[Any]) -> PagePicture:
    digest, count, width, height, small = told
    return PagePicture(str(digest), int(count), (int(width), int(height)), base64.b64decode(small))


def _is_lost(text: str) -> bool:
    """Tell whether most letters of the page are the same one over and over: a program writes one sign for every letter that its
    fonts lack, and the file does not say which these were.
    """
    repeated = sum(len(run[0]) for run in _REPEATED.finditer("".join(text.split())))
    return repeated >= _FEWEST_LOST and repeated * 2 > sum(map(str.isalpha, text))


def read_rights(path: Path) -> dict[str, bool]:
    """Return what the file allows to whoever opens it without its owner's password: "printing", "copying", "changing". A file
    tells it without any password. Raises UnreadableDocument.
    """
    answer = _answered(path, (), "")
    if answer.get("error"):
        raise UnreadableDocument(f"{path.name} {answer['error']}")
    return {str(name): bool(value) for name, value in answer["rights"].items()}


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """Where a picture stands on a page: its upper left corner and its size in millimetres, how far it is turned clockwise in
    degrees, and its own width and height in pixels.
    """

    left: float
    top: float
    width: float
    height: float
    turned: int
    pixels: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A page as it is shown. `png`: the picture of it. `count`: of all pages."""

    png: bytes
    pictures: tuple[DrawnPicture, ...]
    count: int


def draw_page(path: Path, number: int, edge: int) -> DrawnPage | None:
    """Draw page `number` (from 0), at most `edge` pixels long; None where there is no such page. Raises UnreadableDocument."""
    answer = _of_process(_DRAWER, path, (number, edge), "")
    if answer.get("error"):
        raise UnreadableDocument(f"{path.name} {answer['error']}")
    if "png" not in answer:
        return None
    pictures = tuple(
        DrawnPicture(left, top, width, height, turned, (across, down))
        for left, top, width, height, turned, across, down in answer["pictures"]
    )
    return DrawnPage(base64.b64decode(answer["png"]), pictures, int(answer["count"]))


def _asked(path: Path, *part: int, password: str = "") -> dict[str, Any]:
    """Return what the process that reads the file answers. `part`: the first page and the number of pages, or nothing."""
    answer = _answered(path, part, password)
    if answer.get("locked"):
        wrong = "does not open with the password that was given"
        raise LockedDocument(f"{path.name} {wrong if password else 'is protected by a password; save it without one'}")
    if answer.get("error"):
        raise UnreadableDocument(f"{path.name} {answer['error']}")
    return answer


def _answered(path: Path, part: tuple[int, ...], password: str) -> dict[str, Any]:
    if path.stat().st_size > MAX_FILE_BYTES:
        raise UnreadableDocument(f"{path.name} is larger than {MAX_FILE_BYTES >> 20} MB, so it was not read")
    with path.open("rb") as file:
        if b"%PDF-" not in file.read(1024):
            raise UnreadableDocument(f"{path.name} is broken: it does not begin as a PDF file does")
    return _of_process(_READER, path, (MOST_PAGES_IN_PARTS if part else MOST_PAGES, MOST_CHARACTERS, *part), password)


def _of_process(process: Path, path: Path, asked: tuple[int, ...], password: str) -> dict[str, Any]:
    bounds = (MEMORY_BYTES, int(TIMEOUT_S), *asked)
    command = [sys.executable, "-I", str(process), str(path.resolve()), *map(str, bounds)]
    try:
        done = subprocess.run(
            command,
            env=sessionless_environment(os.environ),
            # Other users see a process's arguments and not what it reads.
            input=password.encode("utf-8", "replace"),
            capture_output=True,
            timeout=TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise UnreadableDocument(f"{path.name} took more than {TIMEOUT_S:g} s to read; given up") from error
    try:
        return cast(dict[str, Any], json.loads(done.stdout))
    except ValueError as error:
        raise UnreadableDocument(
            f"{path.name} needs more memory or time than is allowed (process ended with {done.returncode})"
        ) from error


def pages_sized(told: Callable[[float, float], str]) -> Reader:
    """Return a reader of something of each page, by its width and height in millimetres."""
    return each(_sizes, lambda document, size: told(*size))


def _sizes(document: Document, asked: Asked) -> Sequence[tuple[float, float]]:
    return asked.of_pages(document.page_sizes, "it", "pages")


def _turns(document: Document, asked: Asked) -> Sequence[int]:
    return asked.of_pages(document.page_turns, "it", "pages")


page_turns = each(_turns, lambda document, turn: turn)
