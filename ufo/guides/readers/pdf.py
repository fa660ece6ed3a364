"""Reads PDF files, a few pages at a time, each time in a process with bounds on memory and time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ufo.conditions.readers.pdf import Chapter, PdfPart, read_part
from ufo.guides.readers.outline import Outline, Page

_PAGES_AT_ONCE = 100


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
    return _page(path, pages, part)


def _page(path: Path, pages: list[str], part: PdfPart) -> Page:
    title = part.title or path.stem
    outline = Outline()
    chapters = sorted(part.chapters, key=lambda one: one.page)
    for number, text in enumerate(pages):
        _headings(outline, [one for one in chapters if one.page == number])
        outline.heading(_PAGE_LEVEL, f"page {number + 1}")
        for block in text.split("\n\n"):
            outline.block(block)
    return outline.page(title)


_PAGE_LEVEL = 99


def _headings(outline: Outline, chapters: list[Chapter]) -> None:
    for one in chapters:
        outline.heading(one.level, one.title)
