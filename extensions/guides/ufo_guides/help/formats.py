"""Reads one help document by the reader of its format: markup, text, JSON of the described system's form, PDF, manual page."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from ufo.conditions.readers.pdf import PdfPart, read_part
from ufo.desktop.private.environment_filter import sessionless_environment
from ufo.errors import UnreadableDocument
from ufo.faults import why
from ufo.platform.programs import how_to_install
from ufo_guides.help.plain_text import read_text
from ufo_guides.pages.markup import DOCBOOK, HTML, MALLARD, XHP, read_markup
from ufo_guides.pages.outline import Outline, Page
from ufo_guides.pages.pieces import decode_page

MOST_BYTES = 8 << 20
"""The largest page of markup or text that is read, in bytes."""
PDF = ".pdf"
ARCHIVES = (".zip", ".jar", ".epub")
_MARKUP = {
    ".html": HTML, ".htm": HTML, ".xhtml": HTML, ".page": MALLARD, ".docbook": DOCBOOK, ".xhp": XHP, ".xml": None,
}  # fmt: skip
_TEXT = frozenset({".md", ".markdown", ".txt", ".rst"})
_JSON = ".json"
_ENDINGS = frozenset({*_MARKUP, *_TEXT, _JSON})
_MAN = re.compile(r"\.[1-9][a-z]*(?:\.gz)?$")
_GZIP = 16 + zlib.MAX_WBITS
_MAN_S, _MAN_WIDTH = 20.0, "200"
_OVERSTRUCK = re.compile(r".\x08|\x1b\[[0-9;]*m")
_SUBHEADING = re.compile(r"^ {2,3}\S")
_PAGES_AT_ONCE = 100
_PAGE_LEVEL = 99


def read_guidance(data: bytes, name: str) -> Page:
    """Read one object or a list of them, each with `application`, `request` and `guidance`. Raises UnreadableDocument."""
    try:
        said = json.loads(decode_page(data, ""))
    except (ValueError, RecursionError) as error:
        raise UnreadableDocument(f"{name} is broken: it is no JSON ({error})") from error
    entries = list(_entries(said, name))
    applications = {application for application, _, _ in entries}
    if len(applications) > 1:
        raise UnreadableDocument(
            f"{name} is about several applications ({', '.join(sorted(applications))}); write a file for each"
        )
    outline = Outline()
    for _, request, steps in entries:
        outline.heading(1, request)
        for number, step in enumerate(steps, start=1):
            outline.block(step if len(steps) == 1 else f"{number}. {step}")
    return outline.page("", next(iter(applications), ""))


def _entries(said: Any, name: str) -> Iterator[tuple[str, str, list[str]]]:
    for item in said if isinstance(said, list) else [said]:
        request = item.get("request") if isinstance(item, Mapping) else None
        guidance = item.get("guidance") if isinstance(item, Mapping) else None
        steps = [guidance] if isinstance(guidance, str) else guidance
        if not isinstance(request, str) or not isinstance(steps, list):
            raise UnreadableDocument(f'{name} holds no help: each entry needs a "request" and a list "guidance"')
        application = item.get("application")
        yield application if isinstance(application, str) else "", request, [str(step) for step in steps]


def is_document(name: str) -> bool:
    """Tell whether there is a reader for a file of this name."""
    return _ending(name) in _ENDINGS or name.lower().endswith(PDF)


def is_man_page(name: str) -> bool:
    return bool(_MAN.search(name))


def read_data(data: bytes, name: str) -> Page:
    """Read a page of markup or text. Raises UnreadableDocument where its format is not known, or it is broken."""
    ending = _ending(name)
    if ending not in _ENDINGS:
        raise UnreadableDocument(f"{name} is in no format that is read here ({', '.join(sorted(_ENDINGS))}, {PDF})")
    plain = _unpacked(data, name) if name.lower().endswith(".gz") else data
    try:
        if ending in _MARKUP:
            return read_markup(plain, _MARKUP[ending])
        return read_guidance(plain, name) if ending == _JSON else read_text(plain)
    except ValueError as error:
        raise UnreadableDocument(f"{name} is broken: {why(error)}") from error


def _unpacked(data: bytes, name: str) -> bytes:
    """Unpack a packed page. Sizes that it declares are not trusted."""
    unpacking = zlib.decompressobj(_GZIP)
    try:
        plain = unpacking.decompress(data, MOST_BYTES + 1)
    except zlib.error as error:
        raise UnreadableDocument(f"{name} is broken: it cannot be unpacked ({error})") from error
    if len(plain) > MOST_BYTES:
        raise UnreadableDocument(f"{name} unpacks to more than {MOST_BYTES >> 20} MB, so it was not read")
    return plain


def _ending(name: str) -> str:
    return PurePosixPath(name.lower().removesuffix(".gz")).suffix


def read_man_page(path: Path) -> Page:
    """Read a page, packed or not. Raises UnreadableDocument."""
    man = shutil.which("man")
    if man is None:
        raise UnreadableDocument(
            f"{path.name} is a manual page, which `man` reads; install it: {how_to_install('man')}"
        )
    try:
        done = subprocess.run(
            [man, "-E", "UTF-8", "-l", str(path.resolve())],
            env={**sessionless_environment(os.environ), "MANWIDTH": _MAN_WIDTH, "MANPAGER": "cat", "GROFF_NO_SGR": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_MAN_S,
            check=False,
        )
    except (subprocess.TimeoutExpired, OSError) as error:
        raise UnreadableDocument(f"{path.name} could not be read by man: {error}") from error
    text = _OVERSTRUCK.sub("", done.stdout.decode("utf-8", "replace"))
    if done.returncode or not text.strip():
        raise UnreadableDocument(f"{path.name} is no manual page that man can read")
    return _man_page(text, path.name.partition(".")[0])


def _man_page(text: str, name: str) -> Page:
    outline = Outline()
    outline.heading(1, name)
    # The first and the last line name the page.
    lines = text.strip("\n").split("\n")[1:-1]
    block: list[str] = []
    for line in [*lines, ""]:
        is_heading = bool(line) and (not line.startswith(" ") or bool(_SUBHEADING.match(line)))
        if is_heading or not line.strip():
            outline.block(" ".join(block))
            block = []
        if is_heading:
            outline.heading(3 if line.startswith(" ") else 2, line)
        elif line.strip():
            block.append(line)
    return outline.page(name)


def read_pdf(path: Path, advanced: Callable[[int, int], None]) -> Page:
    """Read a file. `advanced` is called with the pages that are read and all pages. Sections have the headings of the file's own
    table of contents, and the number of their page. Raises UnreadableDocument.
    """
    part = read_part(path, 0, _PAGES_AT_ONCE)
    pages, count = list(part.pages), part.count
    advanced(len(pages), count)
    while len(pages) < count:
        further = read_part(path, len(pages), _PAGES_AT_ONCE)
        if not further.pages:
            break
        pages += further.pages
        advanced(len(pages), count)
    return _pdf_page(path, pages, part)


def _pdf_page(path: Path, pages: list[str], part: PdfPart) -> Page:
    title = part.title or path.stem
    outline = Outline()
    chapters = sorted(part.chapters, key=lambda chapter: chapter.page)
    for number, text in enumerate(pages):
        for chapter in chapters:
            if chapter.page == number:
                outline.heading(chapter.level, chapter.title)
        outline.heading(_PAGE_LEVEL, f"page {number + 1}")
        for block in text.split("\n\n"):
            outline.block(block)
    return outline.page(title)
